/** Writes the YAML header of a script, and keeps an existing header and its place if its values are the same. */

import { sumOf } from '../../../grouped.ts'
import { lineEndOf } from '../../../text/line-ends.ts'
import {
  METADATA_KEYS,
  type Metadata,
  type MetadataKey,
  sameMetadata,
  sameValue,
} from '../metadata.ts'
import { parseHeader } from './header.ts'
import { EMPTY_HEADER, findHeaderComment } from './header-comment.ts'
import type { Header } from './scan-header.ts'

/** The text of a script in three parts: the code is the first and the last. */
export interface HeaderedText {
  readonly before: string
  readonly header: string
  readonly behind: string
}

export const withHeader = ({ before, header, behind }: HeaderedText): string =>
  before + header + behind

/**
 * The canonical header for `code`, with its line end: keys in order, without defaults.
 * Empty if all values are defaults. An empty header is added to code that could be mistaken for a header.
 */
export function writeHeader(metadata: Metadata, defaults: Metadata, code: string): string {
  const lineEnd = lineEndOf(code)
  const written = canonicalHeader(metadata, defaults, lineEnd)
  const text = { before: '', header: written, behind: code }
  return readsBack(text, metadata, defaults) ? written : written + emptyHeader(lineEnd)
}

const emptyHeader = (lineEnd: string): string => [...EMPTY_HEADER, ''].join(lineEnd)

function canonicalHeader(metadata: Metadata, defaults: Metadata, lineEnd: string): string {
  const keys = METADATA_KEYS.filter((key) => !sameValue(metadata[key], defaults[key]))
  const lines = keys.map((key) => writePair(key, metadata[key]))
  const [opening, closing] = EMPTY_HEADER
  return lines.length === 0 ? '' : [opening, ...lines, closing, ''].join(lineEnd)
}

/**
 * The text with `code`, based on the file's `existing` text: its header keeps its place, and its bytes if its values are
 * the same. Else only changed pairs are rewritten, and comments are kept. If that fails, the header is canonical.
 */
export function mergeHeader(
  existing: string,
  metadata: Metadata,
  defaults: Metadata,
  code: string,
): HeaderedText {
  const { lines } = parseHeader(existing)
  const kept = existing.slice(lines.start, lines.end)
  const edited = editHeader(kept, metadata, defaults)
  const written = writeHeader(metadata, defaults, code)
  const headers =
    written === '' && isEmptyHeader(edited) ? [kept, written] : [kept, edited, written]
  for (const place of placesFor(existing, lines, code)) {
    for (const header of headers) {
      const text = { before: code.slice(0, place), header, behind: code.slice(place) }
      if (readsBack(text, metadata, defaults)) return text
    }
  }
  return { before: '', header: written, behind: code }
}

/** Offsets in the code where its header may stand, the best first: where the same text or line is before or behind it. */
function placesFor(existing: string, header: Header['lines'], code: string): Set<number> {
  const before = existing.slice(0, header.start)
  const behind = existing.slice(header.end)
  const places = new Set<number>()
  if (code.startsWith(before)) places.add(before.length)
  if (behind !== '' && code.endsWith(behind)) places.add(code.length - behind.length)
  const sameBefore = code.indexOf(`\n${before}`)
  if (sameBefore >= 0) places.add(sameBefore + 1 + before.length)
  const firstLine = behind.slice(0, behind.indexOf('\n') + 1)
  const sameLine = firstLine.trim() === '' ? -1 : code.indexOf(`\n${firstLine}`)
  if (sameLine >= 0) places.add(sameLine + 1)
  const lineCount = before.split('\n').length - 1
  const linesBefore = code.split('\n', lineCount)
  places.add(sumOf(linesBefore, ({ length }) => length + 1))
  return places.add(0)
}

/** True if a file with this text has the metadata, the code, and no problem. */
function readsBack(text: HeaderedText, metadata: Metadata, defaults: Metadata): boolean {
  const file = withHeader(text)
  // Reading a file removes one byte order mark.
  if (file.startsWith('\uFEFF')) return false
  const { fields, code, problems } = parseHeader(file)
  const isSameCode = code === text.before + text.behind
  return problems.length === 0 && isSameCode && sameMetadata({ ...defaults, ...fields }, metadata)
}

function isEmptyHeader(header: string): boolean {
  const comment = findHeaderComment(header)
  return !comment || header.slice(comment.yamlStart, comment.yamlEnd).trim() === ''
}

function editHeader(header: string, metadata: Metadata, defaults: Metadata): string {
  const comment = findHeaderComment(header)
  if (comment === undefined) return header
  const { fields, pairs } = parseHeader(header)
  const current = { ...defaults, ...fields }
  const changed = METADATA_KEYS.filter((key) => !sameValue(current[key], metadata[key]))
  const closing = comment.yamlEnd
  const lineEnd = lineEndOf(header)
  const edits = changed.map((key) => {
    const [start, pairEnd] = pairs[key] ?? [closing, closing]
    const end = start + header.slice(start, pairEnd).trimEnd().length
    if (sameValue(metadata[key], defaults[key]))
      return { ...wholeLines(header, start, end), text: '' }
    const pair = writePair(key, metadata[key])
    return { start, end, text: start === closing ? pair + lineEnd : pair }
  })
  // From the end, so that offsets stay valid; additions keep their order.
  const backwards = edits.toReversed().toSorted((a, b) => b.start - a.start)
  return backwards.reduce(
    (text, { start, end, text: pair }) => text.slice(0, start) + pair + text.slice(end),
    header,
  )
}

/** The first pair may share the line that opens the header, which must be kept. */
function wholeLines(text: string, start: number, end: number): { start: number; end: number } {
  const lineStart = text.lastIndexOf('\n', start) + 1
  const alone = text.slice(lineStart, start).trim() === ''
  return alone ? { start: lineStart, end: text.indexOf('\n', end) + 1 } : { start, end }
}

function writePair(key: MetadataKey, value: Metadata[MetadataKey]): string {
  if (Array.isArray(value))
    return `${key}: [${value.map((item) => writeText(item, PLAIN_IN_LIST)).join(', ')}]`
  return `${key}: ${typeof value === 'string' ? writeText(value, PLAIN) : String(value)}`
}

/** Text that every YAML parser reads as text: as a value, and in a list. */
const PLAIN = /^\p{L}(?:[\p{L}\p{M}\p{N} ,.;!?()'/+&=_-]*[\p{L}\p{M}\p{N}.,;!?)'/+&=_-])?$/u
const PLAIN_IN_LIST = /^\p{L}(?:[\p{L}\p{M}\p{N} .;!?()'/+&=_-]*[\p{L}\p{M}\p{N}.;!?)'/+&=_-])?$/u
const LOOKS_LIKE_A_VALUE = /^(?:y|n|yes|no|on|off|true|false|null)$/i
/** Characters that editors do not show, and those that reorder the text around them. */
const UNPRINTABLE = /[\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/g

/** Quotes if in doubt: JSON's escapes are valid in YAML, also for lone surrogates. */
function writeText(text: string, plain: RegExp): string {
  if (plain.test(text) && !LOOKS_LIKE_A_VALUE.test(text)) return text
  return JSON.stringify(text)
    .replaceAll('*/', '*\\/')
    .replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
