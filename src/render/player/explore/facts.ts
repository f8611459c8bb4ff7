/** Collects what a card says about a node or a connection. */
import { counted, joined } from '../../../text/words.ts'
import { glyphOf } from '../../picture/icons.ts'
import type { PictureEdge, PictureNode } from '../../picture/picture.ts'
import { howOf, timesOf } from '../../picture/texts.ts'
import type { Graph, Subject } from '../view/graph.ts'

export interface FactLink {
  readonly selection: Subject
  readonly text: string
  /** How they are connected; null if the script does not say. */
  readonly detail: string | null
  /** The connection of a neighbour. */
  readonly by?: Subject
}

export interface SubjectFacts {
  readonly title: string
  /** Kind of the element, in a few words. */
  readonly kind: string
  readonly description: string | null
  /** Links lead to what the text names. */
  readonly rows: readonly {
    readonly name: string
    readonly text: string
    readonly links?: readonly FactLink[]
  }[]
  readonly lists: readonly { readonly name: string; readonly links: readonly FactLink[] }[]
  readonly scenarios: readonly { readonly id: string; readonly title: string }[]
}

/** Undefined if the picture does not have it. */
export function factsOf(graph: Graph, selection: Subject): SubjectFacts | undefined {
  const { type, id } = selection
  const node = type === 'node' ? graph.nodes.get(id) : undefined
  const edge = type === 'edge' ? graph.edges.get(id) : undefined
  const scenarios = graph.scenariosOf(selection)
  if (node) return { ...nodeFacts(graph, node), scenarios }
  return edge && { ...edgeFacts(graph, edge), scenarios }
}

function nodeFacts(graph: Graph, node: PictureNode): Omit<SubjectFacts, 'scenarios'> {
  const { key, id, label, kind, isFrame, state, replicas, external, icon, note, mark, layers } =
    node
  const { outgoing, incoming } = graph.connectionsOf(key)
  const inside = graph.inside(key).size - 1
  const ports = unique(incoming.map((edge) => portOf(edge)))
  const around = graph.framesOf(key).map((frame) => linkTo(graph, frame.key))
  const isTechnology = icon !== null && glyphOf(icon) === undefined
  return {
    title: label,
    kind: joined(', ', kind, external && 'external', mark),
    description: node.description,
    rows: rowsOf([
      ['Id', id === '' ? null : id],
      ['In', around.map(({ text }) => text).join(' › '), around],
      ['State', isFrame && state === 'running' ? null : state],
      ['Replicas', replicas === null ? null : String(replicas)],
      ['Technology', isTechnology ? icon : null],
      ['Details', note === 'external' ? null : note],
      ['Ports', ports.join(', ')],
      ['Layer', namesOfLayers(graph, layers)],
      ['Contains', isFrame ? counted(inside, 'node') : null],
    ]),
    lists: [
      { name: 'Calls', links: outgoing.map((edge) => linkOf(graph, edge, edge.to)) },
      { name: 'Called by', links: incoming.map((edge) => linkOf(graph, edge, edge.from)) },
    ].filter(({ links }) => links.length > 0),
  }
}

function edgeFacts(graph: Graph, edge: PictureEdge): Omit<SubjectFacts, 'scenarios'> {
  const { id, from, to, label, type, protocol, port, mark, layers } = edge
  return {
    title: graph.nameOf({ type: 'edge', id }),
    kind: joined(', ', 'connection', mark),
    description: label,
    rows: rowsOf([
      ['Id', id],
      ['Type', type],
      ['Technology', protocol],
      ['Port', port],
      ['Layer', namesOfLayers(graph, layers)],
    ]),
    lists: [
      { name: 'From', links: [linkTo(graph, from)] },
      { name: 'To', links: [linkTo(graph, to)] },
    ],
  }
}

const linkTo = (graph: Graph, key: string): FactLink => ({
  selection: { type: 'node', id: key },
  text: graph.labelOf(key),
  detail: null,
})

function linkOf(graph: Graph, edge: PictureEdge, key: string): FactLink {
  return {
    ...linkTo(graph, key),
    detail: unique([edge.label, ...howOf(edge)]).join(' · ') || null,
    by: { type: 'edge', id: edge.id },
  }
}

const portOf = ({ port, protocol, type }: PictureEdge): string | null => {
  const how = protocol ?? type
  return port === null || how === null ? port : `${port} (${how})`
}

export const namesOfLayers = ({ picture }: Graph, layers: readonly number[]): string =>
  layers.map((layer) => picture.layers[layer] ?? '?').join(', ')

const unique = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
]

type Row = readonly [name: string, text: string | null, links?: readonly FactLink[]]

const rowsOf = (rows: readonly Row[]): SubjectFacts['rows'] =>
  rows.flatMap(([name, text, links]) =>
    text
      ? [
          {
            name,
            text,
            ...(links && { links }),
          },
        ]
      : [],
  )

/** Describes a node or a connection in words for screen readers; empty if the picture does not have it. */
export function sentenceOf(graph: Graph, { type, id }: Subject): string {
  const node = type === 'node' ? graph.nodes.get(id) : undefined
  const edge = type === 'edge' ? graph.edges.get(id) : undefined
  if (edge) {
    const { from, to, label, mark } = edge
    const how = unique(howOf(edge))
    const about = label === null ? '' : `: ${label}`
    const change = mark === null ? '' : `, ${mark}`
    const ways = how.length === 0 ? '' : ` (${how.join(', ')})`
    return `Connection from ${graph.labelOf(from)} to ${graph.labelOf(to)}${change}${about}${ways}`
  }
  if (!node) return ''
  const { lists } = nodeFacts(graph, node)
  const { kind, external, mark, state, note } = node
  const isExternal = external && note !== 'external'
  const what = joined(', ', kind, isExternal && 'external', mark, state !== 'running' && state)
  // It begins with the texts that one sees, so that people who speak to their computer can name it.
  const seen = joined(' ', node.label, note, ...(node.about ?? []), timesOf(node))
  const relations = lists.map(({ name, links }) => {
    const texts = unique(links.map(({ text }) => text))
    return `${name} ${someOf(texts)}.`
  })
  return [`${seen}, ${what}.`, ...relations].join(' ')
}

const mostNames = 6

const someOf = (names: readonly string[]): string =>
  names.length <= mostNames
    ? names.join(', ')
    : `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`
