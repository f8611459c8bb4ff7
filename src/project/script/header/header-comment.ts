/** Finds the header comment of a script, without parsing its YAML. */

import type { TextRange } from '../bundle/default-export.ts'
import { type Preamble, readPreamble } from './preamble.ts'
import { hasLineEnd } from './script-tokens.ts'

export interface HeaderComment {
  /** The lines that are not sent: those of the comment, and of an empty header behind it. Empty if they cannot be separated. */
  lines: TextRange
  comment: TextRange
  /** Offsets of the YAML between the opening and the closing dashes. */
  yamlStart: number
  yamlEnd: number
  /** An empty header ends the metadata: no comment behind it is taken for a header. */
  endsMetadata: boolean
  /** Error in the comment itself, and its range. */
  fault?: { message: string; fix: string; range: [start: number, end: number] }
}

/**
 * A comment that starts with `/*---` and a line end, or with a key on the same line. So a frame of dashes,
 * or `/*--- Part one ---`, stays an ordinary comment.
 */
const OPENING = /\/\*---(?=[ \t]*[\r\n]|[ \t]+[A-Za-z]+:\s)/y
const MARK = '/*---'
const CLOSING = '---*/'
const LINE_END = /[ \t]*(?:\r\n|\n|\r)/y
/** A header without keys: from the header before it, or from the start of the text. */
const EMPTY = /\s*\/\*---[ \t]*[\r\n]\s*---\*\//y
/** The lines of the empty header that topo writes. */
export const EMPTY_HEADER = [MARK, CLOSING]

/** Finds the header of a text without byte order mark; undefined if missing. */
export function findHeaderComment(text: string): HeaderComment | undefined {
  const start = openingOf(text)
  if (start === undefined) return undefined
  const yamlStart = start + MARK.length
  const commentEnd = text.indexOf('*/', yamlStart)
  if (commentEnd < 0) {
    const fault = { ...UNTERMINATED, range: [start, yamlStart] as [number, number] }
    // The code cannot be separated, so the whole text is code.
    const lines = NOTHING
    const comment = { start, end: text.length }
    return { lines, comment, yamlStart, yamlEnd: yamlStart, endsMetadata: false, fault }
  }
  const end = commentEnd + 2
  const comment = { start, end }
  const linesStart = startOfLines(text, start)
  const yamlEnd = commentEnd - 3
  if (yamlEnd >= yamlStart && text.startsWith(CLOSING, yamlEnd)) {
    const isEmpty = text.slice(yamlStart, yamlEnd).trim() === ''
    const markEnd = isEmpty ? undefined : endOfMatch(EMPTY, text, end)
    const lines = { start: linesStart, end: behindLine(text, markEnd ?? end) }
    return { lines, comment, yamlStart, yamlEnd, endsMetadata: isEmpty || markEnd !== undefined }
  }
  const fault = { ...UNTERMINATED, range: [commentEnd, end] as [number, number] }
  const lines = { start: linesStart, end: behindLine(text, end) }
  return { lines, comment, yamlStart, yamlEnd: commentEnd, endsMetadata: false, fault }
}

/** True if a header starts here. */
export function startsHeader(text: string, offset: number): boolean {
  return endOfMatch(OPENING, text, offset) !== undefined
}

/** True if nothing but spaces and tabs is before the comment in its line: without it, the code before and behind stays apart. */
function startsItsLine(text: string, offset: number): boolean {
  const at = beforeIndent(text, offset)
  return text.slice(0, at).trim() === '' || hasLineEnd(text, at - 1, at)
}

function beforeIndent(text: string, offset: number): number {
  let at = offset
  while (at > 0 && ' \t'.includes(text.charAt(at - 1))) at--
  return at
}

function openingOf(text: string): number | undefined {
  const first = text.length - text.trimStart().length
  if (startsHeader(text, first)) return first
  // Most scripts have no header elsewhere.
  if (!text.includes(MARK, first)) return undefined
  return headerIn(readPreamble(text), text)
}

const headerIn = ({ comments }: Preamble, text: string): number | undefined =>
  comments.find(({ start }) => startsHeader(text, start) && startsItsLine(text, start))?.start

/** Blank lines before everything else are lines of the header, as is its indentation. */
function startOfLines(text: string, comment: number): number {
  return text.slice(0, comment).trim() === '' ? 0 : beforeIndent(text, comment)
}

function behindLine(text: string, offset: number): number {
  return endOfMatch(LINE_END, text, offset) ?? offset
}

/** @param pattern is sticky */
function endOfMatch(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset
  return pattern.test(text) ? pattern.lastIndex : undefined
}

const NOTHING: TextRange = { start: 0, end: 0 }

const UNTERMINATED = {
  message: 'The header does not end with `---*/`.',
  fix: 'Close it with `---*/` on a separate line; inside a value write `*\\/` in double quotes.',
}
