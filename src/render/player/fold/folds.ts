/** Folded groups: what is still shown, and the connections of their content as one line per pair. */
import { valueFor } from '../../../grouped.ts'
import type { PictureEdge } from '../../picture/picture.ts'
import type { Graph } from '../view/graph.ts'

/** Connections between the same two shown boxes, at least one of them folded. */
export interface BundledEdges {
  /** The first of the connections stands for all. */
  readonly edge: PictureEdge
  readonly edges: readonly PictureEdge[]
  /** Keys of the shown boxes. */
  readonly from: string
  readonly to: string
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
  const boxes = boxesOf(graph, folded)
  const replaced = new Set<string>()
  const bundles = new Map<string, BundledEdges & { readonly edges: PictureEdge[] }>()
  for (const edge of graph.picture.edges) {
    const from = boxes.get(edge.from) ?? edge.from
    const to = boxes.get(edge.to) ?? edge.to
    const isBundled = folded.has(from) || folded.has(to)
    const isLoopOfBox = from === edge.from && to === edge.to && from === to
    if (!isBundled || isLoopOfBox) continue

    replaced.add(edge.id)
    if (from === to || !isShown(edge)) continue
    const ends = JSON.stringify([from, to])
    valueFor(bundles, ends, () => ({
      edge,
      edges: [],
      from,
      to,
    })).edges.push(edge)
  }
  return { boxes, replaced, bundles: [...bundles.values()] }
}

/** The outermost folded group of each node inside of one. */
function boxesOf({ picture }: Graph, folded: ReadonlySet<string>): Map<string, string> {
  const boxes = new Map<string, string>()
  // Frames precede their content.
  for (const { key, parent } of picture.nodes) {
    if (parent === null) continue
    const box = boxes.get(parent) ?? (folded.has(parent) ? parent : undefined)
    if (box !== undefined) boxes.set(key, box)
  }
  return boxes
}

/** Groups that contain others or nodes, by their depth: those of a level are folded with all below it. */
export function foldedToLevel(graph: Graph, level: number): Set<string> {
  return new Set(
    graph.picture.nodes
      .filter(({ isFrame, depth }) => isFrame && depth >= level - 1)
      .map(({ key }) => key),
  )
}

/** Number of levels of groups. */
export function levelsOf({ picture }: Graph): number {
  const frames = picture.nodes.filter(({ isFrame }) => isFrame)
  return Math.max(0, ...frames.map(({ depth }) => depth + 1))
}
