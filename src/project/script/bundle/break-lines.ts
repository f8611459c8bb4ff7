/**
 * Breaks long lines of a module between statements and between the parts of lists. The bundler copies the whole line for
 * each error: thousands of errors in a line of 30 kB are gigabytes.
 */
import type MagicString from 'magic-string'
import { isNode, type Node } from '../../../topology/parse/syntax-tree.ts'

const LONG = 1_000
/** Characters of copies, if each word of a line has an error. */
const MOST_COPIED = 100_000_000

const longLine = new RegExp(`[^\n\r\u2028\u2029]{${LONG + 1},}`)

export const hasLongLine = (code: string): boolean => longLine.test(code)

export function breakLines(module: MagicString, code: string, program: Node): void {
  const starts = partStarts(program)
  let at = 0
  for (const { index, 0: line } of code.matchAll(new RegExp(longLine, 'g'))) {
    while (at < starts.length && (starts[at] as number) <= index) at++
    for (; at < starts.length && (starts[at] as number) < index + line.length; at++) {
      module.appendLeft(starts[at] as number, '\n')
    }
  }
}

/** Where all but the first part of each list start. Texts of templates are no parts: a line break would change them. */
function partStarts(program: Node): number[] {
  const starts: number[] = []
  const waiting: Node[] = [program]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const value of Object.values(node)) {
      if (isNode(value)) waiting.push(value)
      if (Array.isArray(value)) addParts(value, waiting, starts)
    }
  }
  return starts.sort((a, b) => a - b)
}

function addParts(list: readonly unknown[], waiting: Node[], starts: number[]): void {
  for (const [index, part] of list.entries()) {
    if (!isNode(part) || part.type === 'TemplateElement') continue
    waiting.push(part)
    if (index > 0) starts.push(part.start)
  }
}

/** A word or a single other character; not `+` and `/`, because base64 pictures have thousands of them. */
const TOKEN = /[\p{L}\p{M}\p{N}_$]+|[^\p{L}\p{M}\p{N}\s_$+/]/gu

function tokensIn(line: string): number {
  let count = 0
  TOKEN.lastIndex = 0
  while (TOKEN.test(line)) count++
  return count
}

/** Offset of a line that is still long, and has so many words that their errors could be gigabytes. */
export function crowdedLine(code: string): number | undefined {
  if (!longLine.test(code)) return undefined
  let copied = 0
  for (const { index, 0: line } of code.matchAll(new RegExp(longLine, 'g'))) {
    copied += line.length * tokensIn(line)
    if (copied > MOST_COPIED) return index
  }
  return undefined
}
