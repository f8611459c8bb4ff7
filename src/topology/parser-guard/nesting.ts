/**
 * Guards the native parser: code nested thousands deep would overflow its stack and end the process
 * (oxc-project/oxc#24375), which nothing in JavaScript can catch. So what is given to it is measured here first.
 *
 * A text is read as the parser would read it, token by token, with one difference: where a token alone does not
 * say whether a slash begins a regular expression or divides, or whether `<!--` is a comment, both are followed.
 * A reading that no program can have (a bracket that closes another, a string without end) is given up, for
 * the parser stops there as well.
 */
import { BRACKET, type LexerState, readOn, start } from './lexer.ts'

/** Below this no text of brackets alone is a danger: three bytes of ten are there for closing them. */
const HARMLESS = 1_000
const MOST_BRACKETS = 400
/** In units of some 500 bytes of the parser's stack, of which a worker thread has 4 MB. */
const MOST_LINKS = 3_000
/** Of one text; each is a slash that may mean two things, and does not come to the same within a few lines. */
const MOST_READINGS = 16
/** Of which most come to the same at the end of the line; until there, each is work. */
const MOST_FORKS = 300

/** The offset at which a text is nested too deeply to be parsed; undefined for what people and generators write. */
export function tooDeep(text: string): number | undefined {
  if (text.length <= HARMLESS) return undefined
  let readings: LexerState[] = [start()]
  let forks = 0
  while (readings.length > 0) {
    // The one that is furthest behind goes on, so two that come to the same are seen to.
    const next = readings.reduce((a, b) => (b.at < a.at ? b : a))
    const others = readings.filter((reading) => reading !== next)
    const followed = readOn(text, next, isTooDeep)
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

/** Of several that go on alike the deepest. */
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
