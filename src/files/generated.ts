/**
 * Compares generated files with those on disk. A checkout may have other line ends than topo writes (`core.autocrlf`), and an editor
 * adds or drops the last one. Neither is a difference, and a file keeps its line ends.
 */

import { countsOf } from '../grouped.ts'
import { type EndedLine, endedLines } from '../text/line-ends.ts'
import { type SharedEnds, sharedEnds } from '../text/shared-ends.ts'
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
  const shared = sharedEnds(before.map(textOf), after.map(textOf))
  if (before.length === after.length && shared.first === after.length)
    return { state: 'current', bytes: there }

  const mark = decoded.byteOrderMark ? '\uFEFF' : ''
  const text = inFormOf(before, after, shared)
  return { state: 'stale', bytes: Buffer.from(mark + text) }
}

const textOf = ({ text }: EndedLine): string => text

/** Lines that stay keep their ends, the others get the usual one of the file. The last line has an end if it had one. */
function inFormOf(
  before: readonly EndedLine[],
  after: readonly EndedLine[],
  { first, last }: SharedEnds,
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
  let usual = '\n'
  let most = 0
  for (const [end, count] of countsOf(lines.map((line) => line.end))) {
    if (end === '' || count <= most) continue
    usual = end
    most = count
  }
  return usual
}
