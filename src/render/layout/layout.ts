/** Topology → picture: positions of all boxes, edges and texts. Deterministic. */

import { brokenLines, forPicture, forPictureOrNull } from '../../text/safe/for-picture.ts'
import type { Topology } from '../../topology/model/topology.ts'
import type { Direction } from '../picture/direction.ts'
import { boundsOf, moved } from '../picture/geometry.ts'
import { groupLook } from '../picture/group-look.ts'
import { colorOf } from '../picture/look/color.ts'
import type {
  Box,
  EarlierPicture,
  IconArts,
  Mark,
  Picture,
  PictureEdge,
  PictureNode,
  Point,
} from '../picture/picture.ts'
import type { Surface } from '../picture/surface.ts'
import { type Arranged, arrange, enclosingFrames, tagText } from './arrange.ts'
import { badgeOf, titleOf } from './boxes/box-texts.ts'
import { type DrawnEdge, type Item, type Tree, treeOf } from './boxes/box-tree.ts'
import { type Tag, tagsFor } from './boxes/edge-labels.ts'
import { freeRoutes } from './free/routes.ts'
import { findViolations } from './guarantees.ts'
import { assertDrawable } from './limits.ts'
import { scenariosOf } from './playback-steps.ts'
import { loopOf, simpleRoute } from './simple-routes.ts'

export interface LayoutOptions {
  readonly title: string
  /** Draws only these layers, and elements without a layer. */
  readonly layers?: readonly string[] | undefined
  /** Marks of a comparison: nodes by key, edges by id. */
  readonly marks?: Marks | undefined
  /** The wanted width, divided by the height; by default any shape that can be read on its surface. */
  readonly aspect?: number | undefined
  /** A reader's wish where connections lead: by default down, on a screen also to the right. Positions from the script stay. */
  readonly direction?: Direction | undefined
  /** Where connections lead by the header of the script, unless a reader wishes otherwise: then nothing is folded. */
  readonly scriptDirection?: Direction | undefined
  /** By default the column of a document. */
  readonly readOn?: Surface | undefined
  /** The picture of an earlier version: what both have keeps its order, unless another order has clearly fewer crossings. */
  readonly previous?: EarlierPicture | undefined
  /** Boxes show their descriptions below their labels. */
  readonly descriptions?: boolean | undefined
  /** Icons of packs, by the name in the script. They have room without being known, so they change no place. */
  readonly icons?: IconArts | undefined
}

export interface Marks {
  readonly nodes: ReadonlyMap<string, Mark>
  readonly edges: ReadonlyMap<string, Mark>
  /** Ids in the older version, by key; only of nodes with another id. */
  readonly oldIds?: ReadonlyMap<string, string> | undefined
  /** Sizes that nodes have in the older version, by key: a box has room for both. */
  readonly room?:
    | ReadonlyMap<string, { readonly width: number; readonly height: number }>
    | undefined
}

const margin = 28
/** The space of a picture without boxes. */
const empty: Box = { x: 0, y: 0, width: 320, height: 120 }

/** @throws KnownError `TOPO_PICTURE_TOO_LARGE` */
export function layout(
  topology: Topology,
  { title, layers: wanted, marks, icons, descriptions, ...wish }: LayoutOptions,
): Picture {
  const { direction = wish.scriptDirection } = wish
  const scriptDirection = wish.direction === undefined ? wish.scriptDirection : undefined
  const previous = comparable(wish.previous, scriptDirection)
  const boxes = treeOf(topology, {
    layers: wanted && new Set(wanted),
    describes: descriptions,
    previous,
    room: marks?.room,
  })
  assertDrawable(boxes)
  const arranged = arrange(boxes, {
    aspect: wish.aspect,
    readOn: wish.readOn,
    direction,
    isStrict: scriptDirection !== undefined,
    hasLost: previous !== undefined && hasMore(previous, boxes),
    keepsDirection: previous?.direction === direction,
  })
  const { tree, wires, isRouted } = arranged
  const { items, connections } = tree
  const leaves = items.filter(({ children }) => children.length === 0)
  const frames = items.filter(({ children }) => children.length > 0)
  const solid = [...leaves, ...frames.map(titleOf)]
  const points = routesOf(arranged, frames.map(titleOf))
  const texts = connections.map(tagText)
  const placed = textsOf(wires)
  const required = new Set(
    connections.flatMap(({ edge }, at) => (marks?.edges.has(edge.id) ? [at] : [])),
  )
  const shownTexts = texts.map((text, at) => (isRouted || required.has(at) ? text : null))
  const tags = tagsFor(points, shownTexts, { taken: solid, frames, placed, required })
  const leftOut = texts.filter((text, at) => text !== null && !tags[at]).length
  const violations = findViolations(items, connections, { points, leftOut, isRouted })
  const layers = new Layers()
  const area =
    boundsOf([...items, ...points.flat(), ...tags.filter((tag) => tag !== null)]) ?? empty
  const by = { x: margin - area.x, y: margin - area.y }
  const nodes = items.map((item) => nodeOf(item, layers, marks, by))
  const edges = connections.map((connection, i) =>
    edgeOf(connection, { points: points[i] ?? [], tag: tags[i] ?? null, by }, layers, marks),
  )
  const shownLayer = (name: string | undefined) =>
    name === undefined || wanted === undefined || wanted.includes(name)
  const scenarios = scenariosOf(topology, tree, {
    isShown: shownLayer,
    numbersOf: (name) => layers.of([name]),
  })
  return {
    title: forPicture(title),
    width: Math.ceil(area.width + 2 * margin),
    height: Math.ceil(area.height + 2 * margin),
    nodes,
    edges,
    layers: layers.names,
    ...(wanted && { allLayers: layersIn(topology) }),
    scenarios,
    ...(direction !== undefined && direction !== 'down' && { direction }),
    ...(scriptDirection && { scriptDirection }),
    ...(wish.aspect !== undefined && { aspect: wish.aspect }),
    ...(marks && { compares: true }),
    ...(icons && icons.size > 0 && { icons }),
    ...(violations && { violations }),
  }
}

/** The texts that have their places, by connection. */
const textsOf = (wires: Arranged['wires']): Map<number, Tag> =>
  new Map([...wires].flatMap(([edge, { tag }]) => (tag ? [[edge, tag] as const] : [])))

/** A picture in another direction has no places to keep. */
export const comparable = (
  previous: EarlierPicture | undefined,
  scriptDirection: Direction | undefined,
): EarlierPicture | undefined =>
  previous?.scriptDirection === scriptDirection ? previous : undefined

const hasMore = ({ nodes, edges }: EarlierPicture, { items, connections }: Tree): boolean =>
  nodes.length > items.length || edges.length > connections.length

/** Loops, the wires of layered frames, and around them the connections of boxes at other positions. */
function routesOf(
  { tree, wires, isRouted }: Arranged,
  titles: readonly Box[],
): (readonly Point[])[] {
  const { items, connections } = tree
  const loops = new Map<Item, number>()
  const known = new Map<number, readonly Point[]>()
  connections.forEach(({ from, to }, edge) => {
    const wire = wires.get(edge)
    if (wire) known.set(edge, wire.points)
    if (from !== to) return
    const count = loops.get(from) ?? 0
    loops.set(from, count + 1)
    known.set(edge, loopOf(from, count))
  })
  const open = [...connections.keys()].filter((edge) => !known.has(edge))
  const texts = [
    ...titles,
    ...items.flatMap(badgeOf),
    ...[...wires.values()].flatMap(({ tag }) => (tag ? [tag] : [])),
  ]
  const given = [...known.values()]
  const free =
    open.length > 0 && isRouted ? freeRoutes({ items, connections, open, given, texts }) : undefined
  return connections.map(
    (connection, edge) => known.get(edge) ?? free?.get(edge) ?? simpleRoute(connection),
  )
}

class Layers {
  readonly names: string[] = []
  readonly #numbers = new Map<string, number>()

  of(names: readonly (string | undefined)[]): number[] {
    const numbers = names.flatMap((name) => {
      if (!name) return []
      const number = this.#numbers.get(name) ?? this.names.push(forPicture(name) || '?') - 1
      this.#numbers.set(name, number)
      return number
    })
    return [...new Set(numbers)]
  }
}

const layersIn = ({ nodes, edges, flows }: Topology): string[] => {
  const scenarios = flows.flatMap((flow) => flow.scenarios)
  return [...new Set([...nodes, ...edges, ...scenarios].flatMap(({ layer }) => layer ?? []))]
}

const layersOf = (item: Item) => enclosingFrames(item).map(({ node }) => node.layer)

function nodeOf(item: Item, layers: Layers, marks: Marks | undefined, by: Point): PictureNode {
  const {
    key,
    node,
    parent,
    children,
    label,
    labelLines,
    note,
    about,
    shape,
    state,
    icon,
    external,
    measured,
  } = item
  const was = marks?.oldIds?.get(key)
  const look = groupLook(node.style)
  const { x, y } = moved(item, by)
  return {
    key,
    id: forPicture(node.id),
    kind: node.kind,
    isFrame: children.length > 0,
    parent: parent?.key ?? null,
    depth: enclosingFrames(item).length - 1,
    x,
    y,
    width: item.width,
    height: item.height,
    label,
    ...(labelLines && { labelLines }),
    lines: measured.lines,
    note,
    description: forPictureOrNull(node.description),
    shape,
    state,
    icon,
    replicas: node.replicas ?? null,
    external,
    color: colorOf(node.color),
    ...(look && { look }),
    ...(about.length > 0 && children.length === 0 && { about }),
    layers: layers.of(layersOf(item)),
    line: node.at.line,
    column: node.at.column,
    mark: marks?.nodes.get(key) ?? null,
    ...(was !== undefined && { was: forPicture(was) }),
  }
}

/** The line of a connection and its text, and how far both are moved. */
interface EdgeLine {
  readonly points: readonly Point[]
  readonly tag: Tag | null
  readonly by: Point
}

function edgeOf(
  { edge, from, to }: DrawnEdge,
  { points, tag, by }: EdgeLine,
  layers: Layers,
  marks: Marks | undefined,
): PictureEdge {
  const labelLines = brokenLines(edge.label)
  return {
    id: edge.id,
    from: from.key,
    to: to.key,
    type: forPictureOrNull(edge.type),
    protocol: forPictureOrNull(edge.protocol),
    port: forPictureOrNull(edge.port),
    label: forPictureOrNull(edge.label),
    ...(labelLines && { labelLines }),
    points: points.map((point) => moved(point, by)),
    tag: tag && moved(tag, by),
    layers: layers.of([edge.layer, ...layersOf(from), ...layersOf(to)]),
    line: edge.at.line,
    column: edge.at.column,
    mark: marks?.edges.get(edge.id) ?? null,
  }
}
