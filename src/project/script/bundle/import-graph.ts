/** Lists the files that a script imports, directly and indirectly. */
import path from 'node:path'
import { decodeText } from '../../../files/decode.ts'
import { isInside, realPathOf } from '../../../files/path-containment.ts'
import { projectPath } from '../../../files/root.ts'
import { limits } from '../../../limits/limits.ts'
import { parseText } from '../../../topology/parse/parse-text.ts'
import { modulePartsOf } from './module-parts.ts'
import { type OpenTexts, readModule } from './read-imported.ts'
import { resolveImport } from './resolve-import.ts'

export interface ImportedFile {
  /** Relative to the project root. */
  path: string
  /** Without byte order mark; undefined if unreadable, e.g. deleted. */
  text: string | undefined
}

/** Each file once, including missing files. */
export async function importedFiles(
  root: string,
  file: string,
  text: string,
  open?: OpenTexts,
): Promise<ImportedFile[]> {
  const realRoot = realPathOf(root)
  const start = realPathOf(file)
  const imported = new Map<string, ImportedFile>()
  const waiting = [{ file: start, text }]
  let remaining = limits.modules.most
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const target of await targetsOf(next.text, realRoot, path.dirname(next.file))) {
      if (target === start || imported.has(target)) continue
      const content = remaining > 0 ? await textOf(target, open) : undefined
      remaining -= content?.length ?? 0
      imported.set(target, { path: projectPath(realRoot, target), text: content })
      const mayImport = content !== undefined && !target.endsWith('.json')
      if (mayImport) waiting.push({ file: target, text: content })
    }
  }
  return [...imported.values()]
}

/** Absolute paths of the files in the project that a text imports, also of missing ones. */
async function targetsOf(text: string, root: string, folder: string): Promise<string[]> {
  const targets: string[] = []
  for (const specifier of await specifiersOf(text)) {
    const { file } = await resolveImport(root, folder, specifier)
    const target = file ?? missing(root, folder, specifier)
    if (target !== undefined) targets.push(target)
  }
  return targets
}

/** Undefined for a file outside of the project, which must not be read. */
function missing(root: string, folder: string, specifier: string): string | undefined {
  if (!/^\.{1,2}\//.test(specifier)) return undefined
  const file = path.resolve(folder, specifier)
  return isInside(root, file) ? file : undefined
}

async function textOf(file: string, open: OpenTexts | undefined): Promise<string | undefined> {
  const bytes = await readModule(file, open).catch(() => undefined)
  return bytes && decodeText(bytes).text
}

async function specifiersOf(text: string): Promise<string[]> {
  const { result } = await parseText(text, { lang: 'ts', sourceType: 'module' })
  if (result === undefined) return []
  const { program, errors } = result
  // An error that ends the parsing leaves no tree.
  if (errors.length > 0 && program.body.length === 0) return writtenSpecifiers(text)
  const { imports, exports, dynamicImports } = modulePartsOf(program)
  return [
    ...[...imports, ...exports].map(({ specifier }) => specifier),
    ...dynamicImports.map(({ source }) => text.slice(source.start + 1, source.end - 1)),
  ].filter((specifier) => specifier !== undefined)
}

const WRITTEN = /^[ \t]*(?:import|export)\b[^'"`;]{0,1000}?(['"])([^'"\n]{1,1000})\1/gm

/** Those of a text with a syntax error. One too many, such as in a comment, does no harm. */
const writtenSpecifiers = (text: string): string[] =>
  [...text.matchAll(WRITTEN)].map(([, , specifier = '']) => specifier)
