/** Tells a script that is sent as written from one that has to be bundled. */

import { type ParseResult, parseSync } from 'oxc-parser'
import { tooDeep } from '../topology/nesting.ts'

interface Range {
  start: number
  end: number
}

/** Found by the parser, as offsets in the code. */
export interface SyntaxProblem {
  rule: 'syntax'
  message: string
  fix: string
  range: Range
}

export type Syntax =
  /** Plain JavaScript, or so broken that only the validator can say how: sent as written. */
  | { kind: 'plain' }
  /** Has imports or types; the offsets are those of the import statements. */
  | { kind: 'bundle'; loader: 'js' | 'ts'; imports: Range[] }
  | { kind: 'broken'; problems: SyntaxProblem[] }

/** One parse in the common case: a plain script is the body of an async function. */
export function inspectSyntax(code: string): Syntax {
  if (tooDeep(code) !== undefined) return { kind: 'plain' }
  const asBody = parseSync('script.js', `async function script() {\n${code}\n}`, {
    lang: 'js',
    sourceType: 'script',
  })
  if (asBody.errors.length === 0 && asBody.module.dynamicImports.length === 0) return { kind: 'plain' }

  const asJavaScript = parseSync('script.js', code, { lang: 'js', sourceType: 'module' })
  const loader = errorsOf(asJavaScript).length === 0 ? 'js' : 'ts'
  const parsed =
    loader === 'js' ? asJavaScript : parseSync('script.ts', code, { lang: 'ts', sourceType: 'module' })
  const { staticImports, staticExports } = parsed.module
  const error = errorsOf(parsed)[0]
  if (error) {
    if (staticImports.length === 0) return { kind: 'plain' }
    const { start = 0, end = 0 } = error.labels[0] ?? {}
    const fix = error.helpMessage ?? 'Correct the syntax here or just before.'
    return {
      kind: 'broken',
      problems: [{ rule: 'syntax', message: error.message, fix, range: { start, end } }],
    }
  }
  if (staticExports.length > 0) {
    const problems = staticExports.map(({ start, end }) => ({ ...EXPORT, range: { start, end } }))
    return { kind: 'broken', problems }
  }
  return { kind: 'bundle', loader, imports: staticImports.map(({ start, end }) => ({ start, end })) }
}

/** A script may return at its top level, which the parser reports but reads on from. */
function errorsOf(parsed: ParseResult): ParseResult['errors'] {
  return parsed.errors.filter(({ message }) => !message.includes("'return' statement can only be used"))
}

const EXPORT = {
  rule: 'syntax' as const,
  message: 'A script cannot export.',
  fix: 'Remove `export`: a script runs as the body of a function and gives its flow back with `return`.',
}
