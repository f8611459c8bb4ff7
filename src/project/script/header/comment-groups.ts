/** Reads the comments of a script as groups of lines, without their decoration. */

import type { TextRange } from '../bundle/default-export.ts'
import { startsHeader } from './header-comment.ts'
import { endOfLine, hasLineEnd, type Token } from './script-tokens.ts'

/** A comment, or single-line comments with only white space between them. */
export interface CommentGroup extends TextRange {
  readonly text: string
  readonly lines: readonly CommentLine[]
  readonly isBlock: boolean
}

/** The words of a line, without the decoration of the comment: `//`, stars, dashes. */
export interface CommentLine {
  readonly words: string
  /** Offset of its comment. */
  readonly comment: number
  /** Characters before the words: in the line, or behind the opening of a comment of one line. */
  readonly indent: number
  /** The first line of a comment of several lines: its words follow `/*`, so their indent means nothing. */
  readonly isOpening: boolean
  readonly dashesBefore: boolean
  readonly dashesBehind: boolean
}

/**
 * The comments as groups with their lines, but only groups with a word.
 * @param word cheap to test, so that the lines of most comments are never read
 */
export function groupsWith(word: RegExp, comments: readonly Token[], text: string): CommentGroup[] {
  const starts = new LineStarts(text)
  return commentRuns(comments, text).flatMap((run): CommentGroup[] => {
    const start = run[0]?.start ?? 0
    const end = run.at(-1)?.end ?? 0
    if (!word.test(text.slice(start, end))) return []
    const isBlock = run.length === 1 && run[0]?.kind === 'block comment'
    const lines = run.flatMap((comment) => linesOf(comment, text, starts.before(comment.start)))
    return [{ text, start, end, isBlock, lines }]
  })
}

function commentRuns(comments: readonly Token[], text: string): Token[][] {
  const groups: Token[][] = []
  for (const comment of comments) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isNext =
      last && isOneLine(last, text) && text.slice(last.end, comment.start).trim() === ''
    if (isNext && isOneLine(comment, text)) group?.push(comment)
    else groups.push([comment])
  }
  return groups
}

/** A header is never part of a group, because it is not the others' continuation. */
const isOneLine = ({ start, end }: Token, text: string): boolean =>
  !hasLineEnd(text, start, end) && !startsHeader(text, start)

/** Finds the starts of lines, from one offset to a later one. */
class LineStarts {
  readonly #text: string
  #start = 0
  #next = 0

  constructor(text: string) {
    this.#text = text
    this.#next = endOfLine(text, 0)
  }

  before(offset: number): number {
    while (this.#next < offset) {
      this.#start = this.#next + 1
      this.#next = endOfLine(this.#text, this.#start)
    }
    return this.#start
  }
}

function linesOf({ kind, start, end }: Token, text: string, lineStart: number): CommentLine[] {
  const lines: CommentLine[] = []
  for (let from = start; from < end; ) {
    const to = endOfLine(text, from, end)
    const { words, offset, spaces, ...dashes } = wordsOf(text.slice(from, to))
    const isWhole = from === start && to === end
    lines.push({
      words,
      comment: start,
      indent: isWhole ? spaces : from + offset - (from === start ? lineStart : from),
      isOpening: from === start && to < end && kind === 'block comment',
      ...dashes,
    })
    from = to + 1
  }
  return lines
}

/** The words of a line of a comment, and what is around them. */
function wordsOf(line: string) {
  const visible = line.replace(FORMAT, ' ')
  const isHtml = visible.startsWith('<!--')
  const inner = isHtml ? visible.replace(/-->\s*$/, '') : visible
  const decoration = /^(?:<!--|-->)?[\s/*!]*/.exec(inner)?.[0].length ?? 0
  const decorated = inner.slice(0, lengthWithout('*/', inner))
  const dashes = /^(?:--|[–—])[-–—]*/.exec(decorated.slice(decoration))?.[0].length ?? 0
  const from = Math.min(decoration + dashes, decorated.length)
  const to = Math.max(from, lengthWithout('-–—', decorated))
  const dashesBehind = isDashes(decorated.slice(to))
  const words = decorated.slice(from, dashesBehind ? to : undefined)
  const offset = from + words.length - words.trimStart().length
  return {
    words: words.trim(),
    offset,
    spaces: offset - inner.slice(0, offset).trimEnd().length,
    dashesBefore: dashes > 0,
    dashesBehind,
  }
}

/** Characters without width; replaced by a space, so that offsets stay. */
const FORMAT = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g
const isDashes = (text: string): boolean => text.trim().length > 1 || /[–—]/.test(text)

/** Length of a text without these characters and white space at its end. */
function lengthWithout(characters: string, text: string): number {
  let length = text.length
  for (; length > 0; length--) {
    const last = text.charAt(length - 1)
    if (!characters.includes(last) && last.trim() !== '') break
  }
  return length
}
