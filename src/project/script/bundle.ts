/** Bundles a script with imports or types into one plain script. Files on disk are not changed. */

import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { BuildResult, Message, Plugin } from 'esbuild'
import MagicString from 'magic-string'
import { valueFor } from '../../grouped.ts'
import { limits, overLimit } from '../../limits/limits.ts'
import { parseText } from '../../topology/native-parser.ts'
import { LineIndex, START } from '../../topology/position.ts'
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
  const texts = new Map([[file, input.text]])
  const built = await build(root, { ...input, file }, entry.code, { refused, texts })
  if (refused.size > 0) return { problems: [...refused.values()].flat() }
  const sources = new Sources(root, file, entry, texts)
  if ('errors' in built) return { problems: built.errors.map((error) => toProblem(error, sources)) }
  const { code } = built
  const locate = locator(built.map, sources)
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
  /** Maps the code to the script. */
  map: TraceMap
}

/** esbuild reads the map that the last such comment of a file names. With an empty one, all places stay those of the file. */
const NO_MAP = '\n//# sourceMappingURL=data:application/json,{"version":3,"sources":[],"mappings":""}'

/** Fills both while it reads files. */
interface ReadFiles {
  /** Problems of imports. */
  refused: Map<string, FileProblem[]>
  /** By absolute path. */
  texts: Map<string, string>
}

function asModule({ file, text, header, imports, typesOnly, exportWords }: BundleInput): EntryModule {
  // The added line end belongs to no import, so imports can be moved behind it.
  const module = new MagicString(`${text}\n`)
  if (header.end > header.start) module.remove(header.start, header.end)
  module.prepend('export default async function script() {')
  module.appendLeft(text.length + 1, '}\n')
  for (const { start, end } of typesOnly) module.remove(start, end)
  if (exportWords) module.update(exportWords.start, exportWords.end, 'return')
  for (const { start, end } of imports) module.appendLeft(end, ';').move(start, end, text.length + 1)
  const map = module.generateDecodedMap({ source: path.basename(file), hires: 'boundary' })
  return { code: module.toString(), map: new TraceMap({ version: 3, ...map }) }
}

async function build(
  root: string,
  written: BundleInput,
  contents: string,
  read: ReadFiles,
): Promise<{ code: string; map: string } | { errors: Message[] }> {
  const esbuild = await loadEsbuild()
  try {
    const result: BuildResult<{ write: false }> = await esbuild.build({
      stdin: {
        contents: contents + NO_MAP,
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
      plugins: [onlyProjectFiles(root, written, read)],
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
function onlyProjectFiles(root: string, written: BundleInput, { refused, texts }: ReadFiles): Plugin {
  return {
    name: 'only-project-files',
    setup({ onResolve, onLoad }) {
      let left = limits.modules.most
      onLoad({ filter: /.*/ }, async ({ path: file }) => {
        const where = projectPath(root, file)
        const { text, loader, problems } = await readImported(file, where, written.open)
        left -= text?.length ?? 0
        texts.set(file, text ?? '')
        if (text !== undefined && left >= 0)
          return { contents: loader === 'json' ? text : text + NO_MAP, loader }
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

interface Point {
  line: number
  column: number
}

/** Finds places of esbuild in the files on disk. */
class Sources {
  readonly #root: string
  readonly #file: string
  readonly #entry: EntryModule
  readonly #texts: ReadonlyMap<string, string>
  readonly #lines = new Map<string, (point: Point) => Point>()

  constructor(root: string, file: string, entry: EntryModule, texts: ReadonlyMap<string, string>) {
    this.#root = root
    this.#file = file
    this.#entry = entry
    this.#texts = texts
  }

  /** The script itself, relative to the root. */
  get path(): string {
    return projectPath(this.#root, this.#file)
  }

  /** @param source relative to the root. Undefined outside of it, and for what topo has added to the script. */
  placeOf(source: string, point: Point): ({ path: string } & Point) | undefined {
    const file = path.resolve(this.#root, source)
    if (!isBelow(this.#root, file)) return undefined
    const lines = valueFor(this.#lines, file, () =>
      linesOf(file === this.#file ? this.#entry.code : (this.#texts.get(file) ?? '')),
    )
    const at = file === this.#file ? this.#inScript(lines(point)) : lines(point)
    return at && { path: projectPath(this.#root, file), ...at }
  }

  #inScript({ line, column }: Point): Point | undefined {
    const original = originalPositionFor(this.#entry.map, { line, column: column - 1 })
    return original.line === null ? undefined : { line: original.line, column: original.column + 1 }
  }
}

/** esbuild also ends lines at a lone CR, U+2028 and U+2029; topo, like most editors, does not. */
function linesOf(text: string): (point: Point) => Point {
  if (!/\r(?!\n)|[\u2028\u2029]/.test(text)) return (point) => point
  const ends = [...text.matchAll(/\r\n?|[\n\u2028\u2029]/g)]
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length)]
  const index = new LineIndex(text)
  return ({ line, column }) => {
    const offset = (starts[line - 1] ?? 0) + column - 1
    return index.span(offset, offset)
  }
}

/** Maps an esbuild message to its place on disk; esbuild's columns count bytes. */
function toProblem({ text, location }: Message, sources: Sources): FileProblem {
  const rule = text.startsWith('No matching export') ? 'import' : 'syntax'
  const fix =
    rule === 'import' ? 'Import a name that the file exports.' : 'Fix the syntax here or just before.'
  const problem = { rule, message: `${text}.`, fix } as const
  if (!location) return { ...problem, path: sources.path, ...START }
  const { file, line, lineText, length } = location
  const column = Buffer.from(lineText).subarray(0, location.column).toString().length + 1
  const start = sources.placeOf(file, { line, column }) ?? { path: sources.path, line: 1, column: 1 }
  return { ...problem, ...start, endLine: start.line, endColumn: start.column + length }
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

function locator(map: string, sources: Sources): (span: Span) => Place | undefined {
  const trace = new TraceMap(map)
  const find = (line: number, column: number) => {
    const { source, line: at, column: from } = originalPositionFor(trace, { line, column: column - 1 })
    // A source is a URL.
    return source === null
      ? undefined
      : sources.placeOf(decodeURIComponent(source), { line: at, column: from + 1 })
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
