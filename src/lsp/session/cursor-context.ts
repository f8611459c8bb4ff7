/** Finds what the cursor is in: a string or another argument of a call, the name of an option, or a new statement. The text may be broken. */

interface CallPlace {
  /** Name of the method or function. */
  readonly method: string
  /** Index of the argument. */
  readonly argument: number
  /** Name of the option whose value it is; undefined outside of an object. */
  readonly option: string | undefined
}

export type CursorContext =
  /** `from` is where the content of the string starts. */
  | ({ readonly kind: 'string'; readonly from: number } & CallPlace)
  /** `given` are the options before it. */
  | ({
      readonly kind: 'option'
      readonly from: number
      readonly given: readonly string[]
    } & CallPlace)
  | { readonly kind: 'statement'; readonly from: number }
  | ({ readonly kind: 'argument'; readonly from: number } & CallPlace)

interface Frame {
  readonly open: string
  /** For `(`: the name before it. */
  readonly method: string
  /** Number of commas so far. */
  commas: number
  /** For `{`: names of its properties so far; the last one has the value at the cursor. */
  readonly keys: string[]
  isValue: boolean
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Undefined in comments, in other code, and in strings outside of calls. */
export function cursorContext(text: string, cursor: number): CursorContext | undefined {
  return new CursorSearch(text, cursor).find()
}

/** Length of a name; longer ones are cut. */
const MOST_LETTERS = 200
/** Characters that come before a regular expression, not before a division. */
const BEFORE_REGEX = /^[(,=:[!&|?{};]?$/

/** Reads the text from its start to the cursor. */
class CursorSearch {
  readonly #text: string
  readonly #cursor: number
  readonly #frames: Frame[] = []
  /** The last name, and the last character that is not blank. */
  #name = ''
  #last = ''
  #position = 0

  constructor(text: string, cursor: number) {
    this.#text = text
    this.#cursor = cursor
  }

  find(): CursorContext | undefined {
    while (this.#position < this.#cursor) {
      const end = this.#readToken()
      if (end !== undefined) return end.context
    }
    return atWord(this.#frames, this.#last, this.#text, this.#cursor)
  }

  /** Returns the context if the cursor is in the token. */
  #readToken(): { context: CursorContext | undefined } | undefined {
    const start = this.#position
    const letter = this.#text[start] as string
    const next = this.#text[start + 1]
    if (letter === '/' && (next === '/' || next === '*')) return this.#readComment(next)
    if (letter === "'" || letter === '"' || letter === '`') return this.#readString(letter)
    if (letter === '/' && BEFORE_REGEX.test(this.#last)) {
      this.#position = regexEnd(this.#text, start)
      this.#last = '/'
      return undefined
    }
    if (/[\w$]/.test(letter)) return this.#readWord(letter)
    this.#readSign(letter)
    return undefined
  }

  /** @param kind the second character of the comment */
  #readComment(kind: '/' | '*'): { context: undefined } | undefined {
    const start = this.#position
    const isBlock = kind === '*'
    const end = isBlock ? after(this.#text, '*/', start + 2) : lineEnd(this.#text, start)
    const isBehind = isBlock && end === this.#cursor
    if (end >= this.#cursor && !isBehind) return { context: undefined }
    this.#position = end
    return undefined
  }

  #readString(quote: string): { context: CursorContext | undefined } | undefined {
    const start = this.#position + 1
    const end = stringEnd(this.#text, this.#position, quote)
    if (end >= this.#cursor) return { context: inString(this.#frames, start) }
    const top = this.#frames.at(-1)
    const isKey = top?.open === '{' && !top.isValue
    this.#name = isKey ? this.#text.slice(start, end) : ''
    this.#position = end + 1
    this.#last = quote
    return undefined
  }

  #readWord(letter: string): { context: CursorContext | undefined } | undefined {
    const start = this.#position
    const [word = letter] = /^[\w$]+/.exec(this.#text.slice(start, start + MOST_LETTERS)) ?? []
    if (start + word.length >= this.#cursor) {
      return { context: atWord(this.#frames, this.#last, this.#text, start) }
    }
    this.#name = word
    this.#last = 'a'
    this.#position += word.length
    return undefined
  }

  #readSign(sign: string): void {
    const top = this.#frames.at(-1)
    const closed = CLOSING[sign]
    if ('([{'.includes(sign)) this.#open(sign)
    else if (closed) this.#close(closed)
    else if (sign === ',' && top) {
      top.commas++
      top.isValue = false
    } else if (sign === ':' && top?.open === '{' && !top.isValue) {
      top.keys.push(this.#name)
      top.isValue = true
    }
    this.#position++
    if (/\s/.test(sign)) return
    this.#last = sign
    if (sign === '(') this.#name = ''
  }

  #open(bracket: string): void {
    const method = bracket === '(' ? this.#name : ''
    this.#frames.push({ open: bracket, method, commas: 0, keys: [], isValue: false })
  }

  #close(bracket: string): void {
    while (this.#frames.length > 0 && this.#frames.pop()?.open !== bracket);
  }
}

function callPlace(frames: readonly Frame[]): CallPlace | undefined {
  const index = frames.findLastIndex(({ open, method }) => open === '(' && method !== '')
  const call = frames[index]
  if (call === undefined) return undefined
  const inner = frames.slice(index + 1)
  // Code in a function is not an argument.
  if (inner.some(({ open }) => open === '(')) return undefined
  const object = inner.findLast(({ open }) => open === '{')
  return { method: call.method, argument: call.commas, option: object?.keys.at(-1) }
}

function inString(frames: readonly Frame[], from: number): CursorContext | undefined {
  const place = callPlace(frames)
  const top = frames.at(-1)
  if (place === undefined || (top?.open === '{' && !top.isValue)) return undefined
  return { kind: 'string', from, ...place }
}

function atWord(
  frames: readonly Frame[],
  last: string,
  text: string,
  from: number,
): CursorContext | undefined {
  const top = frames.at(-1)
  const place = callPlace(frames)
  if (place && top?.open === '{' && !top.isValue && (last === '{' || last === ','))
    return { kind: 'option', from, given: top.keys, ...place }
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const isFirst = /^\s*$/.test(text.slice(lineStart, from))
  const isBlock = frames.every(({ open }) => open === '{')
  if (isFirst && isBlock && !/[.(,=+:?&|]/.test(last)) return { kind: 'statement', from }
  return place && { kind: 'argument', from, ...place }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function after(text: string, closing: string, at: number): number {
  const end = text.indexOf(closing, at)
  return end < 0 ? text.length + 1 : end + closing.length
}

/** Where the string ends; at the end of its line if it is not closed. */
function stringEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === quote || (letter === '\n' && quote !== '`')) return at
  }
  return text.length
}

function regexEnd(text: string, start: number): number {
  let isClass = false
  for (let at = start + 1; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === '\n') return at
    else if (letter === '[') isClass = true
    else if (letter === ']') isClass = false
    else if (letter === '/' && !isClass) return at + 1
  }
  return text.length
}
