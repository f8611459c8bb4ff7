/** The common part of flowcharts and sequence diagrams: comments, settings, entities, texts. Nothing changes its line. */
import { LineIndex } from '../../topology/model/position.ts'
import type { LeftOut } from '../drawing/drawing.ts'

export interface MermaidText {
  readonly text: string
  readonly title: string | undefined
  readonly leftOut: LeftOut[]
}

/** Replaces what is no part of the diagram by spaces. */
export function prepare(source: string): MermaidText {
  const leftOut: LeftOut[] = []
  let title: string | undefined
  // The replacements below change no line, and each setting has to be found.
  let lines: LineIndex | undefined
  const lineAt = (whole: string, at: number): number => {
    lines ??= new LineIndex(whole)
    return lines.span(at, at).line
  }
  const text = source
    .replaceAll('\r\n', '\n')
    .replace(
      /^(\s*)---[ \t]*\n(.*?\n)[ \t]*---[ \t]*(?=\n|$)/s,
      (all, before: string, yaml: string) => {
        title = textOf(
          /^[ \t]*title:[ \t]*(.*)$/m.exec(yaml)?.[1]?.replace(/^(["'])(.*)\1$/, '$2') ?? '',
        )
        const config = /^config:/m.exec(yaml)
        if (config)
          leftOut.push({
            line: lineIn(before + yaml, before.length + config.index) + 1,
            what: 'config',
          })
        return blank(all)
      },
    )
    .replace(/%%\{(?:(?!%%\{)[\s\S])*?\}%%/g, (all, at: number, whole: string) => {
      const [what = 'settings'] = /\w+/.exec(all) ?? []
      leftOut.push({ line: lineAt(whole, at), what })
      return blank(all)
    })
    .replace(/^[ \t]*%%[^\n]*/gm, blank)
    // Mermaid does the same: quotes would end a text.
    .replace(TAG, (tag) => tag.replace(/="([^"]*)"/g, "='$1'"))
    // The semicolon of an entity ends no statement.
    .replace(/#(\w{1,20});/g, '\uE000$1\uE001')
  return { text, title: title || undefined, leftOut }
}

/** A tag of HTML with attributes. */
const TAG = /<\w+[^<>]*>/g

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

const lineIn = (text: string, at: number) => text.slice(0, at).split('\n').length

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  nbsp: ' ',
  hash: '#',
  semi: ';',
  colon: ':',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  lbrace: '{',
  rbrace: '}',
  vert: '|',
  copy: '©',
  hearts: '♥',
}

function entity(all: string, name: string): string {
  const number = /^\d{1,7}$/.test(name) ? Number(name) : Number.NaN
  if (number > 0 && number <= 0x10ffff) return String.fromCodePoint(number)
  return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? all) : `#${name};`
}

/** Texts before, in and behind them are on separate lines. */
const BLOCK_TAGS = /\s*(?:<\/?(?:p|hr|div|li|ul|ol|table|tr|h[1-6])(?:\s[^<>]*|\/)?>\s*)+/gi

/** A text of the diagram as people see it. */
export function textOf(raw: string, isMarkdown = false): string {
  const plain = raw
    .replace(/\\n|\s*<\/?br(?:\s[^<>]*|\/)?>\s*/gi, '\n')
    .replace(BLOCK_TAGS, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\b(?:fa[bklrs]?|mdi):[\w-]+/g, '')
    .replace(/&#?(\w{1,20});/g, entity)
    .replace(/\uE000(\w{1,20})\uE001/g, entity)
  const bare = isMarkdown ? plain.replace(/(\*{1,3}|_{1,3})(?=\S)([^*_]*?\S)\1/g, '$2') : plain
  const lines = bare.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.join('\n').trim()
}

/** Reads a text from its start to its end. */
export class Cursor {
  readonly text: string
  at = 0
  #counted = 0
  #line = 1

  constructor(text: string) {
    this.text = text
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** @param pattern sticky: it matches here, or not at all */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text) ?? undefined
    if (match !== undefined) this.at += match[0].length
    return match
  }

  get line(): number {
    for (; this.#counted < this.at; this.#counted++)
      if (this.text[this.#counted] === '\n') this.#line++
    return this.#line
  }

  /** The next characters, for messages. */
  get next(): string {
    const rest = this.text.slice(this.at, this.at + 40).trimStart()
    const [next = ''] = /^\S[^\n]{0,30}/.exec(rest) ?? []
    return next.trim()
  }
}
