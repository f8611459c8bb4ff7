/** Finds script files: those that the project includes, or those named by paths and patterns. */

import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { usageError } from '../../errors.ts'
import { IGNORE_FILE, type IgnoreRules } from '../config/ignore-rules.ts'
import { isBelow, isInside } from '../files/path-containment.ts'
import { CONFIG_FILE, projectPath } from '../files/root.ts'

export const defaultInclude = ['**/*.topology.{js,ts}']
const NEVER = ['**/node_modules/**', '**/.git/**', '**/.topo/**']
const SCRIPTS_BELOW = '**/*.topology.{js,ts}'

export interface FindOptions {
  root: string
  /** Base of relative paths. */
  cwd: string
  /** Files, folders and glob patterns; default: the files that the project includes. */
  paths?: readonly string[] | undefined
  include?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
  /** Excludes even named files, because a shell pattern often names them by accident. */
  ignored?: IgnoreRules | undefined
  /** Do not fail if no scripts are found. */
  allowEmpty?: boolean | undefined
}

/**
 * Returns absolute paths, each once, sorted by project path. Symbolic links are only followed
 * if named themselves. A named file is included even if excluded, but not if ignored.
 *
 * @throws usage error `TOPO_NO_FILES` if a path, a pattern or the whole project matches nothing.
 */
export async function findScripts(options: FindOptions): Promise<string[]> {
  const { root, cwd, paths = [] } = options
  const found =
    paths.length === 0
      ? [await findIncluded(options)]
      : await Promise.all(paths.map((p) => findByPath(p, options)))
  const missing = found.findIndex((files) => files.length === 0)
  if (missing >= 0 && !options.allowEmpty)
    throw noFilesError(paths[missing], paths.length === 0 ? root : cwd, options)
  const all = [...new Set(found.flat())]
  const files = (await options.ignored?.filter(all, (file) => projectPath(root, file))) ?? all
  if (files.length === 0 && all.length > 0 && !options.allowEmpty) throw allIgnoredError(all, root)
  return files.sort((a, b) => compare(projectPath(root, a), projectPath(root, b)))
}

/**
 * Refuses typos where folders and patterns may still be empty.
 * @throws usage error `TOPO_NO_FILES` for a path that does not exist and is no pattern.
 */
export async function assertPathsExist(options: FindOptions): Promise<void> {
  for (const given of options.paths ?? []) {
    const exists = await stat(path.resolve(options.cwd, given)).catch(() => undefined)
    if (!exists && !isPattern(given)) throw noFilesError(given, options.cwd, options)
  }
}

/** True for a folder and for a pattern. */
export const namesSeveral = async (cwd: string, given: string): Promise<boolean> =>
  isPattern(given) || ((await stat(path.resolve(cwd, given)).catch(() => undefined))?.isDirectory() ?? false)

const isPattern = (given: string): boolean => /[*?[\]{}()!]/.test(given)

/** @throws usage error `TOPO_CONFIG_INVALID` if a pattern of the project leads out of it. */
async function findIncluded({ root, include = defaultInclude, exclude }: FindOptions): Promise<string[]> {
  // `include` may also contain the name of a folder.
  const patterns = include.map(trimPattern).flatMap((pattern) => [pattern, `${pattern}/${SCRIPTS_BELOW}`])
  const files = await search(root, patterns, root, exclude)
  // `readConfig` refuses such patterns at their place; here the search itself cannot be wrong about one.
  const folders = [...new Set(files.map((file) => path.dirname(file)))]
  const outside = folders.find((folder) => !isBelow(root, folder) || !isInside(root, folder))
  if (outside === undefined) return files
  throw usageError(`${path.join(root, CONFIG_FILE)}: \`include\` leads out of the project, to ${outside}.`, {
    code: 'TOPO_CONFIG_INVALID',
    hint: 'Patterns stay below the project root. Name other files as arguments.',
  })
}

async function findByPath(given: string, { root, cwd, exclude }: FindOptions): Promise<string[]> {
  const absolute = path.resolve(cwd, given)
  const stats = await stat(absolute).catch(() => undefined)
  if (stats?.isFile()) return [await inDiskCase(absolute)]
  if (stats?.isDirectory()) return search(await inDiskCase(absolute), [SCRIPTS_BELOW], root, exclude)
  const pattern = path.sep === '\\' ? given.replaceAll('\\', '/') : given
  return isPattern(given) ? search(cwd, [pattern], root, exclude) : []
}

/**
 * The path of an existing file as the disk spells it, which may not distinguish case: records and slugs are made of it.
 * Links are not followed.
 */
export async function inDiskCase(file: string): Promise<string> {
  const real = await realpath(file).catch(() => file)
  return real.toLowerCase() === file.toLowerCase() ? real : file
}

async function search(
  cwd: string,
  patterns: string[],
  root: string,
  exclude: readonly string[] = [],
): Promise<string[]> {
  const { escapePath, glob } = await import('tinyglobby')
  // Exclusions are relative to the root, wherever the search starts.
  const prefix = escapePath(root.split(path.sep).join('/'))
  const excluded = exclude
    .map(trimPattern)
    .flatMap((pattern) => [`${prefix}/${pattern}`, `${prefix}/${pattern}/**`])
    // tinyglobby does not accept the folder itself.
    .filter((pattern) => pattern !== escapePath(cwd.split(path.sep).join('/')))
  const files = await glob(patterns, {
    cwd,
    ignore: [...NEVER, ...excluded],
    absolute: true,
    expandDirectories: false,
    followSymbolicLinks: false,
  })
  return files.filter((file) => /(?<!\.d)\.[jt]s$/.test(file)).map((file) => path.normalize(file))
}

const trimPattern = (pattern: string): string => pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function allIgnoredError(files: readonly string[], root: string) {
  const [first = ''] = files
  const what = files.length === 1 ? projectPath(root, first) : `all ${files.length} files`
  return usageError(`No scripts found: ${IGNORE_FILE} excludes ${what}.`, {
    code: 'TOPO_NO_FILES',
    hint: 'Add --no-ignore to include them once, or --allow-empty to succeed without scripts.',
  })
}

function noFilesError(given: string | undefined, where: string, { include = defaultInclude }: FindOptions) {
  if (given === undefined) {
    return usageError(`No scripts found: nothing matches ${include.join(', ')} in ${where}.`, {
      code: 'TOPO_NO_FILES',
      hint: 'Name the files, create one with `topo new`, set `include` in topo.config.json, or add --allow-empty.',
    })
  }
  return usageError(`No scripts found: nothing matches ${JSON.stringify(given)} in ${where}.`, {
    code: 'TOPO_NO_FILES',
    hint: 'Check the spelling. In a folder, topo finds files named <slug>.topology.js or .ts.',
  })
}
