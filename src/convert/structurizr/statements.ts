/** Splits the text of a `workspace.dsl` into statements, with the files that it includes. */
import { basename, dirname, join } from 'pathe'
import { linesIn } from '../../text/line-ends.ts'
import type { LeftOut, ReadIncluded } from '../drawing/drawing.ts'
import { notStructurizr } from './workspace.ts'

export interface Statement {
  /** Without the brace at the end. */
  readonly tokens: readonly string[]
  readonly line: number
  readonly children: readonly Statement[]
}

const MOST_FILES = 100
const MOST_DEPTH = 50
const MOST_STATEMENTS = 50_000
/** Characters that constants put in: each may contain the one before several times. */
const MOST_REPLACED = 4 * 1024 * 1024

/** Where a text comes from. */
interface Origin {
  readonly path: string
  /** Paths of the files that are being read and include it, outermost first. */
  readonly chain: readonly string[]
  /** Line of the first `!include`: all of an included file counts as there. */
  readonly line: number | undefined
}

export interface DslText {
  readonly statements: readonly Statement[]
  /** The workspace in JSON that this one extends, and the line that says so. */
  readonly base: { readonly text: string; readonly line: number } | undefined
  /** A script adds the views that a workspace without views has. */
  readonly hasUsualViews: boolean
  readonly leftOut: readonly LeftOut[]
  /** The first file that was not read: what is missing may be in it. */
  readonly unread: LeftOut | undefined
}

/**
 * @param file path of the source
 * @throws `TOPO_DIAGRAM_INVALID`
 */
export function dslStatements(text: string, file: string, read: ReadIncluded): DslText {
  return new StatementReader(read).read(text, basename(file))
}

class StatementReader {
  readonly #readIncluded: ReadIncluded
  readonly #leftOut: LeftOut[] = []
  #unread: LeftOut | undefined
  #base: DslText['base']
  #hasUsualViews = false
  readonly #constants = new Map<string, string>()
  /** The statements of each open block, innermost last; an included file may close them. */
  readonly #blocks: Statement[][] = [[]]
  #files = 0
  #statements = 0
  #replaced = 0

  constructor(readIncluded: ReadIncluded) {
    this.#readIncluded = readIncluded
  }

  read(text: string, path: string): DslText {
    const [statements] = this.#blocks as [Statement[]]
    this.#readText(text, { path, chain: [], line: undefined })
    if (this.#blocks.length > 1) {
      throw notStructurizr('a block is not closed', text.split('\n').length)
    }
    return {
      statements,
      base: this.#base,
      hasUsualViews: this.#hasUsualViews,
      leftOut: this.#leftOut,
      unread: this.#unread,
    }
  }

  #readText(text: string, origin: Origin): void {
    /** The word that ends the rows which are skipped. */
    let end: string | undefined
    for (const { row, number } of rowsOf(text)) {
      if (end === undefined) {
        end = this.#readOrSkip(row, number, origin)
      } else {
        if (end === END_OF_SCRIPT) this.#readScript(row)
        if (isEndOf(end, row)) end = undefined
      }
    }
  }

  /** Returns the row up to which the rows behind it are to be skipped, if any. */
  #readOrSkip(row: string, number: number, origin: Origin): string | undefined {
    if (row.startsWith('/*')) return row.endsWith(END_OF_COMMENT) ? undefined : END_OF_COMMENT
    return isBlank(row) ? undefined : this.#readRow(row, origin.line ?? number, origin)
  }

  /** A script may add the views that a workspace without views has; it is not run. */
  #readScript(row: string): void {
    if (row.includes('createDefaultViews')) this.#hasUsualViews = true
  }

  /** Returns the row up to which the rows behind it are to be skipped, if any. */
  #readRow(written: string, line: number, origin: Origin): string | undefined {
    const row = withoutEmptyBlock(withoutComment(written))
    checkBraces(row, line)
    if (row === '}') {
      this.#closeBlock(line)
      return undefined
    }
    const isBlock = OPENING.test(row)
    const head = row.replace(OPENING, '$1')
    const tokens = tokensOf(head).map((token) => this.#withConstants(token, line))
    const [keyword = '', first = '', second = ''] = tokens
    if (/^!(script|plugin)$/i.test(keyword)) {
      this.#leftOut.push({ line, what: keyword })
      return isBlock ? END_OF_SCRIPT : undefined
    }
    if (/^!(const|constant|var)$/i.test(keyword)) this.#constants.set(first, second)
    else if (/^!include$/i.test(keyword)) this.#include(first, line, origin)
    else if (/^workspace$/i.test(keyword) && first === 'extends') {
      // The statements of the base come first; then this workspace adds to them.
      this.#include(second, line, origin)
      this.#addStatement(tokens, line, isBlock)
    } else this.#addStatement(tokens, line, isBlock)
    return undefined
  }

  #closeBlock(line: number): void {
    if (this.#blocks.length === 1) throw notStructurizr('"}" closes nothing', line)
    this.#blocks.pop()
  }

  #addStatement(tokens: readonly string[], line: number, isBlock: boolean): void {
    const children: Statement[] = []
    if (++this.#statements > MOST_STATEMENTS) {
      throw notStructurizr(`it has more than ${MOST_STATEMENTS} statements`, line)
    }
    this.#blocks.at(-1)?.push({ tokens, line, children })
    if (isBlock && this.#blocks.push(children) > MOST_DEPTH) {
      throw notStructurizr(`blocks are nested more than ${MOST_DEPTH} deep`, line)
    }
  }

  #withConstants(token: string, line: number): string {
    return token.replace(/\$\{([\w.-]+)\}/g, (reference, name: string) => {
      const value = this.#constants.get(name) ?? reference
      this.#replaced += value.length
      if (this.#replaced > MOST_REPLACED) {
        throw notStructurizr('its constants make more than 4 MiB', line)
      }
      return value
    })
  }

  #include(name: string, line: number, origin: Origin): void {
    const { path: from, chain: outer } = origin
    const path = join(dirname(from), name)
    const chain = [...outer, from]
    if (/^[a-z][\w+.-]+:/i.test(name)) this.#leaveOutFile(name, line, 'is not fetched')
    else if (name.startsWith('/')) this.#leaveOutFile(name, line, 'is not local')
    else if (chain.includes(path)) this.#leaveOutFile(name, line, 'leads in a circle')
    else this.#readLocal(name, { path, chain, line })
  }

  #readLocal(name: string, origin: Origin & { readonly line: number }): void {
    const text = ++this.#files > MOST_FILES ? undefined : this.#readIncluded(origin.path)
    if (typeof text === 'string') this.#readIncludedText(text, name, origin)
    else if (text) this.#readFolder(text, name, origin)
    else if (text === null) this.#leaveOutFile(name, origin.line, 'is outside of the project')
    else this.#leaveOutFile(name, origin.line, 'cannot be read')
  }

  /** Reads all files of a folder that have the suffix of the language. */
  #readFolder(
    names: readonly string[],
    folder: string,
    { path, chain, line }: Origin & { readonly line: number },
  ): void {
    for (const name of names) {
      const inside = join(path, name)
      if (/\.dsl$/i.test(name)) this.#readLocal(join(folder, name), { path: inside, chain, line })
    }
  }

  /** A workspace in JSON may only be what the outermost one extends. */
  #readIncludedText(text: string, name: string, origin: Origin & { readonly line: number }): void {
    if (!text.trimStart().startsWith('{')) this.#readText(text, origin)
    else if (this.#base || this.#statements > 0) this.#leaveOutFile(name, origin.line, 'is JSON')
    else this.#base = { text, line: origin.line }
  }

  #leaveOutFile(name: string, line: number, why: string): void {
    this.#leftOut.push({ line, what: `file ${name}, which ${why}` })
    this.#unread ??= { line, what: `the file ${name} ${why}` }
  }
}

/** Lines that end with a backslash go on in the next: they are one row, with the number of its first line. */
function* rowsOf(text: string): Generator<{ readonly row: string; readonly number: number }> {
  let number = 1
  for (const line of linesIn(text.replace(/\\\r?\n/g, ' \0'))) {
    yield { row: line.replaceAll('\0', '').trim(), number }
    number += 1 + (line.match(/\0/g)?.length ?? 0)
  }
}

const END_OF_COMMENT = '*/'
const END_OF_SCRIPT = '}'

/** A quoted word may end with a brace, and one may follow it without a space. */
const OPENING = /(^|[\s"])\{$/

const EMPTY_BLOCK = /\{\s*\}$/

const withoutEmptyBlock = (row: string): string => row.replace(EMPTY_BLOCK, '')

/**
 * Without the comment behind a brace: elsewhere, Structurizr takes the same characters for words.
 */
function withoutComment(row: string): string {
  const starts = row.endsWith(END_OF_COMMENT) ? ['#', '//', '/*'] : ['#', '//']
  let isBehindBrace = false
  for (const { 0: token, index } of row.matchAll(TOKEN)) {
    const isComment = starts.some((start) => token.startsWith(start))
    if (isBehindBrace && isComment) return row.slice(0, index).trimEnd()
    isBehindBrace = token === '{' || token === '}' || token === '{}'
  }
  return row
}

/**
 * Structurizr ends a statement with its line: what shares it with a brace is lost or refused there.
 * @throws `TOPO_DIAGRAM_INVALID`
 */
function checkBraces(row: string, line: number): void {
  const words = [...row.matchAll(TOKEN)].map(([token]) => token)
  const opening = words.indexOf('{')
  if (opening !== -1 && opening < words.length - 1) {
    throw notStructurizr('"{" must be the end of its line', line)
  }
  if (words.includes('}') && words.length > 1) {
    throw notStructurizr('"}" must be in a line without other words', line)
  }
}

const isEndOf = (end: string, row: string): boolean =>
  end === END_OF_COMMENT ? row.endsWith(end) : row === end

/** Also true for the comment of a line. */
const isBlank = (row: string): boolean => row === '' || /^(#|\/\/)/.test(row)

const TOKEN = /"((?:[^"\\]|\\.)*)"|[^\s"]\S*/g

const tokensOf = (row: string): string[] =>
  [...row.matchAll(TOKEN)].map(
    ([all, quoted]) =>
      quoted?.replace(/\\(["\\n])/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped)) ?? all,
  )
