/** The words of the DSL that scripts choose from (spec/dsl.md). */

/** Options of a group, and of what else holds others. */
export const GROUP_OPTIONS = [
  'id',
  'label',
  'description',
  'width',
  'height',
  'color',
  'style',
  'layer',
  'x',
  'y',
]

export const PROCESS_OPTIONS = [
  'id',
  'label',
  'state',
  'shape',
  'icon',
  'description',
  'layer',
  'replicas',
  'shardId',
  'shardRole',
  'external',
  'capacity',
]

export const CONNECTION_OPTIONS = ['type', 'protocol', 'label', 'port', 'layer']

export const CAPACITY_OPTIONS = ['maxRps', 'replicas']

export const SCENARIO_OPTIONS = ['layer']

export const CONNECTION_TYPES = ['tcp', 'http', 'monitoring', 'replication', 'discovery', 'pulse']

export const STATES = ['running', 'stopped', 'warning', 'error']

export const SHAPES = ['default', 'cylinder', 'diamond', 'cloud', 'hexagon', 'parallelogram', 'circle']

export const SHARD_ROLES = ['primary', 'replica', 'arbiter']

export const ICONS =
  'server cpu container database globe router load-balancer firewall dns cache browser terminal cloud shield lock user code api queue mail zap alert monitor mobile key memory hard-drive storage layers chart clock search'.split(
    ' ',
  )
