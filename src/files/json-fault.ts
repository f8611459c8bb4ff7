/** Finds places in a JSON text: of its first fault, and of a value. A separate file, so that its parser is loaded only for errors. */
import {
  findNodeAtLocation,
  type JSONPath,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser/lib/esm/main.js'

const words: Record<string, string> = {
  InvalidSymbol: 'this word is not allowed here',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a name in double quotes is missing here',
  ValueExpected: 'a value is missing here',
  ColonExpected: 'a colon is missing here',
  CommaExpected: 'a comma is missing here',
  CloseBraceExpected: 'a closing } is missing here',
  CloseBracketExpected: 'a closing ] is missing here',
  EndOfFileExpected: 'the text goes on after its end',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'this comment has no end',
  UnexpectedEndOfString: 'this text has no closing quote',
  UnexpectedEndOfNumber: 'this number has no end',
  InvalidUnicode: 'this escape is not a character',
  InvalidEscapeCharacter: 'this escape is not allowed',
  InvalidCharacter: 'this character is not allowed',
}

/** The first fault of a text that `JSON.parse` refuses. */
export function jsonFault(text: string): { offset: number; what: string } {
  const faults: ParseError[] = []
  const options = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }
  if (unlessTooDeep(() => parse(text, faults, options)) === TOO_DEEP) {
    return { offset: 0, what: 'it is nested too deeply' }
  }
  const [first] = faults
  if (first === undefined) return { offset: text.length, what: 'it has an error' }
  // Behind the last word of a line, not behind its spaces.
  const offset = Math.min(first.offset, text.replace(/[ \t]+$/, '').length)
  return { offset, what: words[printParseErrorCode(first.error)] ?? 'it has an error' }
}

/** The offset of a value, or of the key before it. */
export function offsetOf(text: string, path: JSONPath, part: 'key' | 'value'): number {
  const root = unlessTooDeep(() => parseTree(text))
  if (root === TOO_DEEP) return 0
  const node = root && findNodeAtLocation(root, path)
  return (part === 'key' ? node?.parent : node)?.offset ?? root?.offset ?? 0
}

const TOO_DEEP = Symbol('nested too deeply')

/** The parser is recursive: it exhausts the stack where `JSON.parse` does not. */
function unlessTooDeep<Result>(read: () => Result): Result | typeof TOO_DEEP {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP
    throw error
  }
}
