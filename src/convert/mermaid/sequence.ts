/** Reads a sequence diagram of Mermaid: participants are nodes, boxes are groups, and each course of events is a scenario. */

import { COLOR_NAMES } from '../../text/css-colors.ts'
import type {
  Drawing,
  DrawnConnection,
  DrawnGroup,
  DrawnNode,
  LeftOut,
} from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'
import { type MermaidText, textOf } from './prepare.ts'
import { coursesAsScenarios, type SequenceBlock, type SequenceItem } from './sequence-blocks.ts'

const HEADS = /<<-{1,2}>>|-{1,2}>>|-{1,2}>|-{1,2}[x)]/
/** Arrows with half a head. */
const HALF_HEADS = /-{1,2}(?:\|[\\/]|\\\\|\/\/|[\\/])|(?:[\\/]\||\\\\|\/\/)-{1,2}/
const ARROW = new RegExp(`${HEADS.source}|${HALF_HEADS.source}`, 'i')
const BOX = /^box\b\s*(.*)$/i
const COLOR_FUNCTION = /^(?:rgb|hsl)a?\([^)]*\)/i
const COLORS: ReadonlySet<string> = new Set(COLOR_NAMES)
const END = /^end\b/i
const BLOCK = /^(loop|rect|opt|alt|else|par|par_over|and|critical|option|break)\b(.*)$/i
/** Blocks that go on with the block before them, and end with it. */
const CONTINUATION = /^(?:else|and|option)$/i
const PARTICIPANT =
  /^(?:create\s+)?(participant|actor)\s+(.+?)(?:\s*@\{([^}]*)\})?(?:\s+as\s+(.*))?$/i
const TITLE = /^(?:title|accTitle)\s*:?\s+(.*)$/i
const NOTE = /^note\s+(?:left of|right of|over)\s+([^:,]+?)(?:\s*,[^:]*)?\s*:(.*)$/i
const LEFT_OUT = /^(?:links?|properties|details|accDescr)\b|^(?:autonumber|sequenceDiagram)\b/i
const SILENT = /^(?:activate|deactivate|destroy)\b/i

/** The look of each symbol of a participant. */
const SYMBOLS: Readonly<Record<string, Partial<DrawnNode>>> = {
  actor: { icon: 'user' },
  database: { shape: 'cylinder' },
  queue: { icon: 'queue' },
}

/** Deeper ones are no diagram for people. */
const DEEPEST_BLOCK = 50

const LOOK_IN_MERMAID = 'Look at it in Mermaid, then correct the line.'

interface Statement {
  readonly text: string
  readonly line: number
}

/** How a statement looks, and what reads it. */
type StatementReader = readonly [
  pattern: RegExp,
  read: (match: RegExpExecArray, line: number) => void,
]

export function readSequence(source: MermaidText, name: string): Drawing {
  const statements = statementsOf(source.text)
  const reader = new SequenceReader(source)
  // The first one says what kind of diagram it is.
  for (const statement of statements.slice(1)) reader.read(statement)
  return reader.draw(name, {
    firstLine: statements[0]?.line ?? 1,
    lastLine: source.text.split('\n').length,
  })
}

class SequenceReader {
  #title: string | undefined
  readonly #leftOut: LeftOut[]
  readonly #nodes = new Map<string, DrawnNode>()
  readonly #groups: DrawnGroup[] = []
  /** By the sorted ids of both ends: a response travels on the connection of its request. */
  readonly #connections = new Map<string, DrawnConnection>()
  readonly #items: SequenceItem[] = []
  /** The open blocks, innermost last; that of `box` has no branches. */
  readonly #blocks: SequenceBlock[] = []
  /** Id of the group that gets the participants. */
  #box: string | undefined

  constructor({ title, leftOut }: MermaidText) {
    this.#title = title
    this.#leftOut = leftOut
  }

  /** The first that matches reads the statement. */
  readonly #readers: readonly StatementReader[] = [
    [BOX, ([, words = '']) => this.#openBox(words)],
    [END, (_match, line) => this.#closeBlock(line)],
    [BLOCK, ([, word = '', text = ''], line) => this.#openBlock(word, text, line)],
    [PARTICIPANT, (match, line) => this.#readParticipant(match, line)],
    [TITLE, ([, text = '']) => this.#readTitle(text)],
    [NOTE, ([, participant = '', text = ''], line) => this.#readNote(participant, text, line)],
    [LEFT_OUT, ({ input }, line) => this.#leaveOut(firstTwoWords(input), line)],
    [SILENT, () => {}],
    [ARROW, (arrow, line) => this.#readMessage(arrow, line)],
  ]

  read({ text, line }: Statement): void {
    for (const [pattern, read] of this.#readers) {
      const match = pattern.exec(text)
      if (!match) continue
      read(match, line)
      return
    }
    throw unreadable(line, `"${text.slice(0, 60)}" is not understood`, LOOK_IN_MERMAID)
  }

  /** @param lines those that errors name */
  draw(name: string, lines: { readonly firstLine: number; readonly lastLine: number }): Drawing {
    if (this.#blocks.length > 0) {
      const why = `"${this.#blocks.at(-1)?.word}" has no "end"`
      throw unreadable(lines.lastLine, why, LOOK_IN_MERMAID)
    }
    if (this.#nodes.size === 0) {
      throw unreadable(lines.firstLine, 'the diagram has no participants', LOOK_IN_MERMAID)
    }
    return {
      name,
      title: this.#title,
      groups: this.#groups,
      nodes: [...this.#nodes.values()],
      connections: [...this.#connections.values()],
      scenarios: coursesAsScenarios(this.#items, this.#title ?? name),
      leftOut: this.#leftOut,
    }
  }

  #openBox(words: string): void {
    const number = this.#groups.length + 1
    this.#box = `box ${number}`
    this.#groups.push({ id: this.#box, label: labelOfBox(words) || `Box ${number}` })
    this.#blocks.push({ word: 'box', branches: [] })
  }

  #openBlock(word: string, text: string, line: number): void {
    const branch = { word: word.toLowerCase(), condition: textOf(text), items: [] }
    const isContinuation = CONTINUATION.test(word)
    const outer = this.#blocks.at(-1)
    if (isContinuation && outer) outer.branches.push(branch)
    if (branch.word === 'rect') this.#leaveOut(`${word} ${branch.condition}`.trim(), line)
    if (isContinuation) return

    if (this.#blocks.length >= DEEPEST_BLOCK) {
      const why = `blocks are nested more than ${DEEPEST_BLOCK} deep`
      throw unreadable(line, why, 'Split the diagram.')
    }
    const block = { word: branch.word, branches: [branch] }
    this.#add({ block })
    this.#blocks.push(block)
  }

  #closeBlock(line: number): void {
    const block = this.#blocks.pop()
    if (block === undefined) {
      throw unreadable(line, '"end" closes nothing', 'Remove it, or add what it closes.')
    }
    if (block.word === 'box') this.#box = undefined
  }

  #readParticipant([, word = '', id = '', data = '', alias]: RegExpExecArray, line: number): void {
    const type = /"?type"?\s*:\s*"(\w+)"/.exec(data)?.[1] ?? word
    const aliasInData = /"?alias"?\s*:\s*"([^"]*)"/.exec(data)?.[1]
    const label = textOf(alias ?? aliasInData ?? '')
    const look = SYMBOLS[type.toLowerCase()]
    this.#addNode(id, line, label === '' ? look : { ...look, label })
  }

  #readTitle(text: string): void {
    this.#title ??= textOf(text)
  }

  #readNote(participant: string, text: string, line: number): void {
    const id = this.#addNode(participant, line)
    this.#add({ step: { from: id, to: id, message: textOf(text) } })
  }

  #readMessage(arrow: RegExpExecArray, line: number): void {
    const { 0: symbol, index, input } = arrow
    const sender = input.slice(0, index)
    const [receiver, message] = splitAt(input.slice(index + symbol.length), ':')
    const from = this.#addNode(sender.replace('()', ''), line)
    const to = this.#addNode(receiver.replace('()', '').replace(/^\s*[+-]/, ''), line)
    if (from === '' || to === '') {
      const why = `"${input.slice(0, 60)}" has no sender or receiver`
      throw unreadable(line, why, LOOK_IN_MERMAID)
    }
    this.#connect(from, to, line)
    const text = textOf(message.replace(/^\s*(?:no)?wrap:/, ''))
    this.#add({ step: { from, to, message: text || undefined } })
  }

  /** To the innermost branch that is open. */
  #add(item: SequenceItem): void {
    const block = this.#blocks.findLast(({ branches }) => branches.length > 0)
    const items = block?.branches.at(-1)?.items ?? this.#items
    items.push(item)
  }

  #connect(from: string, to: string, line: number): void {
    const key = JSON.stringify([from, to].sort())
    if (from !== to && !this.#connections.has(key))
      this.#connections.set(key, {
        from,
        to,
        line,
      })
  }

  /**
   * Adds a node, or what is new about it. Returns its id.
   * @param written its id as it is in the source
   */
  #addNode(written: string, line: number, fields: Partial<DrawnNode> = {}): string {
    const id = written.trim()
    const node = this.#nodes.get(id) ?? {
      id,
      label: textOf(id),
      group: this.#box,
      line,
    }
    this.#nodes.set(id, { ...node, ...fields })
    return id
  }

  #leaveOut(what: string, line: number): void {
    this.#leftOut.push({ line, what })
  }
}

/** Statements end with their line, or with a semicolon. */
function statementsOf(text: string): Statement[] {
  return text
    .replace(/\baccDescr\s*\{[^}]*\}/gi, (block) => `accDescr${block.replace(/[^\n]+/g, '')}`)
    .split('\n')
    .flatMap((row, index) => {
      const parts = row.replace(/%%[^\n]*$/, '').split(';')
      return parts.map((part) => ({ text: part.trim(), line: index + 1 }))
    })
    .filter((statement) => statement.text !== '')
}

/** Without a colour in front of it, as CSS knows them. */
function labelOfBox(words: string): string {
  const [first = ''] = COLOR_FUNCTION.exec(words) ?? words.split(/\s/, 1)
  const isColor = COLOR_FUNCTION.test(first) || COLORS.has(first.toLowerCase())
  return textOf(isColor ? words.slice(first.length) : words)
}

const firstTwoWords = (text: string): string => textOf(text.split(/\s+/, 2).join(' '))

/** The parts before and behind a separator. */
function splitAt(text: string, separator: string): readonly [string, string] {
  const index = text.indexOf(separator)
  if (index < 0) return [text, '']
  return [text.slice(0, index), text.slice(index + 1)]
}
