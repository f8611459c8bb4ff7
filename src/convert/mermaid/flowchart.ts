/** Reads a flowchart of Mermaid, by the rules of its lexer and grammar (`flow.jison`). */
import type { Drawing, DrawnConnection, DrawnDirection, LeftOut } from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'
import * as grammar from './flowchart-grammar.ts'
import { placeInSubgraphs, type Subgraph } from './flowchart-groups.ts'
import { type FlowchartLink, LostLooks, readLink } from './flowchart-links.ts'
import { labelFrom, type NodeDraft, setField } from './flowchart-node.ts'
import { Cursor, type MermaidText, textOf } from './prepare.ts'
import { NODE_SHAPES, SQUARE_BRACKETS } from './shapes.ts'

/** How a statement starts, and what reads it. */
type StatementReader = readonly [
  pattern: RegExp,
  read: (match: RegExpExecArray, line: number) => void,
]

/** Deeper ones are no diagram for people. */
const DEEPEST_SUBGRAPH = 50
/** Groups of nodes that are connected with `&` multiply. */
const MOST_CONNECTIONS = 20_000

const LOOK_IN_MERMAID =
  'Mermaid may read it otherwise: look at it in Mermaid, then correct the line.'

export function readFlowchart(source: MermaidText, name: string): Drawing {
  return new FlowchartReader(source).read(name)
}

class FlowchartReader {
  readonly #cursor: Cursor
  readonly #leftOut: LeftOut[]
  #title: string | undefined
  #direction: ChartDirection = 'down'
  readonly #lostLooks = new LostLooks()

  readonly #nodes = new Map<string, NodeDraft>()
  readonly #connections: DrawnConnection[] = []
  /** Also those that are invisible. */
  #connectionCount = 0
  /** A link may have an id, which later statements style; it is no node. */
  readonly #linkIds = new Set<string>()

  /** In the order of their starts. */
  readonly #subgraphs: Subgraph[] = []
  readonly #open: Subgraph[] = []
  /** In the order of their ends. */
  readonly #closed: Subgraph[] = []

  constructor({ text, title, leftOut }: MermaidText) {
    this.#cursor = new Cursor(text)
    this.#title = title
    this.#leftOut = leftOut
  }

  read(name: string): Drawing {
    const [, word = ''] = this.#cursor.take(grammar.HEADER) ?? []
    this.#direction = directionOf(word)
    this.#cursor.take(grammar.BETWEEN_STATEMENTS)
    while (!this.#cursor.isAtEnd) {
      this.#readStatement()
      this.#cursor.take(grammar.BETWEEN_STATEMENTS)
    }
    const unfinished = this.#open[0]
    if (unfinished) throw this.#unreadable(`the subgraph of line ${unfinished.line} has no "end"`)
    if (this.#nodes.size + this.#closed.length === 0)
      throw this.#unreadable('the flowchart is empty')

    const { groups, nodes } = placeInSubgraphs(
      [...this.#nodes.values()],
      this.#subgraphs,
      this.#closed,
    )
    return {
      name,
      title: this.#title,
      groups,
      nodes,
      connections: this.#connections,
      scenarios: [],
      leftOut: inOrder([...this.#leftOut, ...this.#lostLooks.leftOut()]),
      direction: this.#direction === 'down' ? undefined : this.#direction,
    }
  }

  /** Statements by how they start; any other statement names nodes. */
  readonly #readers: readonly StatementReader[] = [
    [grammar.WITHOUT_EFFECT, ([text], line) => this.#leaveOut(firstTwoWords(text), line)],
    [grammar.STYLE, ([, id = ''], line) => this.#readStyle(id, line)],
    [
      grammar.ACCESSIBILITY,
      ([, part, text], line) => this.#readAccessibility(part === 'Title', text, line),
    ],
    [grammar.DIRECTION, ([text, word = ''], line) => this.#readDirection(text, word, line)],
    [grammar.SUBGRAPH, () => this.#openSubgraph()],
    [grammar.END, () => this.#closeSubgraph()],
  ]

  #readStatement(): void {
    const { line } = this.#cursor
    for (const [pattern, read] of this.#readers) {
      const match = this.#cursor.take(pattern)
      if (!match) continue
      read(match, line)
      return
    }
    this.#readConnections()
  }

  /** A style also makes its node. */
  #readStyle(id: string, line: number): void {
    this.#nodeOf(id)
    this.#leaveOut(`style of ${id}`, line)
  }

  #readAccessibility(isTitle: boolean, text: string | undefined, line: number): void {
    if (isTitle) this.#title ??= textOf(text ?? '')
    else this.#leaveOut('accDescr', line)
  }

  /** That of a subgraph: a script has one direction. */
  #readDirection(text: string, word: string, line: number): void {
    if (directionOf(word) !== this.#direction) this.#leaveOut(firstTwoWords(text), line)
  }

  #openSubgraph(): void {
    if (this.#open.length >= DEEPEST_SUBGRAPH) {
      throw this.#unreadable(
        `subgraphs are nested more than ${DEEPEST_SUBGRAPH} deep`,
        'Split the diagram.',
      )
    }
    const { line } = this.#cursor
    const plain = this.#cursor.take(grammar.SUBGRAPH_TITLE)
    const bracketed = this.#cursor.take(SQUARE_BRACKETS)
    const [, markdown, quoted, behind = '', unquoted = ''] = plain ?? []
    const isMarkdown = markdown !== undefined
    const words = `${markdown ?? quoted ?? unquoted}${behind}`
    // Mermaid does the same: several words are only a title, and one word is an id too.
    const isOnlyTitle = bracketed === undefined && /\s/.test(words)
    const subgraph: Subgraph = {
      id: isOnlyTitle ? undefined : words.trim(),
      title: bracketed ? labelFrom(bracketed) : textOf(words, isMarkdown),
      members: [],
      line,
    }
    this.#open.push(subgraph)
    this.#subgraphs.push(subgraph)
  }

  #closeSubgraph(): void {
    const subgraph = this.#open.pop()
    if (subgraph === undefined) throw this.#unreadable('"end" closes no subgraph')
    subgraph.id ??= `subGraph${this.#closed.length}`
    this.#closed.push(subgraph)
    this.#open.at(-1)?.members.push(subgraph.id)
  }

  /** `a & b --> c -- text --> d` */
  #readConnections(): void {
    const { line } = this.#cursor
    let from = this.#readNodes()
    const members = [...from]
    for (let link = this.#readLink(); link !== undefined; link = this.#readLink()) {
      const to = this.#readNodes()
      this.#connect(from, to, link, line)
      for (const id of to) members.push(id)
      from = to
    }
    for (const id of members) this.#open.at(-1)?.members.push(id)
    if (!this.#cursor.take(grammar.END_OF_STATEMENT)) {
      throw this.#unreadable(`${JSON.stringify(this.#cursor.next)} is not understood`)
    }
  }

  #connect(
    from: readonly string[],
    to: readonly string[],
    link: FlowchartLink,
    line: number,
  ): void {
    this.#connectionCount += from.length * to.length
    if (this.#connectionCount > MOST_CONNECTIONS) {
      const why = `there are more than ${MOST_CONNECTIONS} connections`
      throw this.#unreadable(why, 'Split the diagram.')
    }
    this.#lostLooks.add(link, from.length * to.length, this.#cursor.line)
    if (link.isInvisible) return
    for (const source of from) {
      for (const target of to) {
        this.#connections.push({ from: source, to: target, label: link.text || undefined, line })
      }
    }
  }

  #readLink(): FlowchartLink | undefined {
    const link = readLink(this.#cursor)
    if (link?.id !== undefined) this.#linkIds.add(link.id)
    return link
  }

  #readNodes(): string[] {
    const ids = [this.#readNode()]
    while (this.#cursor.take(grammar.NEXT_NODE)) ids.push(this.#readNode())
    return ids
  }

  #readNode(): string {
    const id = this.#cursor.take(grammar.NODE_ID)?.[0]
    if (id === undefined) throw this.#noNode()
    const node = this.#nodeOf(id)
    this.#readShape(node)
    if (this.#cursor.take(grammar.OPEN_BRACKET)) {
      const hint = 'Put the text in quotes: A["a text (with brackets)"].'
      throw this.#unreadable(`the text of "${id}" does not end`, hint)
    }
    this.#readData(id, node)
    if (this.#cursor.take(grammar.NODE_CLASS)) this.#leaveOut(`class of ${id}`)
    this.#readData(id, node)
    return id
  }

  #readShape(node: NodeDraft | undefined): void {
    for (const { pattern, outline } of NODE_SHAPES) {
      const match = this.#cursor.take(pattern)
      if (!match) continue
      if (node) {
        node.label = labelFrom(match)
        node.shape = outline
      }
      return
    }
  }

  /** `@{ shape: cyl, label: "Orders" }` */
  #readData(id: string, node: NodeDraft | undefined): void {
    const { line } = this.#cursor
    const data = this.#cursor.take(grammar.NODE_DATA)?.[1] ?? ''
    for (const [, key = '', written = ''] of data.matchAll(grammar.DATA_FIELD)) {
      const isKnown = node !== undefined && setField(node, key, written.trim())
      if (!isKnown) this.#leaveOut(`${key} of ${id}`, line)
    }
  }

  /** The node with this id, made now if it is new; undefined for the id of a link. */
  #nodeOf(id: string): NodeDraft | undefined {
    if (this.#linkIds.has(id)) return undefined
    const known = this.#nodes.get(id)
    if (known) return known
    const node: NodeDraft = { id, label: textOf(id), line: this.#cursor.line }
    this.#nodes.set(id, node)
    return node
  }

  #leaveOut(what: string, line = this.#cursor.line): void {
    this.#leftOut.push({ line, what })
  }

  #noNode(): Error {
    const { next } = this.#cursor
    return this.#unreadable(
      next === '' ? 'a node is missing' : `no node starts with ${JSON.stringify(next)}`,
    )
  }

  #unreadable(why: string, hint = LOOK_IN_MERMAID): Error {
    return unreadable(this.#cursor.line, why, hint)
  }
}

/** By the line of the source. */
const inOrder = (leftOut: readonly LeftOut[]): LeftOut[] =>
  leftOut.toSorted((a, b) => a.line - b.line)

type ChartDirection = DrawnDirection | 'down'

const directionOf = (word: string): ChartDirection => directions.get(word) ?? 'down'

/** The words of Mermaid that are not down. */
const directions: ReadonlyMap<string, ChartDirection> = new Map([
  ['LR', 'right'],
  ['>', 'right'],
  ['BT', 'up'],
  ['^', 'up'],
  ['RL', 'left'],
  ['<', 'left'],
])

function firstTwoWords(text: string): string {
  return text.trim().split(/\s+/, 2).join(' ')
}
