/**
 * Compares generated files with those on disk. A checkout may have other line ends than topo writes (`core.autocrlf`), and an editor
 * adds or drops the last one. Neither is a difference, and a file keeps its line ends.
 */
import { type EndedLine, endedLines } from '../text/line-ends.ts'
import { decodeText } from './decode.ts'

export interface GeneratedFile {
  readonly state: 'missing' | 'stale' | 'current'
  /** The content that the file has to have, in the form of the existing file. */
  readonly bytes: Buffer
}

/**
 * @param there the file on disk; undefined if it does not exist
 * @param wanted bytes of a binary file, which is compared as it is, or a text
 */
export function compareGenerated(
  there: Buffer | undefined,
  wanted: string | Uint8Array,
): GeneratedFile {
  const bytes = Buffer.from(wanted)
  if (there === undefined) return { state: 'missing', bytes }
  const decoded = typeof wanted === 'string' ? decodeText(there) : undefined
  if (decoded?.text === undefined)
    return { state: there.equals(bytes) ? 'current' : 'stale', bytes }

  const before = endedLines(decoded.text)
  const after = endedLines(bytes.toString('utf8'))
  const shared = sharedLines(before, after)
  if (before.length === after.length && shared.first === after.length)
    return { state: 'current', bytes: there }

  const mark = decoded.byteOrderMark ? '\uFEFF' : ''
  const text = inFormOf(before, after, shared)
  return { state: 'stale', bytes: Buffer.from(mark + text) }
}

interface SharedLines {
  /** Number of equal lines at the start. */
  readonly first: number
  /** Number of equal lines at the end, which are not among the first. */
  readonly last: number
}

function sharedLines(before: readonly EndedLine[], after: readonly EndedLine[]): SharedLines {
  const most = Math.min(before.length, after.length)
  let first = 0
  while (first < most && before[first]?.text === after[first]?.text) first++
  let last = 0
  while (last < most - first && before.at(-1 - last)?.text === after.at(-1 - last)?.text) last++
  return { first, last }
}

/** Lines that stay keep their ends, the others get the usual one of the file. The last line has an end if it had one. */
function inFormOf(
  before: readonly EndedLine[],
  after: readonly EndedLine[],
  { first, last }: SharedLines,
): string {
  const usual = usualEnd(before)
  // Other content without a line in common was not generated, so its end says nothing. A picture is one line.
  const isRelated = first + last > 0 || (before.length === 1 && after.length === 1)
  const lines = after.map((line, index) => {
    const fromEnd = index - after.length
    if (index === after.length - 1)
      return line.text + (isRelated ? lastEnd(before, line) : line.end)
    if (index < first) return line.text + (before[index]?.end || usual)
    if (-fromEnd <= last) return line.text + (before.at(fromEnd)?.end || usual)
    return line.text + usual
  })
  return lines.join('')
}

/** An empty line is none without its end. */
const lastEnd = (before: readonly EndedLine[], line: EndedLine): string => {
  const end = before.at(-1)?.end ?? line.end
  return line.text === '' ? end || line.end : end
}

/** The most frequent one; a file of one line gets `\n`. */
function usualEnd(lines: readonly EndedLine[]): string {
  const counts = new Map<string, number>([['\n', 0]])
  for (const { end } of lines) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0]
}
