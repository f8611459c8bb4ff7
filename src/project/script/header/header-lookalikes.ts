/** Finds comments that look like a header and are none: topo must not ignore what they say, such as `public: false`. */

import { MAX_PROBLEMS, positionAt } from '../../../files/position.ts'
import { METADATA_KEYS } from '../metadata.ts'
import { type CommentGroup, type CommentLine, groupsWith } from './comment-groups.ts'
import { findHeaderComment, type HeaderComment, startsHeader } from './header-comment.ts'
import { commentsBehind, type Preamble, readPreamble } from './preamble.ts'
import { endOfLine } from './script-tokens.ts'

/** A comment that looks like a header, with the place of its first mark or key. */
export interface Lookalike {
  readonly message: string
  readonly fix: string
  readonly range: readonly [start: number, end: number]
  /** Header instead of the comment, if there is an obvious one. */
  readonly edit?:
    | { readonly start: number; readonly end: number; readonly yaml: readonly string[] }
    | undefined
}

/** In text order. */
export function findLookalikes(text: string, header = findHeaderComment(text)): Lookalike[] {
  const isUnterminated = header?.fault !== undefined && header.lines.end === 0
  if (isUnterminated) return []
  const preamble = readPreamble(text)
  const headerStart = header?.comment.start ?? text.length
  const comments = preamble.comments.filter(({ start }) =>
    header?.endsMetadata ? start < headerStart : start !== headerStart,
  )
  const found = firstOf(groupsWith(ANY_KEY, comments, text), (group) => inPreamble(group, header))
  if (header?.endsMetadata || !mayHaveHeader(preamble, text)) return found
  const later = groupsWith(ANY_KEY, commentsBehind(preamble), text)
  return found.concat(firstOf(later, (group) => inCode(group, header)))
}

/** A file with many of them has another problem. */
function firstOf(
  groups: readonly CommentGroup[],
  find: (group: CommentGroup) => Lookalike | undefined,
): Lookalike[] {
  const found: Lookalike[] = []
  for (const group of groups) {
    const lookalike = find(group)
    if (lookalike !== undefined) found.push(lookalike)
    if (found.length === MAX_PROBLEMS) break
  }
  return found
}

/** Cheap, and seldom true for text without a header: then its comments are not read. */
function mayHaveHeader({ otherComments, end }: Preamble, text: string): boolean {
  const code = text.slice(end)
  return otherComments.length > 0 || DASHED_LINE.test(code) || PUBLIC_LINE.test(code)
}

const DASHED_LINE = /(?:^[ \t/*!<\u00AD\u200B\u2060\uFEFF]*|\/\*[\s*!]*|\/\/[ \t]*)(?:--|[–—])/m
const PUBLIC_LINE = /public["']?\s*[:=]\s*["']?(?:true|false|yes|no|on|off)\b/i

const KEY_NAMES = METADATA_KEYS.join('|')
const ANY_KEY = new RegExp(`(?:${KEY_NAMES})["'\\s\\p{Cf}]*[:=]`, 'iu')
const KEY = new RegExp(`^(${KEY_NAMES})\\s*:(?=\\s|$)`)
const QUOTED_KEY = new RegExp(`^["'](${KEY_NAMES})["']\\s*:(?=\\s|$)`)
/** A line that can only be meant to say who sees the script. */
const PUBLIC = /^["']?public["']?\s*[:=]\s*["']?(?:true|false|yes|no|on|off)["']?\s*(?:[,;]|#.*)?$/i
/** Any line of YAML with a key, an item or a comment. */
const YAML_LINE = /^(?:["']?[\w.-]+["']?\s*:(?=\s|$)|- |#)/

/** The words of a group as metadata. */
interface Keys {
  readonly lines: readonly CommentLine[]
  /** Known keys of the top level: other YAML may be indented below a sentence or a key. */
  readonly known: ReadonlySet<string>
  /** The first line of a known key. */
  readonly first: CommentLine | undefined
  /** A line `public: …`, at any indent. */
  readonly visibility: CommentLine | undefined
  /** True without prose. */
  readonly isYaml: boolean
}

function keysOf(lines: readonly CommentLine[], key: readonly RegExp[] = [KEY]): Keys {
  const filled = lines.filter(({ words }) => words !== '')
  const top = leastIndent(
    filled.filter(({ isOpening, words }) => !isOpening || words.endsWith(':')),
  )
  const isTop = ({ indent, isOpening }: CommentLine) => isOpening || indent <= top
  const nameOf = (line: CommentLine): string | undefined => {
    if (!isTop(line)) return undefined
    return key.map((pattern) => pattern.exec(line.words)?.[1]).find(Boolean)
  }
  return {
    lines: filled,
    known: new Set(filled.flatMap((line) => nameOf(line) ?? [])),
    first: filled.find((line) => nameOf(line) !== undefined),
    visibility: filled.find(({ words }) => PUBLIC.test(words) && !/^["']/.test(words)),
    isYaml: filled.every((line) => !isTop(line) || YAML_LINE.test(line.words)),
  }
}

const leastIndent = (lines: readonly CommentLine[]): number =>
  lines.reduce((least, { indent }) => Math.min(least, indent), Number.POSITIVE_INFINITY)

/** Parts of a group with dashes before or behind them. */
function dashedParts({ lines }: CommentGroup): Keys[] {
  const parts: CommentLine[][] = []
  let part: CommentLine[] = []
  let isDashed = false
  const close = (dashed: boolean) => {
    if (isDashed || dashed) parts.push(part)
    part = []
    isDashed = dashed
  }
  for (const line of lines) {
    if (line.dashesBefore) close(true)
    part.push(line)
    if (line.dashesBehind) close(true)
  }
  close(false)
  const keys = parts.map((one) => keysOf(one, [KEY, QUOTED_KEY]))
  return keys.filter(({ known }) => known.size > 0)
}

/** Before the first statement, two keys are enough, or one between dashes, or a line that says who sees the script. */
function inPreamble(group: CommentGroup, header: HeaderComment | undefined): Lookalike | undefined {
  const keys = keysOf(group.lines)
  const dashed = dashedParts(group)
  const several = keys.known.size > 1 || isMarked(group) ? keys.first : undefined
  const line = keys.visibility ?? several ?? dashed.find(({ isYaml }) => isYaml)?.first
  if (line === undefined) return undefined
  const range = rangeOf(group, keys.first ?? line)
  if (header !== undefined) return { ...another(header, group), range }
  if (startsHeader(group.text, group.start)) return { ...IN_A_LINE, range }
  return { ...OTHER_MARKS, range, edit: editOf(group, keys) }
}

/** In the code, other YAML is likelier: only dashes, or nothing but keys with `public`, make a header. */
function inCode(group: CommentGroup, header: HeaderComment | undefined): Lookalike | undefined {
  const keys = keysOf(group.lines)
  const isMetadata = keys.isYaml && keys.known.size > 1 && keys.visibility !== undefined
  const startsAsHeader = startsHeader(group.text, group.start)
  const isFramed = group.isBlock && group.lines[0]?.isOpening && group.lines[0].dashesBefore
  const dashed = dashedParts(group).find(
    ({ isYaml, known, visibility }) =>
      isYaml && (startsAsHeader || isFramed || known.size > 1 || visibility !== undefined),
  )
  const marked = startsAsHeader && keys.known.size > 1 ? keys.first : undefined
  const line = dashed?.first ?? marked ?? (isMetadata ? keys.first : undefined)
  if (line === undefined) return undefined
  return { ...(header === undefined ? LATE : another(header, group)), range: rangeOf(group, line) }
}

// True for a comment between the markers that has more than keys.
const isMarked = ({ text, start, end }: CommentGroup): boolean =>
  /^\/\*---(?!-)/.test(text.slice(start, start + 6)) && text.slice(end - 5, end) === '---*/'

/** The line of the key, or of the dashes before it; in a block comment, its first line. */
function rangeOf({ text, end, lines }: CommentGroup, key: CommentLine): [number, number] {
  const previous = lines[lines.indexOf(key) - 1]
  const isFramed = previous?.dashesBefore && previous.words === ''
  const line = isFramed ? previous : key
  return [line.comment, endOfLine(text, line.comment, end)]
}

/** Only for a comment without prose that has its lines to itself. */
function editOf({ text, start, end }: CommentGroup, { lines, isYaml }: Keys): Lookalike['edit'] {
  const isAlone = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + 200))
  if (!isYaml || !isAlone) return undefined
  const top = leastIndent(lines.filter(({ isOpening }) => !isOpening))
  const yaml = lines.map(
    ({ words, indent, isOpening }) => ' '.repeat(isOpening ? 0 : indent - top) + words,
  )
  return { start, end, yaml }
}

const MARKS = '`/*---` and `---*/`'
const EMPTY = 'the lines `/*---` and `---*/`'
const UNLESS = `If it is not metadata, put an empty header at the top of the file: ${EMPTY}.`

const OTHER_MARKS = {
  message: `This comment looks like a header, but topo only reads one between ${MARKS}.`,
  fix: `Write \`/*---\` on a line before the keys, and \`---*/\` on a line after them. ${UNLESS}`,
}
const IN_A_LINE = {
  message: 'The header does not start its line, so topo does not read it.',
  fix: `Start \`/*---\` on a new line, and end with \`---*/\`. ${UNLESS}`,
}
const LATE = {
  message:
    'This comment looks like a header, but it is in or after a statement, where topo does not read it.',
  fix: `Move it above the first statement, between ${MARKS}. ${UNLESS}`,
}

/** A second header, or what looks like one. */
function another({ comment }: HeaderComment, { text, start }: CommentGroup) {
  const { line } = positionAt(text.slice(0, comment.start), comment.start)
  const unless =
    start < comment.start
      ? 'let none of its lines start with a key'
      : `put an empty header directly after that one: ${EMPTY}`
  return {
    message: `This comment looks like another header, but topo only reads the one in line ${line}.`,
    fix: `Move its keys into that one, between ${MARKS}. If it is not metadata, ${unless}.`,
  }
}
