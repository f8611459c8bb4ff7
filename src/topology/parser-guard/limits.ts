/** Detects text that would crash the native parser, and the process with it. */
import { Script } from 'node:vm'
import { advance, BRACKET, type LexerState, start } from './lexer.ts'

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

export function tokensIn(line: string): number {
  let count = 0
  TOKEN.lastIndex = 0
  while (TOKEN.test(line)) count++
  return count
}

const DEEP = {
  message: 'The code is nested too deeply to parse',
  fix: 'Split it with variables, functions or loops.',
}
export const CROWDED = {
  message: 'This line is too long to parse',
  fix: 'Break it into several lines.',
}

/** In characters. Shorter text is safe, even if it is all brackets. */
const HARMLESS = 1_000
const MOST_BRACKETS = 400
/** In units of about 500 bytes of the parser's stack; a worker thread has 4 MB. */
const MOST_LINKS = 3_000
/** Parallel readings of one text; each is an ambiguous slash that a few lines do not resolve. */
const MOST_READINGS = 16
/** Forks per text. Most merge at the end of the line, but each costs time until then. */
const MOST_FORKS = 300

/**
 * The offset at which a text is nested too deeply to parse; undefined for any normal text.
 *
 * Code nested thousands deep would overflow the native parser's stack and end the process (oxc-project/oxc#24375), which
 * JavaScript cannot catch. Reads the text token by token, as the parser does, but follows both readings of an ambiguous
 * token. A slash may start a regular expression or divide; `<!--` may start a comment. Drops a reading that no program can
 * have (a wrong closing bracket, an unterminated string), because the parser stops there too.
 */
export function tooDeep(text: string): number | undefined {
  if (text.length <= HARMLESS) return undefined
  let readings: LexerState[] = [start()]
  let forks = 0
  while (readings.length > 0) {
    // Continue the reading that is furthest behind, so that equal readings meet and merge.
    const next = readings.reduce((a, b) => (b.at < a.at ? b : a))
    const others = readings.filter((reading) => reading !== next)
    const followed = advance(text, next, isTooDeep)
    for (const reading of followed)
      if (isTooDeep(reading)) return Math.min(reading.at, text.length - 1)
    readings =
      others.length === 0 && followed.length === 1 ? followed : distinct([...others, ...followed])
    if (followed.length > 1) forks++
    if (readings.length > MOST_READINGS || forks > MOST_FORKS)
      return Math.min(next.at, text.length - 1)
  }
  return undefined
}

function isTooDeep({ open, total }: LexerState): boolean {
  return open.length > MOST_BRACKETS || total > MOST_LINKS
}

/** Merges equal readings and keeps the deepest. */
function distinct(readings: readonly LexerState[]): LexerState[] {
  const found = new Map<string, LexerState>()
  for (const reading of readings) {
    const kinds = reading.open.map(({ kind, head }) => BRACKET[kind] + Number(head)).join('')
    const key = [reading.at, reading.before, reading.newline, kinds].join(' ')
    const same = found.get(key)
    if (same === undefined || same.total < reading.total) found.set(key, reading)
  }
  return [...found.values()]
}
