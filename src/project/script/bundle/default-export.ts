/** A script may end with `export default flow`: that makes it a module, which editors understand. It is sent as `return flow`. */
import type { ExportDefaultDeclaration } from 'estree'
import type { Span } from '../../../files/position.ts'
import type { Program } from '../../../topology/parse/syntax-tree.ts'

export interface TextRange {
  start: number
  end: number
}

/** Offsets of the words `export default`. */
export type ExportWords = TextRange

/** Finds the words in a valid script without types, imports and other exports. */
export async function findInPlainScript(code: string): Promise<ExportWords | undefined> {
  // Most scripts need neither the parser nor its import.
  const first = code.indexOf('export')
  if (first < 0 || !code.includes('default', first)) return undefined
  const { plainModule } = await import('../../../topology/parse/parse.ts')
  const statements = plainModule(code)?.body ?? []
  const last = statements.at(-1)
  const isOnlyExport = statements.every((one) => one === last || !/^(?:Im|Ex)port/.test(one.type))
  if (last?.type !== 'ExportDefaultDeclaration' || !isOnlyExport) return undefined
  const found = wordsOf(last, statements, code)
  return 'start' in found ? found : undefined
}

/** Finds the last words at the start of a line, which may be in a comment or a text, where a script has syntax errors. */
export function guessInBrokenScript(code: string): ExportWords | undefined {
  const last = [...code.matchAll(/^[ \t]*(export[ \t]+default)\b/gm)].at(-1)
  if (last === undefined) return undefined
  const end = last.index + last[0].length
  return { start: end - (last[1] as string).length, end }
}

/** The words of a statement, or why it cannot be sent as `return`. */
export function wordsOf(
  statement: ExportDefaultDeclaration,
  statements: Program['body'],
  code: string,
): ExportWords | { message: string; fix: string } {
  if (statement !== statements.at(-1)) return NOT_LAST
  const { start, declaration } = statement
  if (!isValue(declaration)) return NOT_A_VALUE
  // `return` alone in its line returns nothing.
  if (/[\n\r\u2028\u2029]/.test(code.slice(start, declaration.start))) return NOT_IN_ONE_LINE
  const [words = ''] = /^export(?:\s|\/\*.*?\*\/)*default/.exec(code.slice(start)) ?? []
  return { start, end: start + words.length }
}

/** A declaration is no expression: `return class {}` would have another meaning, and types have no value. */
const isValue = ({ type }: ExportDefaultDeclaration['declaration']): boolean =>
  !/^(?:Function|Class)|^TS(?:Interface|DeclareFunction)/.test(type)

/** The code as it is sent. */
export const withReturn = (code: string, { start, end }: ExportWords): string =>
  code.slice(0, start) + RETURN + code.slice(end)

/** The same with spaces, so that every position stays the same. */
export const withPaddedReturn = (code: string, { start, end }: ExportWords): string =>
  code.slice(0, start) + RETURN.padEnd(end - start) + code.slice(end)

/**
 * Maps a span of the sent code to the code with the words.
 * @param at position of the words
 */
export function behindWords(
  { start, end }: ExportWords,
  at: { line: number; column: number },
): (span: Span) => Span {
  const longer = end - start - RETURN.length
  const shift = (line: number, column: number) =>
    line === at.line && column >= at.column + RETURN.length ? column + longer : column
  return ({ line, column, endLine, endColumn }) => ({
    line,
    column: shift(line, column),
    endLine,
    endColumn: shift(endLine, endColumn),
  })
}

const RETURN = 'return'

const NOT_LAST = {
  message: '`export default` is not the last statement of the script.',
  fix: 'Move it to the end of the script.',
}
const NOT_A_VALUE = {
  message: 'A script can only export a value by default, not a function, a class or a type.',
  fix: 'Export the flow: `export default flow`.',
}
const NOT_IN_ONE_LINE = {
  message: '`export default` and its value are on different lines.',
  fix: 'Start the value on the line of `export default`. It is sent as `return`, which ends at the line break.',
}
