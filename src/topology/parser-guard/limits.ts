/** Detects text that would crash the native parser, and the process with it. */
import { Script } from 'node:vm'
import { tooDeep } from './nesting.ts'

/** Why a text is not parsed, and the offset. */
export interface ParserHazard {
  readonly at: number
  readonly message: string
  readonly fix: string
}

/**
 * The parser copies the whole line for each error, and a line can have as many errors as tokens: `\n` sixty
 * thousand times outside of strings took 20 GB. In characters; assumes two errors per three tokens at most.
 */
const MOST_COPIED = 1_000_000_000
/**
 * A word or a single other character; also inside strings, because an escape can be an error. Not `+` and `/`: they
 * are valid or end the parsing, and base64 pictures have thousands of them.
 */
const TOKEN = /[\p{L}\p{M}\p{N}_$]+|[^\p{L}\p{M}\p{N}\s_$+/]/gu

export function parserHazard(text: string): ParserHazard | undefined {
  const deep = tooDeep(text)
  if (deep !== undefined) return nestedTooDeeply(deep)
  const crowded = crowdedLine(text)
  return crowded === undefined || isJavaScript(text) ? undefined : { at: crowded, ...CROWDED }
}

export const nestedTooDeeply = (at: number): ParserHazard => ({ at, ...DEEP })

function crowdedLine(text: string): number | undefined {
  if (text.length ** 2 <= MOST_COPIED) return undefined
  let copied = 0
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    // Short lines are estimated, not counted.
    if (end - start > 1_000) copied += (end - start) * tokensIn(text.slice(start, end))
    else copied += (end - start) ** 2 / 2
    if (copied > MOST_COPIED) return start
    start = end + 1
  }
  return undefined
}

/**
 * True if V8 compiles the text as the body of an async function, as the service does. Takes a tenth of the parser's
 * time. Such text, for example minified code, has no errors for which the parser would copy the line.
 *
 * False in Bun, whose JavaScriptCore takes hours for thirty nested default values: `(a = (b = (c = …`.
 */
export function isJavaScript(text: string): boolean {
  if ('Bun' in globalThis) return false
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
  message: 'The code is nested too deeply to parse',
  fix: 'Split it with variables, functions or loops.',
}
const CROWDED = {
  message: 'This line is too long to parse',
  fix: 'Break it into several lines.',
}
