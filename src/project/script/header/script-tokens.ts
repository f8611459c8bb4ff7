/** Splits a script into tokens without a parser, so that comments are found in any text, also one with syntax errors. */

export interface Token {
  readonly kind: 'line comment' | 'block comment' | 'string' | 'word' | 'other'
  readonly start: number
  readonly end: number
}

/** Words before a value: a slash after them starts a regular expression. */
const BEFORE_VALUE = new Set(
  'return typeof case in of instanceof delete void throw new else do yield await'.split(' '),
)
const LINE_END = /[\n\r\u2028\u2029]/
const QUOTES = '\'"'

/** Reads one token after another. A slash after a bracket always divides, which is wrong for at most one line. */
export class ScriptTokens {
  readonly #text: string
  #offset = 0
  /** True if the next token may be a value, so that a slash starts a regular expression. */
  #wantsValue = true
  /** Open braces since the `${` of each open template. */
  readonly #braces: number[] = []
  /** True until the first token of a line, apart from comments. */
  #startsLine = true

  constructor(text: string) {
    this.#text = text
  }

  /** Undefined at the end of the text. */
  next(): Token | undefined {
    this.#skipSpace()
    const start = this.#offset
    if (start >= this.#text.length) return undefined
    const comment = this.#comment(start)
    const kind = comment ?? this.#code(start)
    if (comment === undefined) this.#startsLine = false
    return { kind, start, end: this.#offset }
  }

  #skipSpace(): void {
    while (this.#offset < this.#text.length) {
      const char = this.#text.charAt(this.#offset)
      if (!isSpace(char)) return
      if (isLineEnd(char)) this.#startsLine = true
      this.#offset++
    }
  }

  #comment(start: number): Token['kind'] | undefined {
    if (this.#text.startsWith('/*', start)) {
      const close = this.#text.indexOf('*/', start + 2)
      this.#offset = close < 0 ? this.#text.length : close + 2
      if (hasLineEnd(this.#text, start, this.#offset)) this.#startsLine = true
      return 'block comment'
    }
    // Scripts may have the comments of HTML. Elsewhere in a line, they are operators of most scripts.
    const isLine =
      this.#text.startsWith('//', start) ||
      (start === 0 && this.#text.startsWith('#!')) ||
      (this.#startsLine &&
        (this.#text.startsWith('<!--', start) || this.#text.startsWith('-->', start)))
    if (!isLine) return undefined
    this.#offset = endOfLine(this.#text, start)
    return 'line comment'
  }

  #code(start: number): Token['kind'] {
    const char = this.#text.charAt(start)
    if (QUOTES.includes(char)) return this.#string(start, char)
    if (isWord(char)) return this.#word(start)
    if (char === '`') return this.#template(start + 1)
    if (char === '/' && this.#wantsValue) return this.#regularExpression(start)
    return this.#punctuator(start, char)
  }

  #string(start: number, quote: string): Token['kind'] {
    let end = start + 1
    while (end < this.#text.length) {
      const char = this.#text.charAt(end)
      if (char === '\n' || char === '\r') break
      end += char === '\\' ? 2 : 1
      if (char === quote) break
    }
    return this.#endValue(end, 'string')
  }

  #word(start: number): Token['kind'] {
    let end = start
    while (end < this.#text.length && isWord(this.#text.charAt(end))) end++
    this.#offset = end
    this.#wantsValue = end - start <= LONGEST && BEFORE_VALUE.has(this.#text.slice(start, end))
    return 'word'
  }

  /** Reads to the closing backtick, or to `${`, whose code consists of further tokens. */
  #template(from: number): Token['kind'] {
    for (let at = from; at < this.#text.length; at++) {
      const char = this.#text.charAt(at)
      if (char === '\\') at++
      else if (char === '`') return this.#endValue(at + 1, 'other')
      else if (char === '$' && this.#text.charAt(at + 1) === '{') {
        this.#braces.push(0)
        this.#offset = at + 2
        this.#wantsValue = true
        return 'other'
      }
    }
    return this.#endValue(this.#text.length, 'other')
  }

  #regularExpression(start: number): Token['kind'] {
    let isClass = false
    for (let at = start + 1; at < this.#text.length; at++) {
      const char = this.#text.charAt(at)
      if (isLineEnd(char)) break
      if (char === '\\') at++
      else if (char === '[') isClass = true
      else if (char === ']') isClass = false
      else if (char === '/' && !isClass) return this.#endValue(at + 1, 'other')
    }
    return this.#punctuator(start, '/')
  }

  #punctuator(start: number, char: string): Token['kind'] {
    const depth = this.#braces.at(-1)
    if (char === '}' && depth === 0) {
      this.#braces.pop()
      return this.#template(start + 1)
    }
    if (depth !== undefined && char === '{') this.#braces[this.#braces.length - 1] = depth + 1
    if (depth !== undefined && char === '}') this.#braces[this.#braces.length - 1] = depth - 1
    this.#offset = start + 1
    this.#wantsValue = !')]}'.includes(char)
    return 'other'
  }

  #endValue(end: number, kind: Token['kind']): Token['kind'] {
    this.#offset = Math.min(end, this.#text.length)
    this.#wantsValue = false
    return kind
  }
}

/** Length of the longest of the words before a value. */
const LONGEST = 10

export function hasLineEnd(text: string, start: number, end: number): boolean {
  return endOfLine(text, start, end) < end
}

/** Offset of the next line end before `end`, or else `end`. */
export function endOfLine(text: string, start: number, end = text.length): number {
  // Not behind the end: a text may be one long line with a million comments.
  const length = text.slice(start, end).search(LINE_END)
  return length < 0 ? end : start + length
}

const isLineEnd = (char: string): boolean =>
  char === '\n' || char === '\r' || char === '\u2028' || char === '\u2029'
const isSpace = (char: string): boolean => char <= ' ' || (char >= '\u00a0' && char.trim() === '')
/** Also digits, and every character beyond ASCII that is no space. */
const isWord = (char: string): boolean =>
  char < '\u0080' ? /[\w$\\@#]/.test(char) : !isSpace(char)
