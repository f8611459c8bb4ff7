/** Decides if a script is sent as written or must be bundled. */

import type { ExportNamedDeclaration } from 'estree'
import { isJavaScript } from '#platform/is-javascript'
import {
  type ParseResult,
  parseText,
  type SyntaxFailure,
} from '../../../topology/parse/parse-text.ts'
import type { Program } from '../../../topology/parse/syntax-tree.ts'
import {
  type ExportWords,
  findInPlainScript,
  guessInBrokenScript,
  type TextRange,
  withReturn,
  wordsOf,
} from './default-export.ts'
import { modulePartsOf } from './module-parts.ts'
import { REQUIRE, type SyntaxFault, syntaxFault, unsupportedImports } from './syntax-faults.ts'

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
  }
  // V8 would compile an `import()`, which no script may have.
  const isBodyForEngine = code.includes('import') ? undefined : isJavaScript(code)
  if (isBodyForEngine ?? (await isBody(code))) return { kind: 'plain' }

  const { loader, parsed } = await parseModule(code)
  if (parsed === undefined) return { kind: 'plain' }
  const [error] = parsed.errors
  return error ? inspectBroken(code, error) : inspectModule(code, parsed, loader)
}

async function isBody(code: string): Promise<boolean> {
  const { result } = await parseText(code, { lang: 'js', sourceType: 'script', around: BODY })
  return result?.errors.length === 0 && modulePartsOf(result.program).dynamicImports.length === 0
}

interface ParsedModule {
  readonly loader: 'js' | 'ts'
  /** Undefined if the parser refuses the text. */
  readonly parsed: ParseResult | undefined
}

async function parseModule(code: string): Promise<ParsedModule> {
  const javaScript = await parseText(code, { lang: 'js', sourceType: 'module' })
  const parsed = javaScript.result
  if (parsed?.errors.length === 0) return { loader: 'js', parsed }
  const typeScript = await parseText(code, { lang: 'ts', sourceType: 'module' })
  return { loader: 'ts', parsed: typeScript.result }
}

async function inspectBroken(code: string, error: SyntaxFailure): Promise<Syntax> {
  const hasImports = IMPORT.test(code)
  const exportWords = hasImports ? undefined : guessInBrokenScript(code)
  if (exportWords === undefined) {
    return hasImports ? { kind: 'broken', problems: [syntaxFault(error)] } : { kind: 'plain' }
  }
  // The validator reports all errors of what is sent, if there are any.
  const { syntaxProblemsOf } = await import('../../../topology/parse/parse.ts')
  const remaining = await syntaxProblemsOf(withReturn(code, exportWords))
  if (remaining.length > 0) return { kind: 'plain', exportWords }
  return { kind: 'broken', problems: [{ ...syntaxFault(error), fix: ONLY_IN_A_FUNCTION }] }
}

function inspectModule(code: string, { program }: ParseResult, loader: 'js' | 'ts'): Syntax {
  const parts = modulePartsOf(program)
  const { problems, typesOnly, exportWords } = statementsOf(program, code)
  const topLevel = new Set(program.body.map(({ start }) => start))
  for (const { start, end } of [...parts.imports, ...parts.exports]) {
    if (!topLevel.has(start)) problems.push({ ...NOT_TOP_LEVEL, start, end })
  }
  problems.push(...unsupportedImports(parts, code))
  if (problems.length > 0) return { kind: 'broken', problems }

  const otherExports = parts.exports.length - (exportWords === undefined ? 0 : 1)
  const bundled = [parts.imports, parts.dynamicImports, parts.importMetas, typesOnly]
  const needsBundle = bundled.some(({ length }) => length > 0) || otherExports !== 0
  // Legal only in a module, such as a hashbang: the validator reports it.
  if (loader === 'js' && !needsBundle) return { kind: 'plain', exportWords }
  const imports = parts.imports.map(({ start, end }) => ({ start, end }))
  return { kind: 'bundle', loader, imports, typesOnly, exportWords }
}

/** Statements that a function body cannot contain: problems, and those to remove or to replace. */
interface ModuleStatements {
  readonly problems: SyntaxFault[]
  readonly typesOnly: TextRange[]
  exportWords?: ExportWords | undefined
}

function statementsOf({ body }: Program, code: string): ModuleStatements {
  const statements: ModuleStatements = { problems: [], typesOnly: [] }
  const { problems, typesOnly } = statements
  for (const node of body) {
    const range = { start: node.start, end: node.end }
    switch (node.type) {
      case 'ExportNamedDeclaration': {
        const types = typesIn(node)
        if (types) typesOnly.push(types)
        else problems.push({ ...EXPORT, ...range })
        break
      }
      case 'ExportDefaultDeclaration': {
        const words = wordsOf(node, body, code)
        if ('start' in words) statements.exportWords = words
        else problems.push({ rule: 'syntax', ...words, ...range })
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
  return statements
}

/** The range to remove of an export that exports no value; undefined if it exports one. */
function typesIn(node: ExportNamedDeclaration): TextRange | undefined {
  const { start, end, declaration, source, specifiers, exportKind } = node
  const isOfTypes = exportKind === 'type'
  // The declaration stays, because the code may use its types.
  if (isOfTypes && declaration?.type.startsWith('TS')) return { start, end: declaration.start }
  const isEmpty = !source && specifiers.length === 0 && !declaration
  return isOfTypes || isEmpty ? { start, end } : undefined
}

/** The start of an import statement, for a text without a syntax tree. */
const IMPORT = /^[ \t]*import\b\s*["'{*\w$]/m

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
