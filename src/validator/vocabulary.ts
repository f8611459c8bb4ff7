/** Names and values that the DSL defines (spec/dsl.md). */
import type { UnknownCall } from '../topology/index.ts'
import { ADDED, CREATED } from '../topology/model/language.ts'

/** By owner. Cloud, host, VM and data center take the options of a group; every other node those of a process. */
export const OPTIONS = {
  group: ['id', 'label', 'description', 'width', 'height', 'color', 'style', 'layer', 'x', 'y'],
  node: [
    ...(['id', 'label', 'state', 'shape', 'icon', 'description', 'layer'] as const),
    ...(['replicas', 'shardId', 'shardRole', 'external', 'capacity'] as const),
  ],
  connection: ['type', 'protocol', 'label', 'port', 'layer'],
  scenario: ['layer'],
  "node's capacity": ['maxRps', 'replicas'],
} as const satisfies Record<string, readonly string[]>

export const CONNECTION_TYPES = ['tcp', 'http', 'monitoring', 'replication', 'discovery', 'pulse']

export const STATES = ['running', 'stopped', 'warning', 'error']

export const SHAPES = [
  'default',
  'cylinder',
  'diamond',
  'cloud',
  'hexagon',
  'parallelogram',
  'circle',
]

export const SHARD_ROLES = ['primary', 'replica', 'arbiter']

export const ICONS =
  'server cpu container database globe router load-balancer firewall dns cache browser terminal cloud shield lock user code api queue mail zap alert monitor mobile key memory hard-drive storage layers chart clock search'.split(
    ' ',
  )

const CREATORS = CREATED.filter((kind) => kind !== 'Group').map((kind) => `create${kind}`)
const BUILDER = ['createGroup', 'connect', 'apply', 'createProcess', ...CREATORS]

/** By object, those that every service has first; single nodes also have the methods of the builder. */
export const METHODS: Readonly<Record<UnknownCall['on'], readonly string[]>> = {
  topology: BUILDER,
  group: ['addProcess', 'autoResize', ...ADDED.map((kind) => `add${kind}`), 'newRow', 'layer'],
  node: [...BUILDER, 'layer'],
  flow: ['from', 'to', 'showMessage', 'scenario', 'showError', 'flashError', 'parallel'],
}
