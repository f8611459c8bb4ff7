/**
 * Measures nesting before the native parser runs: code nested thousands deep would overflow its stack and end
 * the process (oxc-project/oxc#24375), which JavaScript cannot catch.
 *
 * Reads the text token by token, as the parser does, but follows both readings of an ambiguous token. A slash may
 * start a regular expression or divide; `<!--` may start a comment. It drops a reading that no program can have (a
 * wrong closing bracket, an unterminated string), because the parser stops there too.
 */
import { advance, BRACKET, type LexerState, start } from './lexer.ts'

/** In characters. Shorter text is safe, even if it is all brackets. */
const HARMLESS = 1_000
const MOST_BRACKETS = 400
/** In units of about 500 bytes of the parser's stack; a worker thread has 4 MB. */
const MOST_LINKS = 3_000
/** Parallel readings of one text; each is an ambiguous slash that a few lines do not resolve. */
const MOST_READINGS = 16
/** Forks per text. Most merge at the end of the line, but each costs time until then. */
const MOST_FORKS = 300

/** The offset at which a text is nested too deeply to parse; undefined for any normal text. */
export function tooDeep(text: string): number | undefined {
  if (text.length <= HARMLESS) return undefined
  let readings: LexerState[] = [start()]
  let forks = 0
  while (readings.length > 0) {
    // Continue the reading that is furthest behind, so that equal readings meet and merge.
    const next = readings.reduce((a, b) => (b.at < a.at ? b : a))
    const others = readings.filter((reading) => reading !== next)
    const followed = advance(text, next, isTooDeep)
    for (const reading of followed) if (isTooDeep(reading)) return Math.min(reading.at, text.length - 1)
    readings = others.length === 0 && followed.length === 1 ? followed : distinct([...others, ...followed])
    if (followed.length > 1) forks++
    if (readings.length > MOST_READINGS || forks > MOST_FORKS) return Math.min(next.at, text.length - 1)
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
