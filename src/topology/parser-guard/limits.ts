/** Whether a text may be given to the native parser, which can end the process with it. */
import { Script } from 'node:vm'
import { tooDeep } from './nesting.ts'

/** Why a text is not parsed, and where. */
export interface ParserHazard {
  readonly at: number
  readonly message: string
  readonly fix: string
}

/**
 * With each error the parser hands over a copy of the line that it is in, and one line may have as many errors as
 * tokens: `\n` sixty thousand times outside of any string took 20 GB. In characters, at the most two errors of three.
 */
const MOST_COPIED = 1_000_000_000
/**
 * Words, and all else one by one; what stands in strings as well, for an escape in one may be wrong. Not `+` and `/`,
 * which are right or end the parsing, and of which a picture in base64 has thousands.
 */
const TOKEN = /[\p{L}\p{M}\p{N}_$]+|[^\p{L}\p{M}\p{N}\s_$+/]/gu

export function parserHazard(text: string): ParserHazard | undefined {
  const deep = tooDeep(text)
  if (deep !== undefined) return { at: deep, ...DEEP }
  const crowded = crowdedLine(text)
  return crowded === undefined || isJavaScript(text) ? undefined : { at: crowded, ...CROWDED }
}

function crowdedLine(text: string): number | undefined {
  if (text.length ** 2 <= MOST_COPIED) return undefined
  let copied = 0
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    // No line of these alone is worth a look.
    if (end - start > 1_000) copied += (end - start) * tokensIn(text.slice(start, end))
    else copied += (end - start) ** 2 / 2
    if (copied > MOST_COPIED) return start
    start = end + 1
  }
  return undefined
}

/**
 * Whether V8 reads it as the body of an async function, as the service does, without running it: in a tenth of the time
 * that the parser takes. What it reads, such as minified code, has no errors that the parser would copy the line for.
 */
export function isJavaScript(text: string): boolean {
  try {
    new Script(`async () => {\n${text}\n}`)
    return true
  } catch {
    return false
  }
}

function tokensIn(line: string): number {
  let count = 0
  TOKEN.lastIndex = 0
  while (TOKEN.test(line)) count++
  return count
}

const DEEP = {
  message: 'The code is nested too deeply to be read',
  fix: 'Split it up with variables, functions or loops.',
}
const CROWDED = {
  message: 'There is too much in this line to be read',
  fix: 'Break it up into several lines.',
}
