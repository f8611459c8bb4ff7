/** Guards the native parser: code nested thousands deep would overflow its stack and end the process. */

const MOST_BRACKETS = 400
const MOST_LINKS = 3_000

const TOKEN = new RegExp(
  [
    /\/\/[^\n]*|\/\*[^]*?\*\//, // comments
    /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/, // strings
    /[`()[\]{};,]/,
    /=>|\b(?:new|else|if|for|while|do|typeof|void|delete|await|yield)\b|[-+*/%<>=&|^!~?:.]/, // links
    /\n[ \t]*(?=[\w$])/, // a line that may begin a statement
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Links that the parser takes in a loop, or nearly so: they cost little of its stack. */
const CHEAP = /^[-+*/%&|.^<>:!]$/

/**
 * The offset at which the brackets, or the links of one statement, are nested too deeply; undefined for
 * anything that a person or a generator would write. Only tokens are looked at, so it is a guard against
 * accidents and plain malice, not a proof: a regular expression may be taken for a division.
 *
 * oxc-parser recurses natively and unguarded (oxc-project/oxc#24375).
 */
export function tooDeep(text: string): number | undefined {
  const token = new RegExp(TOKEN)
  /** Per open bracket: the links of the statement or list item that is being read. */
  const open = [0]
  /** The brackets that were opened by `${`. */
  const templates: number[] = []
  let total = 0
  const link = (weight: number) => {
    open[open.length - 1] = (open[open.length - 1] ?? 0) + weight
    total += weight
  }
  const restart = () => link(-(open[open.length - 1] ?? 0))
  const template = () => {
    if (!skipTemplate(text, token)) return
    templates.push(open.length)
    open.push(0)
  }
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [word] = found
    if (word === '`') template()
    else if (word === '(' || word === '[' || word === '{') open.push(0)
    else if (word === ')' || word === ']' || word === '}') {
      if (open.length > 1) total -= open.pop() ?? 0
      if (word === '}' && templates.at(-1) === open.length) {
        templates.pop()
        template()
      }
    } else if (word === ';' || word === ',') restart()
    else if (word.startsWith('\n')) {
      if (beginsStatement(text, found.index, token.lastIndex)) restart()
    } else if (!/^["']|^\/[/*]/.test(word)) link(CHEAP.test(word) ? 0.25 : 1)
    if (open.length > MOST_BRACKETS || total > MOST_LINKS) return found.index
  }
  return undefined
}

/** Whether a line begins a statement, the line before it being complete, although no semicolon says so. */
function beginsStatement(text: string, newline: number, start: number): boolean {
  if (/^(?:in|instanceof|as|satisfies|else)\b/.test(text.slice(start, start + 12))) return false
  const lineStart = text.lastIndexOf('\n', newline - 1) + 1
  const before = text.slice(Math.max(lineStart, newline - 200), newline).trimEnd()
  return before === '' || (/[)\]}'"`\w$]$/.test(before) && !/\b(?:if|for|while|else|do|with)\b/.test(before))
}

/** Moves the scanner past the text of a template literal; true when it stopped at a `${`. */
function skipTemplate(text: string, token: RegExp): boolean {
  let at = token.lastIndex
  for (; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (character === '`' || (character === '$' && text.charAt(at + 1) === '{')) break
  }
  const opened = text.charAt(at) === '$'
  token.lastIndex = opened ? at + 2 : at + 1
  return opened
}
