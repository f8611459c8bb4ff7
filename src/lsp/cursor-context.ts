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
  const frames: Frame[] = []
  /** The last name, and the last character that is not blank. */
  let name = ''
  let last = ''
  let at = 0
  const push = (open: string) =>
    frames.push({ open, method: open === '(' ? name : '', commas: 0, keys: [], isValue: false })
  while (at < cursor) {
    const letter = text[at] as string
    const top = frames.at(-1)
    if (letter === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const end = text[at + 1] === '/' ? lineEnd(text, at) : after(text, '*/', at + 2)
      if (end >= cursor && !(text[at + 1] === '*' && end === cursor)) return undefined
      at = end
    } else if (letter === "'" || letter === '"' || letter === '`') {
      const end = stringEnd(text, at, letter)
      if (end >= cursor) return inString(frames, at + 1)
      name = top?.open === '{' && !top.isValue ? text.slice(at + 1, end) : ''
      at = end + 1
      last = letter
    } else if (letter === '/' && /^[(,=:[!&|?{};]?$/.test(last)) {
      at = regexEnd(text, at)
      last = '/'
    } else if (/[\w$]/.test(letter)) {
      const [word = letter] = /^[\w$]+/.exec(text.slice(at, at + MOST_LETTERS)) ?? []
      if (at + word.length >= cursor) return atWord(frames, last, text, at)
      name = word
      last = 'a'
      at += word.length
    } else {
      if ('([{'.includes(letter)) push(letter)
      else if (CLOSING[letter]) {
        while (frames.length > 0 && frames.pop()?.open !== CLOSING[letter]);
      } else if (letter === ',' && top) {
        top.commas++
        top.isValue = false
      } else if (letter === ':' && top?.open === '{' && !top.isValue) {
        top.keys.push(name)
        top.isValue = true
      }
      if (!/\s/.test(letter)) {
        last = letter
        if (letter !== '.') name = letter === '(' ? '' : name
      }
      at++
    }
  }
  return atWord(frames, last, text, cursor)
}

/** Length of a name; longer ones are cut. */
const MOST_LETTERS = 200

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
