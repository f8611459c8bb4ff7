/** Draws two versions of a diagram so that they can be laid over each other: what both have is at the same place. */
import { forPicture } from '../../text/safe/for-picture.ts'
import type { Topology } from '../../topology/model/topology.ts'
import { measureNode } from '../picture/measure.ts'
import type { ComparedPictures, Picture, PictureEdge, PictureNode } from '../picture/picture.ts'
import { type LayoutOptions, layout, type Marks } from './layout.ts'

/** Both versions as one topology, and each for itself, with the same ids for the same things. */
export interface ComparedTopologies {
  readonly both: Topology
  readonly before: Topology
  readonly after: Topology
  readonly marks: Marks
}

/** The same for both versions. */
export type ComparisonLook = Pick<LayoutOptions, 'title' | 'scriptDirection'>

/** @throws KnownError `TOPO_PICTURE_TOO_LARGE` */
export function layoutComparison(
  { both, before, after, marks }: ComparedTopologies,
  look: ComparisonLook,
): ComparedPictures {
  // The texts of changed connections are in each version.
  const sideLook = { ...look, marks: { nodes: new Map(), edges: marks.edges } }
  const older = layout(before, sideLook)
  const newer = layout(after, sideLook)
  const room = new Map(
    older.nodes.filter(({ isFrame }) => !isFrame).map((node) => [node.key, measureNode(node)]),
  )
  const picture = layout(both, { ...look, marks: { ...marks, room }, previous: older })
  return {
    before: onto(picture, withOldIds(older, marks.oldIds)),
    both: withScenarios(picture, picture),
    after: onto(picture, newer),
  }
}

const withOldIds = (picture: Picture, oldIds: Marks['oldIds']): Picture => ({
  ...picture,
  nodes: picture.nodes.map((node) => ({
    ...node,
    id: forPicture(oldIds?.get(node.key) ?? node.id),
  })),
})

/** One version with the places and marks of the whole. */
function onto(whole: Picture, side: Picture): Picture {
  const nodes = new Map(whole.nodes.map((node) => [node.key, node]))
  const edges = new Map(whole.edges.map((edge) => [edge.id, edge]))
  return withScenarios(
    {
      ...whole,
      layers: side.layers,
      nodes: side.nodes.flatMap((node): PictureNode[] => {
        const drawn = nodes.get(node.key)
        if (!drawn) return []
        const { x, y, width, height, mark, isFrame, depth } = drawn
        return [{ ...node, x, y, width, height, mark, isFrame, depth }]
      }),
      edges: side.edges.flatMap((edge): PictureEdge[] => {
        const drawn = edges.get(edge.id)
        if (!drawn) return []
        const { points, mark } = drawn
        const isSame = edge.tag?.text === drawn.tag?.text
        return [{ ...edge, points, mark, tag: isSame ? drawn.tag : tagAt(edge, drawn) }]
      }),
    },
    side,
  )
}

/** The other text at the place of the drawn one. */
function tagAt({ tag }: PictureEdge, drawn: PictureEdge): PictureEdge['tag'] {
  if (tag === null || drawn.tag === null) return null
  const { x, y, width, height } = drawn.tag
  return {
    ...tag,
    x: x + (width - tag.width) / 2,
    y: y + (height - tag.height) / 2,
  }
}

/** Only scenarios whose nodes are all drawn. */
function withScenarios(picture: Picture, { scenarios }: Picture): Picture {
  const nodes = new Set(picture.nodes.map(({ key }) => key))
  const edges = new Set(picture.edges.map(({ id }) => id))
  const isDrawn = (key: string | null) => key !== null && nodes.has(key)
  return {
    ...picture,
    scenarios: scenarios.filter(({ frames }) =>
      frames.every((frame) => {
        if (frame.kind === 'flash') return isDrawn(frame.node)
        if (frame.kind === 'send')
          return frame.hops.every(
            ({ from, to, edge }) =>
              isDrawn(from) && isDrawn(to) && (edge === null || edges.has(edge)),
          )
        return frame.cursor === null || isDrawn(frame.cursor)
      }),
    ),
  }
}
