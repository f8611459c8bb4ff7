/** Lists the files that a script imports, directly and indirectly. */
import path from 'node:path'
import { limits } from '../../limits/limits.ts'
import { parseText } from '../../topology/native-parser.ts'
import { decodeText } from '../files/decode.ts'
import { isInside, realPathOf } from '../files/path-containment.ts'
import { projectPath } from '../files/root.ts'
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
  const found = new Map<string, ImportedFile>()
  const waiting = [{ file: realPathOf(file), text }]
  const start = waiting[0]?.file
  let left = limits.modules.most
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const folder = path.dirname(next.file)
    for (const specifier of await specifiersOf(next.text)) {
      const target =
        (await resolveImport(realRoot, folder, specifier)).file ??
        missing(realRoot, folder, specifier)
      if (target === undefined || target === start || found.has(target)) continue
      const imported = left > 0 ? await textOf(target, open) : undefined
      left -= imported?.length ?? 0
      found.set(target, { path: projectPath(realRoot, target), text: imported })
      if (imported !== undefined && !target.endsWith('.json'))
        waiting.push({ file: target, text: imported })
    }
  }
  return [...found.values()]
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
  const module = (await parseText(text, { lang: 'ts', sourceType: 'module' })).result?.module
  if (module === undefined) return []
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map((entry) => entry.moduleRequest?.value),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      text.slice(start + 1, end - 1),
    ),
  ].filter((specifier): specifier is string => specifier !== undefined && specifier !== null)
}
