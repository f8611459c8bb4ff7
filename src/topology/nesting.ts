/** Guards the native parser: code nested thousands deep would overflow its stack and end the process. */

const MOST_BRACKETS = 400
const MOST_LINKS = 3_000

/** Words that nest without brackets. */
const LINK = /(?:new|else|if|for|while|do|typeof|void|delete|await|yield)\b/y
/** Words that go on with the statement of the line before. */
const CONTINUES = /(?:in|instanceof|as|satisfies|else)\b/y
const WORD = /[\w$]/

/**
 * The offset at which the brackets, or the links of one statement, are nested too deeply; undefined for
 * anything that a person or a generator would write. Only characters are looked at, so it is a guard against
 * accidents and plain malice, not a proof: a regular expression may be taken for a division.
 *
 * oxc-parser recurses natively and unguarded (oxc-project/oxc#24375).
 */
export function tooDeep(text: string): number | undefined {
  if (text.length <= MOST_BRACKETS) return undefined
  /** Per open bracket: the links of the statement or list item that is being read. */
  const open = [0]
  /** The brackets that were opened by `${`. */
  const templates: number[] = []
  let links = 0
  let total = 0
  let at = 0

  const enter = () => {
    open.push(links)
    links = 0
  }
  const leave = () => {
    if (open.length === 1) return
    total -= links
    links = open.pop() ?? 0
  }
  const link = (weight: number) => {
    links += weight
    total += weight
  }
  const restart = () => {
    total -= links
    links = 0
  }
  const template = () => {
    at = endOfTemplate(text, at)
    if (text.charAt(at) !== '{') return
    templates.push(open.length)
    enter()
  }

  for (; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x28: // (
      case 0x5b: // [
      case 0x7b: // {
        enter()
        break
      case 0x29: // )
      case 0x5d: // ]
        leave()
        break
      case 0x7d: // }
        leave()
        if (templates.at(-1) === open.length) {
          templates.pop()
          template()
        }
        break
      case 0x60: // `
        template()
        break
      case 0x22: // "
      case 0x27: // '
        at = endOfString(text, at)
        break
      case 0x2c: // ,
      case 0x3b: // ;
        restart()
        break
      case 0x0a:
        if (beginsStatement(text, at)) restart()
        break
      case 0x2f: // /
        if (text.charAt(at + 1) === '/') at = endOr(text, text.indexOf('\n', at)) - 1
        else if (text.charAt(at + 1) === '*') at = endOr(text, text.indexOf('*/', at + 2)) + 1
        else link(0.25)
        break
      // The parser takes these in a loop, or nearly so: they cost little of its stack.
      case 0x21: // !
      case 0x25: // %
      case 0x26: // &
      case 0x2a: // *
      case 0x2b: // +
      case 0x2d: // -
      case 0x2e: // .
      case 0x3a: // :
      case 0x3c: // <
      case 0x5e: // ^
      case 0x7c: // |
        link(0.25)
        break
      case 0x3d: // = and =>
      case 0x3e: // >
      case 0x3f: // ?
      case 0x7e: // ~
        link(1)
        break
      case 0x61: // The first letters of what LINK knows.
      case 0x64:
      case 0x65:
      case 0x66:
      case 0x69:
      case 0x6e:
      case 0x74:
      case 0x76:
      case 0x77:
      case 0x79:
        if (!isWord(text.charCodeAt(at - 1)) && matchesAt(LINK, text, at)) link(1)
    }
    if (open.length > MOST_BRACKETS || total > MOST_LINKS) return at
  }
  return undefined
}

/** Whether a line begins a statement, the line before it being complete, although no semicolon says so. */
function beginsStatement(text: string, newline: number): boolean {
  let start = newline + 1
  while (text.charAt(start) === ' ' || text.charAt(start) === '\t') start++
  if (!WORD.test(text.charAt(start)) || matchesAt(CONTINUES, text, start)) return false
  const lineStart = text.lastIndexOf('\n', newline - 1) + 1
  const before = text.slice(Math.max(lineStart, newline - 200), newline).trimEnd()
  return before === '' || (/[)\]}'"`\w$]$/.test(before) && !/\b(?:if|for|while|else|do|with)\b/.test(before))
}

/** Where a string ends: at its quote, or, for none may span lines, before the newline. */
function endOfString(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === 0x0a) return at - 1
    if (code === 0x5c) at++
  }
  return text.length
}

/** Where the text of a template literal ends: at its backtick, or at the brace of a `${`. */
function endOfTemplate(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x60) return at
    if (code === 0x24 && text.charCodeAt(at + 1) === 0x7b) return at + 1
    if (code === 0x5c) at++
  }
  return text.length
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function isWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x24 ||
    code === 0x5f
  )
}

function endOr(text: string, found: number): number {
  return found === -1 ? text.length : found
}
