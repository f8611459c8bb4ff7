/** Longer than other files because it is one automaton: reads tokens and tracks the nesting depth. */

/** The kinds of open brackets; after the `}` of `${`, the template continues. */
export const BRACKET = ['^', '(', '[', '{', '$'] as const
const [ROOT, ROUND, SQUARE, CURLY, TEMPLATE] = [0, 1, 2, 3, 4] as const

/** One open bracket, and the nesting inside it that has no brackets: released when the statement or item ends. */
interface Level {
  readonly kind: 0 | 1 | 2 | 3 | 4
  /** The parenthesis of an `if`, `for`, `while` or `with`: a statement follows, not an operator. */
  readonly head: boolean
  /** Cost of `a ? b : c ? …`; a comma releases it too. */
  expression: number
  /** Cost of `if (a) if (b) …`, `A<B<…`; a comma does not release it. */
  statement: number
  /** Number of open `<`. */
  angles: number
  /** After an `@`, a word on a new line still belongs to the decorated item. */
  decorating: boolean
  /** A semicolon ends a statement, unless an `else` follows. */
  ending: boolean
}

/** The previous token: decides the meaning of a slash, and whether a statement may end. */
type Before =
  /** An operator, an opening bracket: a value follows. */
  | 'operator'
  /** A name, literal or closing bracket: an operator or the next statement follows. */
  | 'operand'
  /** An operand that ends with a bracket or a backtick. */
  | 'closed'
  | 'block end'
  /** `if (…)` */
  | 'head'
  | 'dot'
  /** `if`, `for`, `while`, `with` */
  | 'head word'
  | 'keyword'
  /** A word that can be a name or a keyword, `++`, `!`, `>`. */
  | 'either'

/** The state of one reading at an offset. */
export interface LexerState {
  at: number
  before: Before
  /** True if a line ended since the previous token. */
  newline: boolean
  open: Level[]
  /** Total cost of all open levels, plus the penalty for errors that are expensive to report. */
  total: number
}

const HEADS = words('if for while with')
/** Words that need a continuation: no statement ends with them. */
const KEYWORDS = words(
  'case catch class const default delete do else enum export extends finally function import in instanceof new ' +
    'return switch throw try typeof var void',
)
const EITHER = words(
  'abstract accessor any as asserts async await declare defer from get global implements infer interface is keyof ' +
    'let module namespace of out override package private protected public readonly require satisfies set source ' +
    'static type unique using yield',
)
/** Words that continue the previous statement. */
const CONTINUING = words(
  'as catch else extends finally implements in instanceof is of satisfies while',
)
/** Measured cost of a word on the parser's stack, in units of `MOST_LINKS`: the parser recurses after it. */
const COST = new Map(
  Object.entries({
    'extends is asserts': 3,
    'abstract for infer keyof public readonly unique accessor declare override private protected static': 1.5,
    'new if else while do with await yield async': 1,
    'typeof void delete': 0.5,
    'in instanceof as satisfies': 0.25,
  }).flatMap(([names, cost]) => [...words(names)].map((name) => [name, cost] as const)),
)
const STATEMENTS = words('if else for while do with')
const CHEAP = 0.25
/** A colon is possibly a label; `a: { b: …` is counted by its brackets. */
const OPERATORS = new Map([['?', 1.5], ...[...':~%&*^|'].map((char) => [char, CHEAP] as const)])
/** Number of flags that a regular expression can have. */
const FLAGS = 8
/** Length of the longest word in the lists. */
const LONGEST = 10

/** White space of ECMAScript, and characters that the parser tolerates with an error. */
const SPACE = /[\s\x85\u180e\u200b]/

export function start(): LexerState {
  return { at: 0, before: 'operator', newline: true, open: [level(ROOT)], total: 0 }
}

/**
 * Reads until the next line starts, or until the text is ambiguous.
 *
 * @returns the possible states; empty at the end of the text, or if no program can continue like this
 */
export function advance(
  text: string,
  reading: LexerState,
  enough: (reading: LexerState) => boolean,
): LexerState[] {
  while (reading.at < text.length) {
    const code = text.charCodeAt(reading.at)
    if (isSpace(code)) {
      reading.at++
      if (!isLineEnd(code)) continue
      reading.newline = true
      return [reading]
    }
    const ways = comment(text, reading)
    if (ways === 'skipped') continue
    if (ways !== undefined) return ways
    if (isWord(code)) word(reading, text)
    else if (code === 0x2f) {
      const read = slash(text, reading)
      if (read.length !== 1 || read[0] !== reading) return read
    } else if (code === 0x22 || code === 0x27) {
      if (!skipTo(endOfString(text, reading.at), reading)) return []
    } else if (code === 0x60) {
      link(reading, 'expression', CHEAP)
      if (!template(text, reading)) return []
    } else if (!punctuator(text, reading, text.charAt(reading.at))) return []
    if (enough(reading)) return [reading]
  }
  return []
}

/** Skips a certain comment; returns both states for a possible one. */
function comment(text: string, reading: LexerState): 'skipped' | LexerState[] | undefined {
  const { at } = reading
  const first = text.charCodeAt(at)
  if (first !== 0x2f && first !== 0x3c && first !== 0x2d && first !== 0x23) return undefined
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2)
    if (end === -1) return []
    for (let i = at; i < end && !reading.newline; i++)
      reading.newline = isLineEnd(text.charCodeAt(i))
    reading.at = end + 2
    return 'skipped'
  }
  const sure = text.startsWith('//', at)
  const perhaps =
    text.startsWith('<!--', at) ||
    (reading.newline && text.startsWith('-->', at)) ||
    (at === 0 && text.startsWith('#!'))
  if (!sure && !perhaps) return undefined
  const skipped = perhaps ? copy(reading) : reading
  while (skipped.at < text.length && !isLineEnd(text.charCodeAt(skipped.at))) skipped.at++
  if (sure) return 'skipped'
  // Consume the first character, or the loop would see it again.
  if (!punctuator(text, reading, text.charAt(at))) return [skipped]
  return [skipped, reading]
}

function slash(text: string, reading: LexerState): LexerState[] {
  const { before, newline } = reading
  const divides = before === 'operand' || before === 'closed' || before === 'dot'
  const begins = before === 'operator' || before === 'keyword' || before === 'head'
  const unsure = !begins && (!divides || newline)
  const regular = unsure ? copy(reading) : reading
  const ways: LexerState[] = []
  if ((begins || unsure) && skipTo(endOfRegular(text, regular.at), regular)) {
    // The parser reports each invalid flag.
    let flags = 0
    while (isWord(text.charCodeAt(regular.at + flags))) flags++
    regular.total += Math.max(0, flags - FLAGS)
    ways.push(regular)
  }
  if (!begins) {
    reading.at++
    link(reading, 'expression', CHEAP)
    passed(reading, 'operator')
    ways.push(reading)
  }
  return ways
}

function word(reading: LexerState, text: string): void {
  const from = reading.at
  while (isWord(text.charCodeAt(reading.at))) reading.at++
  const name = reading.at - from > LONGEST ? '' : text.slice(from, reading.at)
  const { before, newline } = reading
  const top = topOf(reading)
  const goesOn = CONTINUING.has(name)
  if (top.ending) {
    top.ending = false
    if (name !== 'else') release(reading, top)
  } else if (before === 'block end' || (newline && (before === 'operand' || before === 'closed'))) {
    if (!goesOn && !top.decorating) release(reading, top)
  }
  const isName = before === 'dot'
  const cost = isName ? undefined : COST.get(name)
  if (cost !== undefined) link(reading, STATEMENTS.has(name) ? 'statement' : 'expression', cost)
  if (isName) passed(reading, 'operand')
  else if (HEADS.has(name) || (name === 'await' && before === 'head word'))
    passed(reading, 'head word')
  else if (KEYWORDS.has(name)) passed(reading, 'keyword')
  else passed(reading, EITHER.has(name) ? 'either' : 'operand')
}

const KIND_OF_BRACKET = { '(': ROUND, '[': SQUARE, '{': CURLY } as const

/** False if no program can continue with it. */
function punctuator(text: string, reading: LexerState, char: string): boolean {
  const top = topOf(reading)
  if (top.ending && char !== '}') {
    top.ending = false
    release(reading, top)
  }
  reading.at++
  switch (char) {
    case '(':
    case '[':
    case '{': {
      const kind = KIND_OF_BRACKET[char]
      // `f()()[0]…`; a method call was counted at its dot.
      if (kind !== CURLY && reading.before === 'closed') link(reading, 'expression', CHEAP)
      if (kind === CURLY) top.decorating = false
      reading.open.push({ ...level(kind), head: kind === ROUND && reading.before === 'head word' })
      passed(reading, 'operator')
      return true
    }
    case ')':
    case ']':
      return close(reading, char === ')' ? ROUND : SQUARE)
    case '}':
      if (top.kind !== TEMPLATE) return close(reading, CURLY)
      leave(reading)
      reading.at--
      return template(text, reading)
    case ',':
      if (top.angles === 0) {
        reading.total -= top.expression
        top.expression = 0
      }
      break
    case ';':
      top.ending = true
      top.decorating = false
      break
    case '.': {
      const spread = text.startsWith('..', reading.at)
      if (spread) reading.at += 2
      link(reading, 'expression', CHEAP)
      passed(reading, spread ? 'operator' : 'dot')
      return true
    }
    case '#':
      passed(reading, 'dot')
      return true
    case '@':
      // A decorator can be a decorated expression.
      link(reading, 'statement', 2)
      top.decorating = true
      break
    case '=': {
      const arrow = text.charAt(reading.at) === '>'
      if (arrow) reading.at++
      link(reading, 'expression', arrow ? 2 : 1)
      break
    }
    case '<':
      link(reading, 'statement', 3)
      top.angles++
      break
    case '>':
      link(reading, 'expression', CHEAP)
      if (top.angles > 0) {
        top.angles--
        link(reading, 'statement', -3)
      }
      passed(reading, 'either')
      return true
    case '+':
    case '-':
    case '!':
      link(reading, 'expression', CHEAP)
      if (char !== '!' && text.charAt(reading.at) !== char) break
      if (char !== '!') reading.at++
      passed(reading, 'either')
      return true
    case '\\':
      // An escape in a name, which then is not a keyword. Mostly an error, which the parser reports with its whole line.
      reading.total += 10
      passed(reading, 'either')
      return true
    default:
      link(reading, 'expression', OPERATORS.get(char) ?? 0)
  }
  passed(reading, 'operator')
  return true
}

/** Reads a template from its backtick or a `}` to its end or the next `${`. */
function template(text: string, reading: LexerState): boolean {
  for (let at = reading.at + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\') at++
    else if (char === '`') {
      reading.at = at + 1
      passed(reading, 'closed')
      return true
    } else if (char === '$' && text.charAt(at + 1) === '{') {
      reading.at = at + 2
      reading.open.push(level(TEMPLATE))
      passed(reading, 'operator')
      return true
    }
  }
  return false
}

function close(reading: LexerState, kind: Level['kind']): boolean {
  const top = topOf(reading)
  if (top.kind !== kind) return false
  leave(reading)
  if (kind === CURLY) passed(reading, 'block end')
  else passed(reading, top.head ? 'head' : 'operand')
  return true
}

function leave(reading: LexerState): void {
  const left = reading.open.pop()
  if (left !== undefined) reading.total -= left.expression + left.statement
}

function link(reading: LexerState, to: 'expression' | 'statement', cost: number): void {
  topOf(reading)[to] += cost
  reading.total += cost
}

function release(reading: LexerState, top: Level): void {
  reading.total -= top.expression + top.statement
  top.expression = 0
  top.statement = 0
  top.angles = 0
}

function passed(reading: LexerState, token: Before): void {
  reading.before = token
  reading.newline = false
}

/** False if it is unterminated. */
function skipTo(end: number | undefined, reading: LexerState): boolean {
  if (end === undefined) return false
  reading.at = end
  passed(reading, 'operand')
  return true
}

function endOfString(text: string, from: number): number | undefined {
  const quote = text.charCodeAt(from)
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === 0x0a || code === 0x0d) return undefined
    if (code === 0x5c && text.startsWith('\r\n', ++at)) at++
  }
  return undefined
}

function endOfRegular(text: string, from: number): number | undefined {
  let inClass = false
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isLineEnd(code)) return undefined
    if (code === 0x5c) {
      if (isLineEnd(text.charCodeAt(++at))) return undefined
    } else if (code === 0x5b) inClass = true
    else if (code === 0x5d) inClass = false
    else if (code === 0x2f && !inClass) return at + 1
  }
  return undefined
}

function isWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x24 ||
    code === 0x5f ||
    (code > 0x7f && !isSpace(code))
  )
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    (code > 0x7f && SPACE.test(String.fromCharCode(code)))
  )
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029
}

function topOf({ open }: LexerState): Level {
  const top = open.at(-1)
  if (top === undefined) throw new Error('the outermost level was closed')
  return top
}

function level(kind: Level['kind']): Level {
  return {
    kind,
    head: false,
    expression: 0,
    statement: 0,
    angles: 0,
    decorating: false,
    ending: false,
  }
}

function copy(reading: LexerState): LexerState {
  return { ...reading, open: reading.open.map((one) => ({ ...one })) }
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
