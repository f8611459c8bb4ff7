/** Makes a topology of boxes and connections that come from no script. */
import { START } from '../../../topology/model/position.ts'
import type { Edge, NodeKind, Topology, TopologyNode } from '../../../topology/model/topology.ts'
import type { PictureEdge, PictureNode } from '../../picture/picture.ts'
import { brokenLabelOf } from '../../picture/texts.ts'

export type PlainNode = Pick<
  PictureNode,
  | 'key'
  | 'kind'
  | 'label'
  | 'labelLines'
  | 'description'
  | 'parent'
  | 'icon'
  | 'shape'
  | 'replicas'
  | 'note'
>

/** `from` and `to` are keys. */
export type PlainEdge = Pick<
  PictureEdge,
  'id' | 'from' | 'to' | 'protocol' | 'label' | 'labelLines' | 'port'
>

/** @param nodes frames before what they contain */
export function plainTopology(nodes: readonly PlainNode[], edges: readonly PlainEdge[]): Topology {
  const numbers = new Map(nodes.map(({ key }, index) => [key, index]))
  return {
    builders: [],
    flows: [],
    unknownCalls: [],
    wrongCalls: [],
    nodes: nodes.map((node) => nodeOf(node, numbers)),
    edges: edges.map(edgeOf),
  }
}

const element = {
  at: START,
  order: 0,
  builder: 0,
  afterApply: false,
  layer: undefined,
  unknownOptions: [],
  options: {},
} as const

const nodeOf = (
  { key, kind, description, parent, icon, shape, replicas, note, ...node }: PlainNode,
  numbers: ReadonlyMap<string, number>,
): TopologyNode => ({
  ...element,
  kind: kind as NodeKind,
  isContainer: false,
  id: key,
  idGiven: 'text',
  label: brokenLabelOf(node) ?? undefined,
  row: 0,
  parent: parent === null ? undefined : numbers.get(parent),
  icon: icon ?? undefined,
  shape,
  replicas: replicas ?? undefined,
  shardId: note ?? undefined,
  position: { x: undefined, y: undefined },
  size: { width: undefined, height: undefined },
  description: description ?? undefined,
  state: undefined,
  color: undefined,
  style: undefined,
  shardRole: undefined,
  external: false,
  capacity: undefined,
  autoResized: false,
})

const edgeOf = ({ id, from, to, protocol, port, ...edge }: PlainEdge): Edge => ({
  ...element,
  id,
  from,
  to,
  type: undefined,
  protocol: protocol ?? undefined,
  label: brokenLabelOf(edge) ?? undefined,
  port: port ?? undefined,
})
