/** Converts a topology to a tree of boxes: visible nodes, their unique keys, and the ends of each connection. */

import { numberedIds } from '../../../text/numbered-ids.ts'
import { brokenLines, forPicture, forPictureOrNull } from '../../../text/safe/for-picture.ts'
import { joined } from '../../../text/words.ts'
import { firstNamed } from '../../../topology/model/resolve-ids.ts'
import {
  CONTAINER_KINDS,
  type Edge,
  type Topology,
  type TopologyNode,
  type Value,
} from '../../../topology/model/topology.ts'
import type { Direction, Size } from '../../picture/direction.ts'
import { aboutOf, type Measured, measureNode, measureTitle } from '../../picture/measure.ts'
import {
  type Box,
  type EarlierPicture,
  type NodeState,
  type Point,
  type Shape,
  shapes,
  states,
} from '../../picture/picture.ts'

/** A box. Its size is that of its text until it is arranged, and its position 0. */
export interface Item extends Box {
  readonly key: string
  /** Counts the boxes in script order. */
  readonly number: number
  readonly node: TopologyNode
  readonly parent: Item | undefined
  readonly children: readonly Item[]
  /** In one line. */
  readonly label: string
  /** The label at the breaks of its author, if it has some. */
  readonly labelLines?: readonly string[] | undefined
  readonly note: string | null
  /** The lines of its description; empty unless the picture shows descriptions. */
  readonly about: readonly string[]
  readonly shape: Shape
  readonly state: NodeState
  readonly icon: string | null
  readonly external: boolean
  readonly autoLayout: boolean
  readonly measured: Measured
  /** In the picture of an earlier version; undefined for a new box. */
  readonly earlier: Box | undefined
  /** Where the connections around it lead. */
  readonly direction: Direction
}

export interface DrawnEdge {
  readonly edge: Edge
  readonly from: Item
  readonly to: Item
  /** Its line in the picture of an earlier version. */
  readonly earlier: readonly Point[] | undefined
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
  for (let box: Item | undefined = item; box; box = box.parent) yield box
}

/** An item while the tree is made. */
interface ItemDraft extends Omit<Item, 'parent' | 'children' | 'measured' | 'width' | 'height'> {
  readonly parent: ItemDraft | undefined
  readonly children: ItemDraft[]
  measured: Measured
  width: number
  height: number
}

/** The part of a topology that is drawn, and what is known about its boxes. */
export interface TreeOptions {
  /** Draws only these layers, and elements without a layer. */
  readonly layers?: ReadonlySet<string> | undefined
  /** Boxes show their descriptions. */
  readonly describes?: boolean | undefined
  readonly previous?: EarlierPicture | undefined
  /** Sizes that nodes have at least, by key. */
  readonly room?: ReadonlyMap<string, Size> | undefined
}

/** Only elements that `apply()` has drawn, in the wanted layers. */
export const treeOf = (topology: Topology, options: TreeOptions = {}): Tree =>
  new TreeBuilder(topology, options).tree()

class TreeBuilder {
  readonly #topology: Topology
  readonly #options: TreeOptions
  readonly #items = new Map<TopologyNode, ItemDraft>()
  readonly #earlierBoxes: ReadonlyMap<string, Box>
  readonly #earlierLines: ReadonlyMap<string, readonly Point[]>

  constructor(topology: Topology, options: TreeOptions) {
    const { nodes = [], edges = [] } = options.previous ?? {}
    this.#topology = topology
    this.#options = options
    this.#earlierBoxes = new Map(nodes.map((node) => [node.key, node]))
    this.#earlierLines = new Map(edges.map(({ id, points }) => [id, points]))
  }

  tree(): Tree {
    const keyOf = numberedIds()
    for (const node of this.#topology.nodes) this.#addNode(node, keyOf(node.id))
    const items = [...this.#items.values()]
    for (const item of items) this.#measure(item)

    const drawn = { ...this.#topology, nodes: [...this.#items.keys()] }
    const find = (id: string) => {
      const node = firstNamed(drawn, id)
      return node && this.#items.get(node)
    }
    const connections = this.#topology.edges.flatMap((edge): DrawnEdge[] => {
      const from = find(edge.from)
      const to = find(edge.to)
      if (!from || !to || edge.afterApply || this.#isHidden(edge.layer)) return []
      return [{ edge, from, to, earlier: this.#earlierLines.get(edge.id) }]
    })
    return { items, roots: items.filter(({ parent }) => parent === undefined), connections, find }
  }

  #isHidden(layer: string | undefined): boolean {
    const { layers } = this.#options
    return layers !== undefined && layer !== undefined && !layers.has(layer)
  }

  #addNode(node: TopologyNode, key: string): void {
    const { nodes, builders } = this.#topology
    const parentNode = node.parent === undefined ? undefined : nodes[node.parent]
    const parent = parentNode && this.#items.get(parentNode)
    if (node.afterApply || this.#isHidden(node.layer) || (parentNode && !parent)) return
    const item = itemOf(node, {
      key,
      number: this.#items.size,
      parent,
      about: this.#options.describes ? aboutOf(forPictureOrNull(node.description)) : [],
      autoLayout: builders[node.builder]?.autoLayout ?? true,
      earlier: this.#earlierBoxes.get(key),
    })
    this.#items.set(node, item)
    parent?.children.push(item)
  }

  #measure(item: ItemDraft): void {
    const { key, label, children, node } = item
    const isFrame = children.length > 0
    const replicas = node.replicas ?? null
    const measured = isFrame ? measureTitle(label) : measureNode({ ...item, replicas })
    const room = isFrame ? undefined : this.#options.room?.get(key)
    item.width = Math.max(measured.width, room?.width ?? 0)
    item.height = Math.max(measured.height, room?.height ?? 0)
    item.measured = { ...measured, width: item.width, height: item.height }
  }
}

/** An arranged box, in the picture. */
export interface BoxPlace extends Box {
  readonly direction: Direction
}

/** The same boxes and connections, with the boxes at their places. */
export function treeAt(tree: Tree, placeOf: (item: Item) => BoxPlace): Tree {
  const arranged = new Map<Item, ItemDraft>()
  for (const item of tree.items) {
    const { x, y, width, height, direction } = placeOf(item)
    const parent = item.parent && arranged.get(item.parent)
    const copy = { ...item, parent, children: [], x, y, width, height, direction }
    arranged.set(item, copy)
    parent?.children.push(copy)
  }
  const arrangedItem = (item: Item) => arranged.get(item) as Item
  return {
    items: tree.items.map(arrangedItem),
    roots: tree.roots.map(arrangedItem),
    connections: tree.connections.map(({ edge, from, to, earlier }) => ({
      edge,
      from: arrangedItem(from),
      to: arrangedItem(to),
      earlier,
    })),
    find: (id) => {
      const item = tree.find(id)
      return item && arrangedItem(item)
    },
  }
}

/** The facts of a box that come from the topology around its node, or from an earlier picture. */
interface ItemPlace extends Pick<Item, 'key' | 'number' | 'about' | 'autoLayout' | 'earlier'> {
  readonly parent: ItemDraft | undefined
}

function itemOf(
  node: TopologyNode,
  { key, number, parent, about, autoLayout, earlier }: ItemPlace,
): ItemDraft {
  return {
    key,
    number,
    node,
    parent,
    children: [],
    label: forPictureOrNull(node.label) ?? (forPicture(node.id) || node.kind),
    labelLines: brokenLines(node.label),
    note: noteOf(node),
    about,
    shape: shapes.find((shape) => shape === node.shape) ?? shapeOfKind[node.kind] ?? 'default',
    state: states.find((state) => state === node.state) ?? 'running',
    icon: forPictureOrNull(node.icon) ?? iconOfKind[node.kind] ?? null,
    external: node.external,
    autoLayout,
    measured: { width: 0, height: 0, lines: [] },
    earlier,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    direction: 'down',
  }
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
