/** Bundles a script with imports or types into one plain script. Files on disk are not changed. */

import path from 'node:path'
import type { BuildOptions, Message, Plugin } from 'esbuild'
import { realPathOf } from '../../../files/path-containment.ts'
import {
  type FileProblem,
  MAX_PROBLEMS,
  type Place,
  type Span,
  spanAt,
} from '../../../files/position.ts'
import { projectPath } from '../../../files/root.ts'
import { limits, overLimit } from '../../../limits/limits.ts'
import {
  ESBUILD_MEMORY,
  EsbuildEnded,
  NO_WARNINGS,
  withEsbuild,
} from '../../../platform/node/run-esbuild.ts'
import { START } from '../../../topology/model/position.ts'
import type { ParserHazard } from '../../../topology/parse/nesting.ts'
import { plainModule } from '../../../topology/parse/parse.ts'
import { parseText } from '../../../topology/parse/parse-text.ts'
import type { Program } from '../../../topology/parse/syntax-tree.ts'
import {
  asModule,
  type BundleInput,
  crowdedPlace,
  importedModule,
  type Module,
  NO_MAP,
} from './bundle-module.ts'
import { locator, Sources, toProblem } from './bundle-places.ts'
import type { TextRange } from './default-export.ts'
import { modulePartsOf } from './module-parts.ts'
import { readImported } from './read-imported.ts'
import { findImports, resolveImport } from './resolve-import.ts'
import { REQUIRE, unsupported } from './syntax-faults.ts'

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
  const entry = await asModule(input)
  const crowded = crowdedPlace(entry)
  if (crowded !== undefined) return { problems: [crowdedProblem(projectPath(root, file), crowded)] }
  const refused = new Map<string, FileProblem[]>()
  const modules = new Map([[file, entry]])
  const built = await build(root, { ...input, file }, entry.code, { refused, modules })
  if (refused.size > 0) return { problems: [...refused.values()].flat() }
  const sources = new Sources(root, file, modules)
  if ('refused' in built) return { problems: [{ ...built.refused, path: sources.path, ...START }] }
  if ('errors' in built) {
    const errors = built.errors.slice(0, MAX_PROBLEMS)
    return { problems: errors.map((error) => toProblem(error, sources)) }
  }
  const { code } = built
  const locate = locator(built.map, sources)
  const placeOf = (start: number, end: number): Place =>
    locate(spanAt(code, start, end)) ?? { path: projectPath(root, file), ...START }
  const output = await programOf(code)
  if ('at' in output) {
    const { at, message, fix } = output
    return { problems: [{ rule: 'syntax', message: `${message}.`, fix, ...placeOf(at, at + 1) }] }
  }
  const { dynamicImports, importMetas } = modulePartsOf(output)
  const problems = [...dynamicImports, ...importMetas, ...computedRequires(code)]
    .slice(0, MAX_PROBLEMS)
    .map(({ start, end }) => ({ ...unsupported(wordsAt(code, start)), ...placeOf(start, end) }))
  return problems.length > 0 ? { problems } : { code: callExport(code, output), locate }
}

/** The syntax tree of what esbuild wrote, or why it is not parsed. */
async function programOf(code: string): Promise<Program | ParserHazard> {
  const plain = plainModule(code)
  if (plain !== undefined) return plain
  const { result, refused } = await parseText(code, { lang: 'js', sourceType: 'module' })
  return result?.program ?? (refused as ParserHazard)
}

/** Fills both while it reads files. */
interface ReadFiles {
  /** Problems of imports. */
  refused: Map<string, FileProblem[]>
  /** By absolute path. */
  modules: Map<string, Module>
}

type Built =
  | { code: string; map: string }
  | { errors: Message[] }
  | { refused: Pick<FileProblem, 'rule' | 'message' | 'fix'> }

async function build(
  root: string,
  written: BundleInput,
  contents: string,
  read: ReadFiles,
): Promise<Built> {
  const options = {
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
    logOverride: NO_WARNINGS,
    plugins: [onlyProjectFiles(root, written, read)],
  } satisfies BuildOptions
  try {
    const { outputFiles } = await withEsbuild((esbuild) => esbuild.build(options))
    const [map, code] = outputFiles
    if (code === undefined || map === undefined) throw new Error('esbuild wrote no bundle')
    if (code.contents.length > limits.modules.most) return { refused: TOO_LARGE }
    return { code: code.text, map: map.text }
  } catch (error) {
    if (error instanceof EsbuildEnded) return { refused: TOO_MUCH_WORK }
    if (error instanceof Error && 'errors' in error) return { errors: error.errors as Message[] }
    throw error
  }
}

const TOO_LARGE = {
  rule: 'import' as const,
  message: `The script with its imports becomes larger than ${limits.modules.most / 1024 ** 2} MiB.`,
  fix: limits.modules.fix,
}

const TOO_MUCH_WORK = {
  rule: 'import' as const,
  message: `esbuild ended while it bundled this script, perhaps because it needed more than ${ESBUILD_MEMORY / 1024 ** 3} GiB of memory.`,
  fix: limits.modules.fix,
}

/**
 * Resolves every import itself; a refused import is recorded with its place and left out.
 * @param written the script itself; from standard input, it has no file
 */
function onlyProjectFiles(
  root: string,
  written: BundleInput,
  { refused, modules }: ReadFiles,
): Plugin {
  return {
    name: 'only-project-files',
    setup({ onResolve, onLoad }) {
      let remaining = limits.modules.most
      onLoad({ filter: /.*/ }, async ({ path: file }) => {
        const where = projectPath(root, file)
        const { text, loader, problems } = await readImported(file, where, written.open)
        remaining -= text?.length ?? 0
        modules.set(file, { text: text ?? '', code: text ?? '' })
        if (text === undefined || remaining < 0) {
          const tooMuch = overLimit('modules', 'The total of the imported files')
          refused.set(file, problems ?? [{ rule: 'import', ...tooMuch, path: where, ...START }])
          return { contents: '', loader: 'empty' }
        }
        if (loader === 'json') return { contents: text, loader }

        const module = await importedModule(file, text, loader)
        modules.set(file, module)
        const crowded = crowdedPlace(module)
        if (crowded === undefined) return { contents: module.code + NO_MAP, loader }
        refused.set(file, [crowdedProblem(where, crowded)])
        return { contents: '', loader: 'empty' }
      })
      onResolve({ filter: /.*/ }, async ({ path: specifier, importer, resolveDir, kind }) => {
        const resolved = await resolveImport(root, resolveDir, specifier)
        const isRequired = kind === 'require-call' || kind === 'require-resolve'
        if (resolved.file !== undefined && !isRequired) return { path: resolved.file }
        // Each is looked up in the text of its file.
        if (refused.size >= MAX_PROBLEMS) return { path: specifier, external: true }
        const { message, fix } = resolved.file === undefined ? resolved : REQUIRE
        const where = { rule: 'import' as const, message, fix, path: projectPath(root, importer) }
        const spans = await findImports(modules.get(importer)?.text ?? '', specifier, isRequired)
        refused.set(
          `${importer}\0${kind}\0${specifier}`,
          spans.map((span) => ({ ...where, ...span })),
        )
        return { path: specifier, external: true }
      })
    },
  }
}

const CROWDED = {
  message: 'This line is too long to parse.',
  fix: 'Break it into several lines.',
}

function crowdedProblem(
  file: string,
  { line, column }: { line: number; column: number },
): FileProblem {
  const place = { line, column, endLine: line, endColumn: column + 1 }
  return { rule: 'syntax', ...CROWDED, path: file, ...place }
}

function wordsAt(code: string, start: number): string {
  if (code.startsWith('__require', start)) return '`require`'
  return code.startsWith('import.meta', start) ? '`import.meta`' : '`import()` of a computed path'
}

/** Finds `require` of a computed path: esbuild replaces it by a function that always throws. */
function computedRequires(code: string): TextRange[] {
  if (!code.includes('Dynamic require of')) return []
  const calls = [...code.matchAll(/\b__require\d*(?=[(.])/g)]
  return calls.map(({ index, 0: name }) => ({
    start: index,
    end: index + name.length,
  }))
}

/** The bundle ends with `export { script as default }`; esbuild may have renamed the function. */
function callExport(code: string, { body }: Program): string {
  const last = body.find((statement) => statement.type === 'ExportNamedDeclaration')
  const script = last?.specifiers[0]?.local
  if (script?.type !== 'Identifier') throw new Error('esbuild wrote a bundle without its export')
  return `${code.slice(0, last?.start)}return await ${script.name}();\n`
}
