/** Writes the YAML header of a script, and keeps an existing header if its values are the same. */

import { parseHeader } from './header.ts'
import { findHeaderComment, looksLikeHeader } from './header-comment.ts'
import { METADATA_KEYS, type Metadata, type MetadataKey, sameMetadata, sameValue } from './metadata.ts'

/**
 * The canonical header for `code`, with its line end: keys in order, without defaults.
 * Empty if all values are defaults, unless the code itself would be mistaken for a header.
 */
export function writeHeader(metadata: Metadata, defaults: Metadata, code: string): string {
  const lines = METADATA_KEYS.filter((key) => !sameValue(metadata[key], defaults[key])).map((key) =>
    writePair(key, metadata[key]),
  )
  if (lines.length === 0 && !looksLikeHeader(code)) return ''
  const lineEnd = code.includes('\r\n') ? '\r\n' : '\n'
  return ['/*---', ...lines, '---*/', ''].join(lineEnd)
}

/**
 * The header for `code`, based on the file's `existing` text. If its values are the same, its bytes are kept.
 * Else only changed pairs are rewritten, and comments are kept. If that fails, the header is canonical.
 */
export function mergeHeader(existing: string, metadata: Metadata, defaults: Metadata, code: string): string {
  const { codeStart } = parseHeader(existing)
  const readsBack = (header: string): boolean => {
    // Reading a file removes one byte order mark.
    if ((header + code).startsWith('\uFEFF')) return false
    const { fields, code: rest, problems } = parseHeader(header + code)
    return problems.length === 0 && rest === code && sameMetadata({ ...defaults, ...fields }, metadata)
  }
  const kept = existing.slice(0, codeStart)
  if (readsBack(kept)) return kept
  const canonical = writeHeader(metadata, defaults, code)
  const edited = editHeader(kept, metadata, defaults)
  if (canonical === '' && isEmptyHeader(edited)) return canonical
  return readsBack(edited) ? edited : canonical
}

function isEmptyHeader(header: string): boolean {
  const comment = findHeaderComment(header)
  return !comment || header.slice(comment.yamlStart, comment.yamlEnd).trim() === ''
}

function editHeader(header: string, metadata: Metadata, defaults: Metadata): string {
  const { fields, pairs } = parseHeader(header)
  const current = { ...defaults, ...fields }
  const changed = METADATA_KEYS.filter((key) => !sameValue(current[key], metadata[key]))
  const closing = header.lastIndexOf('---*/')
  const lineEnd = header.includes('\r\n') ? '\r\n' : '\n'
  const edits = changed.map((key) => {
    const [start, pairEnd] = pairs[key] ?? [closing, closing]
    const end = start + header.slice(start, pairEnd).trimEnd().length
    if (sameValue(metadata[key], defaults[key])) return { ...wholeLines(header, start, end), text: '' }
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
