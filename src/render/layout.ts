/** Topology → picture: positions of all boxes, edges and texts. Deterministic. */

import { forPicture, forPictureOrNull } from '../text/for-picture.ts'
import type { Topology } from '../topology/index.ts'
import { arrange, enclosingFrames, tagText } from './arrange.ts'
import { type DrawnEdge, type Item, treeOf } from './box-tree.ts'
import { colorOf } from './color.ts'
import { type Tag, tagsFor } from './edge-labels.ts'
import { assertDrawable, MOST_ROUTED } from './limits.ts'
import { measureTitle, sizes } from './measure.ts'
import type { Box, Mark, Picture, PictureEdge, PictureNode, Point } from './picture.ts'
import { scenariosOf } from './playback.ts'
import { routes } from './route.ts'
import { separate } from './separate-edges.ts'

export interface LayoutOptions {
  readonly title: string
  /** Draws only these layers, and elements without a layer. */
  readonly layers?: readonly string[] | undefined
  /** Marks of a comparison: nodes by key, edges by id. */
  readonly marks?: Marks | undefined
}

export interface Marks {
  readonly nodes: ReadonlyMap<string, Mark>
  readonly edges: ReadonlyMap<string, Mark>
}

const margin = 28

/** @throws KnownError `TOPO_PICTURE_TOO_LARGE` */
export function layout(topology: Topology, { title, layers: wanted, marks }: LayoutOptions): Picture {
  const tree = treeOf(topology, wanted && new Set(wanted))
  assertDrawable(tree)
  arrange(tree)
  const { items, connections } = tree
  const leaves = items.filter(({ children }) => children.length === 0)
  const isRouted = connections.length <= MOST_ROUTED
  const ways = routes(items, connections, isRouted)
  const points = isRouted ? separate(ways, leaves) : ways
  const frames = items.filter(({ children }) => children.length > 0)
  const tags = tagsFor(
    points,
    connections.map((connection) => {
      const text = isRouted ? tagText(connection) : null
      return text === null ? null : forPictureOrNull(text)
    }),
    [...leaves, ...frames.map(titleOf)],
    frames,
  )
  const layers = new Layers()
  const area = boundingBox([...items, ...points.flat().map(dot), ...tags.filter((tag) => tag !== null)])
  const by = { x: margin - area.x, y: margin - area.y }
  const nodes = items.map((item) => nodeOf(item, layers, marks, by))
  const edges = connections.map((connection, i) =>
    edgeOf(connection, points[i] ?? [], tags[i] ?? null, layers, marks, by),
  )
  const shownLayer = (name: string | undefined) =>
    name === undefined || wanted === undefined || wanted.includes(name)
  const scenarios = scenariosOf(topology, tree, shownLayer, (name) => layers.of([name]))
  return {
    title: forPicture(title),
    width: Math.ceil(area.width + 2 * margin),
    height: Math.ceil(area.height + 2 * margin),
    ...{ nodes, edges, layers: layers.names, scenarios },
  }
}

/** The text in the head of a frame. */
const titleOf = ({ x, y, measured, label }: Item): Box => ({
  ...{ x: x + 10, y: y + 6 },
  width: Math.min(measured.width, measureTitle(label).width) - 20,
  height: sizes.frameHead - 12,
})

class Layers {
  readonly names: string[] = []
  readonly #numbers = new Map<string, number>()

  of(names: readonly (string | undefined)[]): number[] {
    const numbers = new Set<number>()
    for (const name of names) {
      if (name === undefined || name === '') continue
      let number = this.#numbers.get(name)
      if (number === undefined) {
        number = this.names.push(forPicture(name) || '?') - 1
        this.#numbers.set(name, number)
      }
      numbers.add(number)
    }
    return [...numbers]
  }
}

const layersOf = (item: Item) => enclosingFrames(item).map(({ node }) => node.layer)

const dot = ({ x, y }: Point): Box => ({ x, y, width: 0, height: 0 })

function boundingBox(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 320, height: 120 }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const translate = <P extends Point>(point: P, by: Point): P => ({
  ...point,
  x: point.x + by.x,
  y: point.y + by.y,
})

function nodeOf(item: Item, layers: Layers, marks: Marks | undefined, by: Point): PictureNode {
  const { key, node, parent, children, label, note, shape, state, icon, external, measured } = item
  const place = translate({ x: item.x, y: item.y, width: item.width, height: item.height }, by)
  return {
    ...{ key, id: forPicture(node.id), kind: node.kind, isFrame: children.length > 0 },
    parent: parent?.key ?? null,
    depth: enclosingFrames(item).length - 1,
    ...place,
    ...{ label, lines: measured.lines, note, description: forPictureOrNull(node.description) },
    ...{ shape, state, icon, replicas: node.replicas ?? null, external },
    color: colorOf(node.color),
    layers: layers.of(layersOf(item)),
    ...{ line: node.at.line, column: node.at.column },
    mark: marks?.nodes.get(key) ?? null,
  }
}

function edgeOf(
  { edge, from, to }: DrawnEdge,
  points: readonly Point[],
  tag: Tag | null,
  layers: Layers,
  marks: Marks | undefined,
  by: Point,
): PictureEdge {
  return {
    ...{ id: edge.id, from: from.key, to: to.key },
    ...{
      type: forPictureOrNull(edge.type),
      protocol: forPictureOrNull(edge.protocol),
      port: forPictureOrNull(edge.port),
    },
    label: forPictureOrNull(edge.label),
    points: points.map((point) => translate(point, by)),
    tag: tag && translate(tag, by),
    layers: layers.of([edge.layer, ...layersOf(from), ...layersOf(to)]),
    ...{ line: edge.at.line, column: edge.at.column },
    mark: marks?.edges.get(edge.id) ?? null,
  }
}
