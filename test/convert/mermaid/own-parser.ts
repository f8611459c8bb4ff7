/** Reads a diagram with Mermaid's own parser, in Node: what topo reads is compared with it. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import mermaid from 'mermaid'

interface FlowDb {
  getVertices(): Map<string, { id: string; text?: string }>
  getEdges(): { start: string; end: string; text: string; stroke: string; type?: string }[]
  getDirection(): string
  getSubGraphs(): { id: string; title: string; nodes: string[] }[]
}

interface SequenceDb {
  getActors(): Map<string, { description: string }>
  getMessages(): { from?: string; to?: string; message?: string; type: number }[]
}

/** A note stands at its first participant. */
const NOTE = 2

let ready: Promise<unknown> | undefined

async function open(text: string): Promise<unknown> {
  ready ??= prepare()
  await ready
  return (await mermaid.mermaidAPI.getDiagramFromText(text)).db
}

async function prepare() {
  // Mermaid's package for clean HTML needs a window; nothing here is shown.
  const file = fileURLToPath(import.meta.resolve('mermaid')).replace(
    /mermaid\/dist.*/,
    'dompurify/dist/purify.es.mjs',
  )
  const { default: purify } = await import(pathToFileURL(file).href)
  Object.assign(purify, { sanitize: String, addHook() {} })
  mermaid.initialize({ startOnLoad: false, maxEdges: 2000 })
  await mermaid.parse('pie\n"a": 1')
}

const sorted = (texts: Iterable<string>) => [...texts].sort()

/** Ids of nodes, connections as `from → to`, and the members of each subgraph; all sorted. */
export async function flowchartOf(text: string) {
  const db = (await open(text)) as FlowDb
  const groups = new Map(db.getSubGraphs().map(({ id, nodes }) => [id, nodes]))
  return {
    nodes: sorted([...db.getVertices().keys()].filter((id) => !groups.has(id))),
    connections: sorted(
      db
        .getEdges()
        .flatMap(({ start, end, stroke }) => (stroke === 'invisible' ? [] : [`${start} → ${end}`])),
    ),
    groups: sorted([...groups].map(([id, nodes]) => `${id}: ${sorted(nodes).join(' ')}`)),
  }
}

/** `TB`, `LR`, `BT` or `RL`. */
export const directionOf = async (text: string) => ((await open(text)) as FlowDb).getDirection()

/** How many lines look unlike an arrow, by the look. */
export async function lostLooksOf(text: string): Promise<Record<string, number>> {
  const lost: Record<string, number> = {}
  for (const edge of ((await open(text)) as FlowDb).getEdges()) {
    for (const look of looksOf(edge)) lost[look] = (lost[look] ?? 0) + 1
  }
  return lost
}

const strokes = new Map([
  ['thick', 'thick line'],
  ['dotted', 'dotted line'],
])
const heads = new Map([
  ['open', 'line without arrowhead'],
  ['circle', 'circle at the end'],
  ['cross', 'cross at the end'],
])

function looksOf({ stroke, type = '' }: { stroke: string; type?: string }): string[] {
  if (stroke === 'invisible') return ['invisible connection']
  const isTwoHeaded = type === 'double_arrow_point'
  const head = isTwoHeaded ? 'arrowhead at the start' : heads.get(type.split('_').at(-1) ?? '')
  return [strokes.get(stroke), head].filter((look) => look !== undefined)
}

/** Participants with their names, and messages as `from → to: text`, in their order. */
export async function sequenceOf(text: string) {
  const db = (await open(text)) as SequenceDb
  return {
    actors: [...db.getActors()].map(([id, { description }]) => `${id}: ${description}`),
    messages: db
      .getMessages()
      .flatMap(({ from, to, message, type }) =>
        from && to ? [`${from} → ${type === NOTE ? from : to}: ${message ?? ''}`] : [],
      ),
  }
}

/** Titles of the subgraphs, and texts of the nodes by id. */
export async function titlesOf(text: string) {
  const db = (await open(text)) as FlowDb
  return {
    titles: db.getSubGraphs().map(({ id, title }) => `${id}: ${title}`),
    texts: [...db.getVertices().values()].map(({ id, text: words = id }) => `${id}: ${words}`),
  }
}
