/** Bundles a script with imports or types into one plain script. Files on disk are not changed. */

import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { BuildResult, Message, Plugin } from 'esbuild'
import MagicString from 'magic-string'
import { limits, overLimit } from '../../limits/limits.ts'
import { parseText } from '../../topology/native-parser.ts'
import { START } from '../../topology/position.ts'
import { isBelow, realPathOf } from '../files/path-containment.ts'
import { type FileProblem, MAX_PROBLEMS, type Place, type Span, spanAt } from '../files/position.ts'
import { projectPath } from '../files/root.ts'
import type { TextRange } from './default-export.ts'
import type { Syntax } from './inspect-syntax.ts'
import { loadEsbuild } from './load-esbuild.ts'
import { type CodeInput, readImported, unsupported } from './read-imported.ts'
import { findImports, REQUIRE, resolveImport } from './resolve-import.ts'

/** The places of the syntax are offsets in the whole file. */
export type BundleInput = CodeInput & Omit<Syntax & { kind: 'bundle' }, 'kind'>

export type BundledScript =
  /** `locate` maps a span of the bundle to its source file. */
  | { code: string; locate: (span: Span) => Place | undefined; problems?: undefined }
  | { code?: undefined; problems: FileProblem[] }

/**
 * A script may `return` and `await` at its top level, but a module may not. So its code becomes
 * the body of an exported function, followed by the imports. Then the export becomes a call:
 *
 *     import { a } from './a.ts'        // a.ts
 *     return a                     →    var a = 1
 *                                       // shop.topology.ts
 *                                       async function script() { return a }
 *                                       return await script()
 *
 * The output contains no absolute path, so it has the same bytes on every machine.
 */
export async function bundleScript(input: BundleInput): Promise<BundledScript> {
  const root = realPathOf(input.root)
  const file = realPathOf(input.file)
  const entry = asModule(input)
  const refused = new Map<string, FileProblem[]>()
  const built = await build(root, { ...input, file }, entry, refused)
  if (refused.size > 0) return { problems: [...refused.values()].flat() }
  if ('errors' in built) {
    return { problems: await Promise.all(built.errors.map((error) => toProblem(error, root, file, entry))) }
  }
  const { code } = built
  const locate = locator(built.map, root)
  const placeOf = (start: number, end: number): Place =>
    locate(spanAt(code, start, end)) ?? { path: projectPath(root, file), ...START }
  const { result: output, refused: unread } = await parseText(code, { lang: 'js', sourceType: 'module' })
  if (output === undefined) {
    const { at, message, fix } = unread
    return { problems: [{ rule: 'syntax', message: `${message}.`, fix, ...placeOf(at, at + 1) }] }
  }
  const { dynamicImports, importMetas, staticExports } = output.module
  const problems = [...dynamicImports, ...importMetas, ...computedRequires(code)]
    .slice(0, MAX_PROBLEMS)
    .map(({ start, end }) => ({ ...unsupported(wordsAt(code, start)), ...placeOf(start, end) }))
  return problems.length > 0 ? { problems } : { code: callExport(code, staticExports), locate }
}

interface EntryModule {
  code: string
  map: ReturnType<MagicString['generateMap']>
}

function asModule({ file, text, codeStart, imports, typesOnly, exportWords }: BundleInput): EntryModule {
  // The added line end belongs to no import, so imports can be moved behind it.
  const module = new MagicString(`${text}\n`)
  if (codeStart > 0) module.remove(0, codeStart)
  module.prepend('export default async function script() {')
  module.appendLeft(text.length + 1, '}\n')
  for (const { start, end } of typesOnly) module.remove(start, end)
  if (exportWords) module.update(exportWords.start, exportWords.end, 'return')
  for (const { start, end } of imports) module.appendLeft(end, ';').move(start, end, text.length + 1)
  const map = module.generateMap({ source: path.basename(file), hires: 'boundary' })
  return { code: module.toString(), map }
}

async function build(
  root: string,
  written: BundleInput,
  entry: EntryModule,
  refused: Map<string, FileProblem[]>,
): Promise<{ code: string; map: string } | { errors: Message[] }> {
  const esbuild = await loadEsbuild()
  try {
    const result: BuildResult<{ write: false }> = await esbuild.build({
      stdin: {
        contents: `${entry.code}\n//# sourceMappingURL=${entry.map.toUrl()}`,
        sourcefile: path.basename(written.file),
        resolveDir: path.dirname(written.file),
        loader: written.loader,
      },
      absWorkingDir: root,
      outfile: path.join(root, 'bundle.js'),
      write: false,
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      charset: 'utf8',
      legalComments: 'none',
      sourcemap: 'external',
      sourcesContent: false,
      tsconfigRaw: '{}',
      logLevel: 'silent',
      plugins: [onlyProjectFiles(root, written, refused)],
    })
    const [map, code] = result.outputFiles.map((output) => output.text)
    return { code: code ?? '', map: map ?? '' }
  } catch (error) {
    if (error instanceof Error && 'errors' in error) return { errors: error.errors as Message[] }
    throw error
  }
}

/**
 * Resolves every import itself; a refused import is recorded with its place and left out.
 * @param written the script itself; from standard input, it has no file
 */
function onlyProjectFiles(root: string, written: BundleInput, refused: Map<string, FileProblem[]>): Plugin {
  return {
    name: 'only-project-files',
    setup({ onResolve, onLoad }) {
      let left = limits.modules.most
      const texts = new Map([[written.file, written.text]])
      onLoad({ filter: /.*/ }, async ({ path: file }) => {
        const where = projectPath(root, file)
        const { text, loader, problems } = await readImported(file, where, written.open)
        left -= text?.length ?? 0
        texts.set(file, text ?? '')
        if (text !== undefined && left >= 0) return { contents: text, loader }
        const tooMuch = overLimit('modules', 'The total of the imported files')
        refused.set(file, problems ?? [{ rule: 'import', ...tooMuch, path: where, ...START }])
        return { contents: '', loader: 'empty' }
      })
      onResolve({ filter: /.*/ }, async ({ path: specifier, importer, resolveDir, kind }) => {
        const resolved = await resolveImport(root, resolveDir, specifier)
        const isRequired = kind === 'require-call' || kind === 'require-resolve'
        if (resolved.file !== undefined && !isRequired) return { path: resolved.file }
        const { message, fix } = resolved.file === undefined ? resolved : REQUIRE
        const where = { rule: 'import' as const, message, fix, path: projectPath(root, importer) }
        const spans = await findImports(texts.get(importer) ?? '', specifier, isRequired)
        refused.set(
          `${importer}\0${kind}\0${specifier}`,
          spans.map((span) => ({ ...where, ...span })),
        )
        return { path: specifier, external: true }
      })
    },
  }
}

/** Maps an esbuild message to its place on disk; esbuild's columns count bytes. */
async function toProblem(
  { text, location }: Message,
  root: string,
  file: string,
  entry: EntryModule,
): Promise<FileProblem> {
  const rule = text.startsWith('No matching export') ? 'import' : 'syntax'
  const fix =
    rule === 'import' ? 'Import a name that the file exports.' : 'Fix the syntax here or just before.'
  const problem = { rule, message: `${text}.`, fix } as const
  if (!location) return { ...problem, path: projectPath(root, file), ...START }
  const { line, lineText, length } = location
  const column = Buffer.from(lineText).subarray(0, location.column).toString().length
  const source = path.resolve(root, location.file)
  const at =
    source === file
      ? originalPositionFor(new TraceMap(entry.map.toString()), { line, column })
      : { line, column }
  const start = { line: at.line ?? 1, column: (at.column ?? 0) + 1 }
  return {
    ...problem,
    path: projectPath(root, source),
    ...start,
    endLine: start.line,
    endColumn: start.column + length,
  }
}

function wordsAt(code: string, start: number): string {
  if (code.startsWith('__require', start)) return '`require`'
  return code.startsWith('import.meta', start) ? '`import.meta`' : '`import()` of a computed path'
}

/** Finds `require` of a computed path: esbuild replaces it by a function that always throws. */
function computedRequires(code: string): TextRange[] {
  if (!code.includes('Dynamic require of')) return []
  const calls = [...code.matchAll(/\b__require\d*(?=[(.])/g)]
  return calls.map(({ index, 0: name }) => ({ start: index, end: index + name.length }))
}

/** The bundle ends with `export { script as default }`; esbuild may have renamed the function. */
function callExport(
  code: string,
  [last]: { start: number; entries: { localName: { name: string | null } }[] }[],
): string {
  const name = last?.entries[0]?.localName.name
  if (!last || !name) throw new Error('esbuild wrote a bundle without its export')
  return `${code.slice(0, last.start)}return await ${name}();\n`
}

function locator(map: string, root: string): (span: Span) => Place | undefined {
  const trace = new TraceMap(map)
  const find = (line: number, column: number) => {
    const { source, line: at, column: from } = originalPositionFor(trace, { line, column: column - 1 })
    const file = source === null ? '' : path.resolve(root, source)
    return file && isBelow(root, file) && at !== null && from !== null
      ? { path: projectPath(root, file), line: at, column: from + 1 }
      : undefined
  }
  return ({ line, column, endLine, endColumn }) => {
    const start = find(line, column)
    if (!start) return undefined
    const end = find(endLine, endColumn)
    const follows = end?.path === start.path && (end.line - start.line || end.column - start.column) > 0
    if (follows) return { ...start, endLine: end.line, endColumn: end.column }
    const width = endLine === line ? endColumn - column : 0
    return { ...start, endLine: start.line, endColumn: start.column + width }
  }
}
