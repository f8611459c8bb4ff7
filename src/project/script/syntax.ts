/** Tells a script that is sent as written from one that has to be bundled. */

import type { ParseResult, Program } from 'oxc-parser'
import { parseText } from '../../topology/native-parser.ts'
import { isJavaScript } from '../../topology/parser-guard/limits.ts'
import type { FileProblem } from '../files/position.ts'
import { unknowable } from './imported.ts'
import { REQUIRE } from './imports.ts'

interface Range {
  start: number
  end: number
}

/** Found by the parser, as offsets in the code. */
export interface SyntaxProblem {
  rule: FileProblem['rule']
  message: string
  fix: string
  range: Range
}

export type Syntax =
  /** Plain JavaScript, or so broken that only the validator can say how: sent as written. */
  | { kind: 'plain' }
  /**
   * Has imports or types. The offsets are those of the import statements, and of what is about types alone but may
   * not stand in a function: a whole statement, or the word `export` in front of one.
   */
  | { kind: 'bundle'; loader: 'js' | 'ts'; imports: Range[]; typesOnly: Range[] }
  | { kind: 'broken'; problems: SyntaxProblem[] }

const BODY = ['async function script() {\n', '\n}'] as const

/** Without a parse in the common case: a plain script is the body of an async function. */
export function inspectSyntax(code: string): Syntax {
  if (!code.includes('import') && isJavaScript(code)) return { kind: 'plain' }
  const { result: asBody } = parseText(code, { lang: 'js', sourceType: 'script', around: BODY })
  if (asBody?.errors.length === 0 && asBody.module.dynamicImports.length === 0) return { kind: 'plain' }

  const { result: asJavaScript } = parseText(code, { lang: 'js', sourceType: 'module' })
  const loader = asJavaScript && errorsOf(asJavaScript).length === 0 ? 'js' : 'ts'
  const parsed = loader === 'js' ? asJavaScript : parseText(code, { lang: 'ts', sourceType: 'module' }).result
  if (parsed === undefined) return { kind: 'plain' }
  const { staticImports, staticExports, dynamicImports, importMetas } = parsed.module
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
  const { problems, typesOnly } = statementsOf(parsed.program)
  const atTheTop = new Set(parsed.program.body.map(({ start }) => start))
  for (const { start, end } of [...staticImports, ...staticExports]) {
    if (!atTheTop.has(start)) problems.push({ ...INNER, range: { start, end } })
  }
  for (const { start, end, ...fault } of unknowable(parsed.module, code)) {
    problems.push({ ...fault, range: { start, end } })
  }
  if (problems.length > 0) return { kind: 'broken', problems }
  const needed = [staticImports, staticExports, dynamicImports, importMetas, typesOnly].some(
    ({ length }) => length > 0,
  )
  // Legal in a module alone, such as a hashbang: what is wrong with it, the validator says.
  if (loader === 'js' && !needed) return { kind: 'plain' }
  const imports = staticImports.map(({ start, end }) => ({ start, end }))
  return { kind: 'bundle', loader, imports, typesOnly }
}

/** What a module may have and the body of a function may not; what says something of types alone is taken away. */
function statementsOf({ body }: Program): { problems: SyntaxProblem[]; typesOnly: Range[] } {
  const problems: SyntaxProblem[] = []
  const typesOnly: Range[] = []
  for (const { start, end, ...node } of body) {
    const range = { start, end }
    switch (node.type) {
      case 'ExportNamedDeclaration':
        if (node.declaration?.type.startsWith('TS') && node.exportKind === 'type') {
          typesOnly.push({ start, end: node.declaration.start })
        } else if (
          node.exportKind === 'type' ||
          (!node.source && node.specifiers.length === 0 && !node.declaration)
        ) {
          typesOnly.push(range)
        } else problems.push({ ...EXPORT, range })
        break
      case 'ExportAllDeclaration':
      case 'ExportDefaultDeclaration':
      case 'TSExportAssignment':
      case 'TSNamespaceExportDeclaration':
        problems.push({ ...EXPORT, range })
        break
      case 'TSImportEqualsDeclaration':
        problems.push({ rule: 'import', ...REQUIRE, range })
        break
      case 'TSModuleDeclaration':
        if (!node.declare) problems.push({ ...NAMESPACE, range })
        else if (node.kind !== 'global') typesOnly.push(range)
    }
  }
  return { problems, typesOnly }
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

const INNER = {
  rule: 'syntax' as const,
  message: 'Only at the top level can a script import or export.',
  fix: 'Move the statement out of the block or function that it is in.',
}

const NAMESPACE = {
  rule: 'syntax' as const,
  message:
    'A script cannot declare a namespace: it runs as the body of a function, where TypeScript takes none.',
  fix: 'Put the namespace into a file of its own, and import it.',
}
