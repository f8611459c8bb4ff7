/** Converts a topology to a tree of boxes: visible nodes, their unique keys, and the ends of each connection. */

import { numberedIds } from '../../../text/numbered-ids.ts'
import { forPicture, forPictureOrNull } from '../../../text/safe/for-picture.ts'
import { joined } from '../../../text/words.ts'
import { firstNamed } from '../../../topology/resolve-ids.ts'
import {
  CONTAINER_KINDS,
  type Edge,
  type Topology,
  type TopologyNode,
  type Value,
} from '../../../topology/topology.ts'
import type { Direction } from '../../picture/direction.ts'
import { aboutOf, type Measured, measureNode, measureTitle } from '../../picture/measure.ts'
import {
  type Box,
  type NodeState,
  type Point,
  type Shape,
  shapes,
  states,
} from '../../picture/picture.ts'

/** A box; its position is relative to its frame until `settle` makes it absolute. */
export interface Item {
  readonly key: string
  /** Counts the boxes in script order. */
  readonly number: number
  readonly node: TopologyNode
  readonly parent: Item | undefined
  readonly children: Item[]
  readonly label: string
  readonly note: string | null
  /** The lines of its description; empty unless the picture shows descriptions. */
  readonly about: readonly string[]
  readonly shape: Shape
  readonly state: NodeState
  readonly icon: string | null
  readonly external: boolean
  readonly autoLayout: boolean
  measured: Measured
  /** In the picture of an earlier version; undefined for a new box. */
  earlier: Box | undefined
  x: number
  y: number
  width: number
  height: number
  /** Where the connections around it lead. */
  direction: Direction
}

export interface DrawnEdge {
  readonly edge: Edge
  readonly from: Item
  readonly to: Item
  /** Its line in the picture of an earlier version. */
  earlier: readonly Point[] | undefined
}

export interface Tree {
  readonly items: readonly Item[]
  readonly roots: readonly Item[]
  readonly connections: readonly DrawnEdge[]
  /** The box of an id. */
  readonly find: (id: string) => Item | undefined
}

/** The item, and the frames around it from the inside out. */
export function* outwards(item: Item): Generator<Item> {
  for (let at: Item | undefined = item; at; at = at.parent) yield at
}

/** Only elements that `apply()` has drawn, in the wanted layers. @param describes true if boxes show their descriptions */
export function treeOf(topology: Topology, wanted?: ReadonlySet<string>, describes = false): Tree {
  const made = new Map<TopologyNode, Item>()
  const hidden = (layer: string | undefined) =>
    wanted !== undefined && layer !== undefined && !wanted.has(layer)
  const keyOf = numberedIds()
  for (const node of topology.nodes) {
    const key = keyOf(node.id)
    const parentNode = node.parent === undefined ? undefined : topology.nodes[node.parent]
    const parent = parentNode && made.get(parentNode)
    if (node.afterApply || hidden(node.layer) || (parentNode && !parent)) continue
    const item = itemOf(node, {
      key,
      number: made.size,
      parent,
      about: describes ? aboutOf(forPictureOrNull(node.description)) : [],
      autoLayout: topology.builders[node.builder]?.autoLayout ?? true,
    })
    made.set(node, item)
    parent?.children.push(item)
  }
  const items = [...made.values()]
  for (const item of items) measure(item)
  const drawn = { ...topology, nodes: [...made.keys()] }
  const find = (id: string) => {
    const node = firstNamed(drawn, id)
    return node && made.get(node)
  }
  const connections = topology.edges.flatMap((edge): DrawnEdge[] => {
    const from = find(edge.from)
    const to = find(edge.to)
    return from && to && !edge.afterApply && !hidden(edge.layer)
      ? [{ edge, from, to, earlier: undefined }]
      : []
  })
  return { items, roots: items.filter(({ parent }) => parent === undefined), connections, find }
}

/** The facts of a box that come from the topology around its node. */
type ItemPlace = Pick<Item, 'key' | 'number' | 'parent' | 'about' | 'autoLayout'>

function itemOf(node: TopologyNode, { key, number, parent, about, autoLayout }: ItemPlace): Item {
  return {
    key,
    number,
    node,
    parent,
    children: [],
    label: forPictureOrNull(node.label) ?? (forPicture(node.id) || node.kind),
    note: noteOf(node),
    about,
    shape: shapes.find((shape) => shape === node.shape) ?? shapeOfKind[node.kind] ?? 'default',
    state: states.find((state) => state === node.state) ?? 'running',
    icon: forPictureOrNull(node.icon) ?? iconOfKind[node.kind] ?? null,
    external: node.external,
    autoLayout,
    measured: { width: 0, height: 0, lines: [] },
    earlier: undefined,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    direction: 'down',
  }
}

function measure(item: Item): void {
  const { label, note, about, icon, shape, children, node } = item
  const written = { label, note, about, icon, shape, replicas: node.replicas ?? null }
  item.measured = children.length > 0 ? measureTitle(label) : measureNode(written)
  item.width = item.measured.width
  item.height = item.measured.height
}

const shapeOfKind: Partial<Record<TopologyNode['kind'], Shape>> = {
  database: 'cylinder',
  cloud: 'cloud',
  actor: 'person',
  host: 'machine',
}

const iconOfKind: Partial<Record<TopologyNode['kind'], string>> = {
  database: 'database',
  client: 'monitor',
  host: 'server',
  vm: 'cpu',
  datacenter: 'storage',
  cloud: 'cloud',
}

/** The line below the label: shard, capacity, external. */
function noteOf({ shardId, shardRole, capacity, external, kind }: TopologyNode): string | null {
  const most = typeof capacity === 'object' ? amount(capacity.maxRps) : null
  const text = joined(
    ' · ',
    forPictureOrNull(shardId),
    forPictureOrNull(shardRole),
    most !== null && `${most} req/s`,
  )
  return text.slice(0, 48) || (external && !CONTAINER_KINDS.has(kind) ? 'external' : null)
}

function amount(value: Value | undefined): string | null {
  if (typeof value !== 'number') return forPictureOrNull(value)
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ' ')
}
