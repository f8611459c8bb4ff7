// Lists the source files and what each imports.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const src = resolve(import.meta.dirname, '../src')
const slashes = (path) => path.replaceAll('\\', '/')

/** Paths relative to `src`, sorted. */
export const sourceFiles = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => slashes(relative(src, join(entry.parentPath, entry.name))))
  .sort()

/** The text of a source file without comments. */
export const codeOf = (file) =>
  readFileSync(join(src, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/**
 * The path of an imported file, relative to `src`: of what Node imports, where a browser imports
 * something else.
 */
export const importedFile = (file, specifier) =>
  specifier.startsWith('#platform/')
    ? `${specifier.replace('#platform', 'platform/node')}.ts`
    : slashes(relative(src, resolve(src, file, '..', specifier)))

/** Source files that a source file imports. */
export const importsOf = (file) =>
  [...codeOf(file).matchAll(/\b(?:from|import)\s*\(?\s*'((?:\.|#platform\/)[^']+)'/g)].map(
    ([, specifier]) => importedFile(file, specifier),
  )
