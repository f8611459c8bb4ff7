/** Puts parts of a Markdown text below a limit; counts and names what does not fit. */

import { code } from '../diff/index.ts'
import { sumOf } from '../grouped.ts'

export interface Line {
  text: string
  /** In its place if it is too long. */
  short?: string
  /** Names the line if neither fits. */
  name?: string
}

export interface Lines {
  head?: string
  lines: readonly Line[]
  tail?: string
  /** Part of what is left of the limit, from 0 to 1. */
  share: number
  /** At most this part of that is kept for the names of lines that do not fit. */
  names?: number
  /** Longer lists are cut. */
  most?: number
}

interface Limit {
  /** In bytes, which are at least as many as characters. */
  longest: number
  /** Removes secrets, before anything is measured. */
  clean?: (text: string) => string
}

export function fitMarkdown(
  parts: readonly (string | Lines)[],
  { longest, clean = (text) => text }: Limit,
): string {
  let text = ''
  for (const part of parts) {
    const room = longest - Buffer.byteLength(text) - ROOM_FOR_COUNTS
    const lines = typeof part === 'string' ? { lines: [{ text: part }], share: 1 } : part
    const fitted = fitLines(lines, room * lines.share, clean).trimEnd()
    if (fitted !== '') text += `${fitted}\n\n`
  }
  return text
}

/** Each part may end with a count and a few words. */
const ROOM_FOR_COUNTS = 300

const nameOf = ({ name }: Line): string | undefined =>
  name === undefined ? undefined : `, ${code(name)}`

/** In bytes. */
const sizeOf = (line: Line): number => Buffer.byteLength(nameOf(line) ?? '')

function fitLines(
  { head = '', lines, tail = '', names = 0, most = lines.length }: Lines,
  room: number,
  clean: (text: string) => string,
): string {
  if (lines.length === 0) return ''
  let left = room - Buffer.byteLength(head + tail)
  const take = (text: string | undefined, kept = 0): string | undefined => {
    const cleaned = text === undefined ? undefined : clean(text)
    if (cleaned === undefined || Buffer.byteLength(cleaned) > left - kept) return undefined
    left -= Buffer.byteLength(cleaned)
    return cleaned
  }
  /** In bytes: the names of all lines that have no place yet. */
  let unplaced = sumOf(lines, sizeOf)
  const missing: Line[] = []
  const texts = lines.map((line, index) => {
    const kept = Math.min(unplaced - sizeOf(line), room * names)
    const text = index < most ? (take(line.text, kept) ?? take(line.short, kept)) : undefined
    if (text === undefined) missing.push(line)
    else unplaced -= sizeOf(line)
    return text ?? ''
  })
  const named: string[] = []
  for (const line of missing) {
    const text = take(nameOf(line))
    if (text === undefined) break
    named.push(text)
  }
  const more = named.length < missing.length ? ', …' : ''
  const list = named.length === 0 ? '' : `: ${named.join('').slice(2)}${more}`
  const rest = missing.length === 0 ? '' : `\n… and ${missing.length} more${list}\n`
  return `${head}${texts.join('')}${rest}${tail}`
}
