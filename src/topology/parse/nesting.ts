/**
 * Measures how deep a text nests before a parser reads it; longer than others, because all of it changes one state.
 * The parsers call themselves for each level, and threads have stacks of different sizes. One limit below the smallest
 * of them gives each text the same result everywhere.
 */
import {
  APOSTROPHE,
  BACKTICK,
  endOfRegularExpression,
  endOfString,
  endOfTemplate,
  isLineEnd,
  isWord,
  lineEnd,
  QUOTE,
  SLASH,
  STAR,
} from './token-ends.ts'

/** Stack that a parser has in Node's main thread, in thousandths; `docs/decisions.md` has the measurements. */
const STACK = 1_000
const MOST = STACK * 0.85
/** Stack for each level, in the same unit: the most that one of the parsers takes. */
const BRACKET = 3.5
const ARROW = 3
const ANGLE = 2.5
const LOOP = 1.3
const STATEMENT = 0.8
const WORD = 1
const ASSIGNMENT = 0.7
const OPERATOR = 0.4
/** `<A>(…)` is read twice, as a function and as an assertion, so each level doubles the time. */
const DOUBLED = MOST / 9

/** Shorter text is safe, even if it is all brackets. */
const HARMLESS = Math.floor(MOST / BRACKET)

const STATEMENTS = words('if with do')
const LOOPS = words('for while')
const HEADS = words('if for while with')
const LINKING = words(
  'new typeof void delete await yield async extends keyof readonly infer unique is asserts in instanceof as satisfies abstract',
)
/** A regular expression or a line break within the statement may follow these. */
const OPEN_ENDED = words(
  'return throw case default else do in of instanceof new typeof void delete await yield extends keyof const let var ' +
    'import export from as satisfies if for while with try catch finally function class switch',
)
/** Words that continue the statement before them. */
const CONTINUING = words('else as catch extends finally in instanceof is of satisfies while')

const COSTS = new Map<string, number>([
  ['=', ASSIGNMENT],
  ...[...'?:!-~@'].map((operator) => [operator, WORD] as const),
  ...[...'+*/%&|^>'].map((operator) => [operator, OPERATOR] as const),
])
const OPENING = '([{'
const CLOSING = ')]}'

/** An open bracket, and the cost of the levels inside it that have no brackets. */
interface Level {
  /** `head` is the parenthesis of an `if`, `for`, `while` or `with`: a statement follows. */
  readonly kind: 'plain' | 'head' | 'template'
  /** `a = b = …`: a comma ends it too. */
  expression: number
  /** `if (a) if (b) …`, `A<B<…`: a comma does not end it. */
  statement: number
  angles: number
}

/** Why a text is not parsed, and the offset. */
export interface ParserHazard {
  readonly at: number
  readonly message: string
  readonly fix: string
}

export const nestedTooDeeply = (at: number): ParserHazard => ({
  at,
  message: 'The code is nested too deeply to parse',
  fix: 'Split it with variables, functions or loops.',
})

/** The offset at which a text is nested too deeply to parse; undefined for any normal text. */
export function tooDeep(text: string): number | undefined {
  return text.length <= HARMLESS ? undefined : new NestingReader(text).read()
}

/**
 * Reads the tokens of a text. It takes a slash behind a closing bracket for a division, and a quote without an end for
 * an operator. If it is wrong, the parser may overflow the stack of one thread only, which `parse-text.ts` catches.
 */
class NestingReader {
  readonly #text: string
  readonly #open: Level[] = [newLevel('plain')]
  #at = 0
  #total = 0
  /** The previous token ends a value: a slash divides, and a line break may end the statement. */
  #isValue = false
  #isNewLine = false
  #isBlockEnd = false
  #isHeadWord = false
  #isStatementEnd = false
  /** No regular expression starts before it: one that has no end was looked for. */
  #plainUntil = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): number | undefined {
    while (this.#at < this.#text.length) {
      const start = this.#at
      if (!this.#skipSpace()) this.#readToken()
      if (this.#total > MOST) return start
    }
    return undefined
  }

  /** Skips one white space or comment. */
  #skipSpace(): boolean {
    const code = this.#text.charCodeAt(this.#at)
    if (isLineEnd(code)) this.#isNewLine = true
    if (code <= 0x20 || isLineEnd(code)) {
      this.#at++
      return true
    }
    if (code !== SLASH) return false
    const next = this.#text.charCodeAt(this.#at + 1)
    if (next === SLASH) this.#at = lineEnd(this.#text, this.#at)
    else if (next === STAR) this.#skipBlockComment()
    else return false
    return true
  }

  #skipBlockComment(): void {
    const end = this.#text.indexOf('*/', this.#at + 2)
    // Without an end, the parser stops here too.
    const next = end === -1 ? this.#text.length : end + 2
    if (/[\n\r\u2028\u2029]/.test(this.#text.slice(this.#at, next))) this.#isNewLine = true
    this.#at = next
  }

  #readToken(): void {
    const code = this.#text.charCodeAt(this.#at)
    if (isWord(code)) this.#readWord()
    else if (code === QUOTE || code === APOSTROPHE) this.#readString(code)
    else if (code === BACKTICK) this.#readTemplate()
    else if (code === SLASH && !this.#isValue && this.#skipRegularExpression()) this.#passValue()
    else this.#readPunctuator(this.#text.charAt(this.#at))
    this.#isNewLine = false
  }

  #readWord(): void {
    const start = this.#at
    while (isWord(this.#text.charCodeAt(this.#at))) this.#at++
    const isName = start > 0 && this.#text[start - 1] === '.' && this.#text[start - 2] !== '.'
    const word = isName ? '' : this.#text.slice(start, Math.min(this.#at, start + 12))
    const ends = this.#isStatementEnd || this.#isBlockEnd || (this.#isNewLine && this.#isValue)
    if (ends && !isName && !this.#continues(word)) this.#endStatement()
    this.#passValue()
    if (STATEMENTS.has(word)) this.#add('statement', STATEMENT)
    else if (LOOPS.has(word)) this.#add('statement', LOOP)
    else if (LINKING.has(word)) this.#add('expression', WORD)
    this.#isValue = !OPEN_ENDED.has(word)
    this.#isHeadWord = HEADS.has(word)
  }

  #continues(word: string): boolean {
    if (this.#isStatementEnd) return word === 'else' || word === 'while'
    // After a decorator, a class is the same statement.
    return CONTINUING.has(word) || (word === 'class' && !this.#isBlockEnd)
  }

  #readString(quote: number): void {
    const end = endOfString(this.#text, this.#at, quote)
    this.#at = end ?? this.#at + 1
    if (end === undefined) this.#passOperator()
    else this.#passValue()
  }

  /** Reads from a backtick, or from the `}` of a value, to the end or to the next value. */
  #readTemplate(): void {
    const end = endOfTemplate(this.#text, this.#at)
    if (end === undefined) {
      this.#at++
      this.#passOperator()
    } else if (this.#text.charCodeAt(end) === BACKTICK) {
      this.#at = end + 1
      this.#passValue()
    } else {
      this.#at = end + 2
      this.#openLevel('template')
    }
  }

  #skipRegularExpression(): boolean {
    if (this.#at < this.#plainUntil) return false
    const end = endOfRegularExpression(this.#text, this.#at)
    if (end === undefined) this.#plainUntil = lineEnd(this.#text, this.#at)
    else this.#at = end
    return end !== undefined
  }

  #readPunctuator(char: string): void {
    if (this.#isStatementEnd && char !== '}') this.#endStatement()
    this.#at++
    if (OPENING.includes(char)) this.#openLevel(this.#isHeadWord ? 'head' : 'plain')
    else if (CLOSING.includes(char)) this.#closeLevel(char)
    else this.#readOperator(char)
  }

  #readOperator(char: string): void {
    const isBehindValue = this.#isValue
    this.#passOperator()
    if (char === ';') this.#isStatementEnd = true
    else if (char === ',') this.#endExpression()
    else if (char === '<') this.#openAngle(isBehindValue)
    else if (char === '>') this.#closeAngle()
    else if (char === '=' && this.#text[this.#at] === '>') {
      this.#at++
      this.#add('expression', ARROW)
    } else this.#add('expression', COSTS.get(char) ?? 0)
  }

  #openLevel(kind: Level['kind']): void {
    if (this.#isBlockEnd) this.#endStatement()
    this.#open.push(newLevel(kind))
    this.#total += BRACKET
    this.#passOperator()
  }

  #closeLevel(char: string): void {
    const level = this.#open.length > 1 ? this.#open.pop() : undefined
    if (level !== undefined) this.#total -= BRACKET + level.expression + level.statement
    this.#passValue()
    if (level?.kind === 'head') this.#isValue = false
    if (char !== '}') return
    this.#isBlockEnd = true
    if (level?.kind !== 'template') return
    this.#at--
    this.#readTemplate()
  }

  #openAngle(isBehindValue: boolean): void {
    this.#top.angles++
    this.#add('statement', isBehindValue ? ANGLE : DOUBLED)
  }

  #closeAngle(): void {
    this.#add('expression', OPERATOR)
    if (this.#top.angles === 0) return
    this.#top.angles--
    this.#add('statement', -Math.min(ANGLE, this.#top.statement))
  }

  get #top(): Level {
    return this.#open.at(-1) as Level
  }

  #add(to: 'expression' | 'statement', cost: number): void {
    this.#top[to] += cost
    this.#total += cost
  }

  #endExpression(): void {
    if (this.#top.angles > 0) return
    this.#total -= this.#top.expression
    this.#top.expression = 0
  }

  #endStatement(): void {
    const level = this.#top
    this.#total -= level.expression + level.statement
    level.expression = 0
    level.statement = 0
    level.angles = 0
  }

  #passValue(): void {
    this.#isValue = true
    this.#isBlockEnd = false
    this.#isHeadWord = false
    this.#isStatementEnd = false
  }

  #passOperator(): void {
    this.#passValue()
    this.#isValue = false
  }
}

const newLevel = (kind: Level['kind']): Level => ({
  kind,
  expression: 0,
  statement: 0,
  angles: 0,
})

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
