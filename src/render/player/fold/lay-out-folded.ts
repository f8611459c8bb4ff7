/** Lays out a picture again: with folded groups as small boxes, for the stage that shows it. */
import { counted, joined } from '../../../text/words.ts'
import { type PlainEdge, plainTopology } from '../../layout/boxes/plain-topology.ts'
import { layoutForStage } from '../../layout/for-stage.ts'
import type { Marks } from '../../layout/layout.ts'
import { isBackwards, type Size } from '../../picture/direction.ts'
import type { Picture, PictureEdge, PictureNode } from '../../picture/picture.ts'
import type { Graph } from '../view/graph.ts'
import { type BundledEdges, fold } from './folds.ts'

/** More boxes or connections than these are not laid out again: it would take seconds. */
const mostBoxes = 500
const mostLines = 400

export const isTooLarge = (boxes: number, lines: number): boolean =>
  boxes > mostBoxes || lines > mostLines

export const showsDescriptions = ({ nodes }: Picture): boolean =>
  nodes.some(({ about }) => about !== undefined)

export interface FoldedLayoutOptions {
  /** The picture that the reader sees now; the layout keeps it in place where it can. */
  readonly previous?: Picture | undefined
  /** Shows the descriptions of nodes; without it, as the picture does. */
  readonly descriptions?: boolean
}

/** The same nodes and connections at other places; those inside of a folded group are at its box. Undefined for a picture that is too large. */
export function layOutFolded(
  graph: Graph,
  folded: ReadonlySet<string>,
  stage: Size,
  { previous, descriptions = showsDescriptions(graph.picture) }: FoldedLayoutOptions = {},
): Picture | undefined {
  const { picture } = graph
  const { boxes, bundles, replaced } = fold(graph, folded, () => true)
  const single = picture.edges.filter(({ id }) => !replaced.has(id))
  const shown = picture.nodes.filter(({ key }) => !boxes.has(key))
  if (isTooLarge(shown.length, single.length + bundles.length)) return undefined

  const drawn = shown.map((node) => (folded.has(node.key) ? foldedBox(graph, node) : node))
  const topology = plainTopology(drawn, [...single, ...bundles.map(lineOf)])
  const { title, scriptDirection } = picture
  const options = {
    title,
    previous,
    descriptions,
    scriptDirection,
    direction: wishOf(picture),
    marks: marksOf(picture),
  }
  const laidOut = layoutForStage(topology, options, stage)
  const places = placesOf(laidOut)
  for (const [key, box] of boxes) {
    places.nodes.set(key, places.nodes.get(box) as PictureNode)
  }
  for (const { edge, edges } of bundles)
    for (const { id } of edges) {
      places.edges.set(id, places.edges.get(edge.id) as PictureEdge)
    }
  return onto(picture, laidOut, places)
}

/** The stage itself may have chosen right, and may choose again. */
const wishOf = ({ direction, scriptDirection }: Picture): Picture['direction'] =>
  scriptDirection === undefined && isBackwards(direction) ? direction : undefined

/** The texts of changed connections are always drawn. */
function marksOf({ compares, edges }: Picture): Marks | undefined {
  if (!compares) return undefined
  const marked = edges.flatMap(({ id, mark }) => (mark === null ? [] : [[id, mark] as const]))
  return { nodes: new Map(), edges: new Map(marked) }
}

const foldedBox = (graph: Graph, group: PictureNode): PictureNode => ({
  ...group,
  kind: 'group',
  icon: null,
  description: null,
  note: noteOf(graph, group.key),
})

/** Nodes and edges of a layout by key and id. */
interface Places {
  readonly nodes: Map<string, PictureNode>
  readonly edges: Map<string, PictureEdge>
}

const placesOf = ({ nodes, edges }: Picture): Places => ({
  nodes: new Map(nodes.map((node) => [node.key, node])),
  edges: new Map(edges.map((edge) => [edge.id, edge])),
})

/** A picture at the places of another layout. @param places may have others than the layout itself */
export function onto(picture: Picture, layout: Picture, places = placesOf(layout)): Picture {
  const { width, height, direction } = layout
  return {
    ...picture,
    width,
    height,
    ...(direction && { direction }),
    nodes: picture.nodes.map((node): PictureNode => {
      const place = places.nodes.get(node.key) ?? node
      return {
        ...node,
        x: place.x,
        y: place.y,
        width: place.width,
        height: place.height,
        about: place.about,
      }
    }),
    edges: picture.edges.map((edge): PictureEdge => {
      const { points, tag } = places.edges.get(edge.id) ?? { points: [], tag: null }
      return { ...edge, points, tag }
    }),
  }
}

/** The line below the name of a folded group. */
export function noteOf(graph: Graph, key: string): string {
  const inside = graph.inside(key)
  const nodes = [...inside].flatMap((one) => graph.nodes.get(one) ?? [])
  const { edges, compares } = graph.picture
  const innerEdges = edges.filter(({ from, to }) => inside.has(from) && inside.has(to))
  const changes = [...nodes, ...innerEdges].filter(({ mark }) => mark !== null)
  return joined(
    ', ',
    counted(nodes.filter(({ isFrame }) => !isFrame).length, 'node'),
    compares && changes.length > 0 && counted(changes.length, 'change'),
  )
}

/** Its text is the count; a changed connection keeps its own. */
function lineOf({ edge, edges: { length }, from, to }: BundledEdges): PlainEdge {
  if (length === 1 && edge.mark !== null) return { ...edge, from, to }
  return {
    id: edge.id,
    from,
    to,
    label: length > 1 ? `×${length}` : null,
    protocol: null,
    port: null,
  }
}
