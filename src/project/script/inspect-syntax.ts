/** Decides if a script is sent as written or must be bundled. */

import type { ParseResult, Program } from 'oxc-parser'
import { parseText } from '../../topology/native-parser.ts'
import { isJavaScript } from '../../topology/parser-guard/limits.ts'
import {
  type ExportWords,
  findInPlainScript,
  guessInBrokenScript,
  type TextRange,
  withReturn,
  wordsOf,
} from './default-export.ts'
import { type SyntaxFault, syntaxFault, unsupportedImports } from './read-imported.ts'
import { REQUIRE } from './resolve-import.ts'

export type Syntax =
  /** Sent as written, except `export default`: plain JavaScript, or syntax errors that the validator reports. */
  | { kind: 'plain'; exportWords?: ExportWords | undefined }
  /**
   * Has imports or types. Offsets of import statements, and of type-only code that a function cannot contain:
   * a whole statement, or the word `export` before one.
   */
  | {
      kind: 'bundle'
      loader: 'js' | 'ts'
      imports: TextRange[]
      typesOnly: TextRange[]
      exportWords?: ExportWords | undefined
    }
  | { kind: 'broken'; problems: SyntaxFault[] }

const BODY = ['async function script() {\n', '\n}'] as const

/** Needs no parse in the common case: a plain script is the body of an async function. */
export async function inspectSyntax(code: string): Promise<Syntax> {
  if (!code.includes('import')) {
    const exportWords = await findInPlainScript(code)
    if (exportWords !== undefined) return { kind: 'plain', exportWords }
    if (isJavaScript(code)) return { kind: 'plain' }
  }
  const { result: asBody } = await parseText(code, {
    lang: 'js',
    sourceType: 'script',
    around: BODY,
  })
  if (asBody?.errors.length === 0 && asBody.module.dynamicImports.length === 0)
    return { kind: 'plain' }

  const { result: asJavaScript } = await parseText(code, { lang: 'js', sourceType: 'module' })
  const loader = asJavaScript && errorsOf(asJavaScript).length === 0 ? 'js' : 'ts'
  const parsed =
    loader === 'js'
      ? asJavaScript
      : (await parseText(code, { lang: 'ts', sourceType: 'module' })).result
  if (parsed === undefined) return { kind: 'plain' }
  const { staticImports, staticExports, dynamicImports, importMetas } = parsed.module
  const error = errorsOf(parsed)[0]
  if (error) {
    const exportWords = staticImports.length === 0 ? guessInBrokenScript(code) : undefined
    if (staticImports.length === 0 && exportWords === undefined) return { kind: 'plain' }
    if (exportWords !== undefined) {
      // The validator reports all errors of what is sent, if there are any.
      const { syntaxProblemsOf } = await import('../../topology/parse.ts')
      const left = await syntaxProblemsOf(withReturn(code, exportWords))
      if (left.length > 0) return { kind: 'plain', exportWords }
    }
    const fix = exportWords === undefined ? {} : { fix: ONLY_IN_A_FUNCTION }
    return { kind: 'broken', problems: [{ ...syntaxFault(error), ...fix }] }
  }
  const { problems, typesOnly, exportWords } = statementsOf(parsed.program, code)
  const atTheTop = new Set(parsed.program.body.map(({ start }) => start))
  for (const { start, end } of [...staticImports, ...staticExports]) {
    if (!atTheTop.has(start)) problems.push({ ...NOT_TOP_LEVEL, start, end })
  }
  problems.push(...unsupportedImports(parsed.module, code))
  if (problems.length > 0) return { kind: 'broken', problems }
  const otherExports = staticExports.length - (exportWords === undefined ? 0 : 1)
  const needed = [staticImports, dynamicImports, importMetas, typesOnly].some(
    ({ length }) => length > 0,
  )
  // Legal only in a module, such as a hashbang: the validator reports it.
  if (loader === 'js' && !needed && otherExports === 0) return { kind: 'plain', exportWords }
  const imports = staticImports.map(({ start, end }) => ({ start, end }))
  return { kind: 'bundle', loader, imports, typesOnly, exportWords }
}

/** Finds statements that a function body cannot contain: problems, and those to remove or to replace. */
function statementsOf({ body }: Program, code: string) {
  const problems: SyntaxFault[] = []
  const typesOnly: TextRange[] = []
  let exportWords: ExportWords | undefined
  for (const node of body) {
    const { start, end } = node
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
        } else problems.push({ ...EXPORT, ...range })
        break
      case 'ExportDefaultDeclaration': {
        const found = wordsOf(node, body, code)
        if ('start' in found) exportWords = found
        else problems.push({ rule: 'syntax', ...found, ...range })
        break
      }
      case 'ExportAllDeclaration':
      case 'TSExportAssignment':
      case 'TSNamespaceExportDeclaration':
        problems.push({ ...EXPORT, ...range })
        break
      case 'TSImportEqualsDeclaration':
        problems.push({ rule: 'import', ...REQUIRE, ...range })
        break
      case 'TSModuleDeclaration':
        if (!node.declare) problems.push({ ...NAMESPACE, ...range })
        else if (node.kind !== 'global') typesOnly.push(range)
    }
  }
  return { problems, typesOnly, exportWords }
}

/** Ignores errors about a top-level `return`, which a script may have. */
function errorsOf(parsed: ParseResult): ParseResult['errors'] {
  return parsed.errors.filter(
    ({ message }) => !message.includes("'return' statement can only be used"),
  )
}

const ONLY_IN_A_FUNCTION =
  'Fix the syntax here. A script that ends with `export default` is a module; one that ends with `return` is not.'

const EXPORT = {
  rule: 'syntax' as const,
  message: 'A script can only export its flow.',
  fix: 'Remove `export`. The last statement may be `export default flow`, which is sent as `return flow`.',
}

const NOT_TOP_LEVEL = {
  rule: 'syntax' as const,
  message: 'A script can import or export only at the top level.',
  fix: 'Move the statement out of its block or function.',
}

const NAMESPACE = {
  rule: 'syntax' as const,
  message:
    'A script cannot declare a namespace: it runs as the body of a function, where TypeScript allows none.',
  fix: 'Move the namespace to a separate file, and import it.',
}
