/** Folded groups: what is still shown, and the connections of their content as one line per pair. */
import { addTo } from '../../../grouped.ts'
import type { Box, PictureEdge, Point } from '../../picture/picture.ts'
import type { Graph } from '../view/graph.ts'

/** Connections between the same two shown boxes, at least one of them folded. */
export interface BundledEdges {
  /** The first of the connections stands for all. */
  readonly edge: PictureEdge
  readonly edges: readonly PictureEdge[]
  /** Keys of the shown boxes. */
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
}

export interface FoldedGraph {
  /** Keys of the outermost folded groups by the keys of the nodes inside of them. */
  readonly boxes: ReadonlyMap<string, string>
  /** Ids of the connections that are bundled, or inside of a folded group. */
  readonly replaced: ReadonlySet<string>
  readonly bundles: readonly BundledEdges[]
}

/** @param isShown leaves out connections of hidden layers */
export function fold(
  graph: Graph,
  folded: ReadonlySet<string>,
  isShown: (edge: PictureEdge) => boolean,
): FoldedGraph {
  const boxes = new Map<string, string>()
  for (const { key, parent } of graph.picture.nodes) {
    // Frames precede their content.
    const box = parent === null ? undefined : (boxes.get(parent) ?? (folded.has(parent) ? parent : undefined))
    if (box !== undefined) boxes.set(key, box)
  }
  const replaced = new Set<string>()
  const pairs = new Map<string, PictureEdge[]>()
  for (const edge of graph.picture.edges) {
    const [from, to] = [boxes.get(edge.from) ?? edge.from, boxes.get(edge.to) ?? edge.to]
    const isBundled = folded.has(from) || folded.has(to)
    if (!isBundled || (from === edge.from && to === edge.to && from === to)) continue
    replaced.add(edge.id)
    if (from === to || !isShown(edge)) continue
    addTo(pairs, JSON.stringify([from, to]), edge)
  }
  const bundles = [...pairs.values()].flatMap((edges): BundledEdges[] => {
    const [edge] = edges
    if (!edge) return []
    const [from, to] = [boxes.get(edge.from) ?? edge.from, boxes.get(edge.to) ?? edge.to]
    const points = cutRoute(edge.points, graph.nodes.get(from), graph.nodes.get(to))
    return [{ edge, edges, from, to, points }]
  })
  return { boxes, replaced, bundles }
}

/** The part of a route from the border of one box to the border of another. */
function cutRoute(points: readonly Point[], from: Box | undefined, to: Box | undefined): readonly Point[] {
  const left = from ? leave(points, from) : points
  return to ? leave(left.toReversed(), to).toReversed() : left
}

/** The route after it has left the box for the last time. */
function leave(points: readonly Point[], box: Box): readonly Point[] {
  for (let i = points.length - 2; i >= 0; i--) {
    const [a, b] = [points[i] as Point, points[i + 1] as Point]
    const share = lastInside(a, b, box)
    if (share === undefined) continue
    // It ends in the box: no part of this segment is outside.
    if (share >= 1) return points.slice(i + 1)
    const at = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
    return [at, ...points.slice(i + 1)]
  }
  return points
}

/** Share of a segment at which it is in the box for the last time; undefined if it never is. */
function lastInside(a: Point, b: Point, { x, y, width, height }: Box): number | undefined {
  let [enter, exit] = [0, 1]
  for (const [from, to, least, most] of [
    [a.x, b.x, x, x + width],
    [a.y, b.y, y, y + height],
  ] as const) {
    const by = to - from
    if (by === 0) {
      if (from < least || from > most) return undefined
      continue
    }
    const [first, second] = [(least - from) / by, (most - from) / by]
    enter = Math.max(enter, Math.min(first, second))
    exit = Math.min(exit, Math.max(first, second))
  }
  return enter <= exit ? exit : undefined
}

/** Groups that contain others or nodes, by their depth: those of a level are folded with all below it. */
export function foldedToLevel(graph: Graph, level: number): Set<string> {
  return new Set(
    graph.picture.nodes.filter(({ isFrame, depth }) => isFrame && depth >= level - 1).map(({ key }) => key),
  )
}

/** Number of levels of groups. */
export const levelsOf = ({ picture }: Graph): number =>
  Math.max(0, ...picture.nodes.filter(({ isFrame }) => isFrame).map(({ depth }) => depth + 1))
