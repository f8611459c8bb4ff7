/** Finds script files: those that the project includes, or those named by paths and patterns. */

import { stat } from 'node:fs/promises'
import path from 'node:path'
import { usageError } from '../../errors.ts'
import { isBelow, isInside } from '../../files/path-containment.ts'
import { CONFIG_FILE, projectPath } from '../../files/root.ts'
import { followScriptLink, type SkippedLink } from '../../files/script-link.ts'
import { compareTexts } from '../../grouped.ts'
import { IGNORE_FILE, type IgnoreRules } from '../config/ignore-rules.ts'
import { isPattern, SCRIPTS_BELOW, ScriptSearch, trimPattern } from './script-search.ts'
import { similarFile } from './similar-file.ts'

export const defaultInclude = ['**/*.topology.{js,ts}']

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
  /** Called with the symbolic links that are not read, if there are any. */
  onSkipped?: ((links: readonly SkippedLink[]) => void) | undefined
}

/**
 * Returns absolute paths, each once, sorted by project path. A symbolic link to a file of the project is a script, unless the file is one
 * itself; links to folders are only followed if named themselves. A named file is included even if excluded, but not if ignored.
 *
 * @throws usage error `TOPO_NO_FILES` if a path, a pattern or the whole project matches nothing.
 */
export async function findScripts(options: FindOptions): Promise<string[]> {
  const { root, cwd, paths = [], exclude } = options
  const search = new ScriptSearch(root, exclude)
  const found =
    paths.length === 0
      ? [await findIncluded(search, options)]
      : await Promise.all(paths.map((given) => search.byPath(cwd, given)))
  const missing = found.findIndex((matches) => matches.length === 0)
  if (missing >= 0 && !options.allowEmpty)
    throw await noFilesError(paths[missing], paths.length === 0 ? root : cwd, options)
  const all = [...new Set(found.flat())]
  const files = (await options.ignored?.filter(all, (file) => projectPath(root, file))) ?? all
  if (files.length === 0 && all.length > 0 && !options.allowEmpty) throw allIgnoredError(all, root)
  files.sort((a, b) => compareTexts(projectPath(root, a), projectPath(root, b)))
  if (search.links.size === 0) return files
  const { scripts, skipped } = withoutSkipped(files, search.links, root)
  if (skipped.length === 0) return scripts
  if (scripts.length === 0 && !options.allowEmpty) throw allSkippedError(skipped, root)
  options.onSkipped?.(skipped)
  return scripts
}

/** Each file once: as itself if it is among the files, else by its first link. */
function withoutSkipped(
  files: readonly string[],
  links: ReadonlySet<string>,
  root: string,
): { scripts: string[]; skipped: SkippedLink[] } {
  const seen = new Set(files.filter((file) => !links.has(file)))
  const scripts: string[] = []
  const skipped: SkippedLink[] = []
  for (const file of files) {
    // A person may name a script outside of the project.
    if (!links.has(file) || !isBelow(root, file)) {
      scripts.push(file)
      continue
    }
    const followed = followScriptLink(root, file)
    if ('why' in followed) skipped.push({ file, why: followed.why })
    else if (!seen.has(followed.target)) {
      seen.add(followed.target)
      scripts.push(file)
    }
  }
  return { scripts, skipped }
}

/**
 * Refuses typos where folders and patterns may still be empty.
 * @throws usage error `TOPO_NO_FILES` for a path that does not exist and is no pattern.
 */
export async function assertPathsExist(options: FindOptions): Promise<void> {
  for (const given of options.paths ?? []) {
    const exists = await stat(path.resolve(options.cwd, given)).catch(() => undefined)
    if (!exists && !isPattern(given)) throw await noFilesError(given, options.cwd, options)
  }
}

/** True for a folder and for a pattern. */
export async function namesSeveral(cwd: string, given: string): Promise<boolean> {
  if (isPattern(given)) return true
  const stats = await stat(path.resolve(cwd, given)).catch(() => undefined)
  return stats?.isDirectory() ?? false
}

/** @throws usage error `TOPO_CONFIG_INVALID` if a pattern of the project leads out of it. */
async function findIncluded(
  search: ScriptSearch,
  { root, include = defaultInclude }: FindOptions,
): Promise<string[]> {
  // `include` may also contain the name of a folder.
  const patterns = include
    .map(trimPattern)
    .flatMap((pattern) => [pattern, `${pattern}/${SCRIPTS_BELOW}`])
  const files = await search.byPatterns(root, patterns)
  // `readConfig` refuses such patterns at their place; here the search itself cannot be wrong about one.
  const folders = [...new Set(files.map((file) => path.dirname(file)))]
  const outside = folders.find((folder) => !isBelow(root, folder) || !isInside(root, folder))
  if (outside === undefined) return files
  throw usageError(
    `${path.join(root, CONFIG_FILE)}: \`include\` leads out of the project, to ${outside}.`,
    {
      code: 'TOPO_CONFIG_INVALID',
      hint: 'Patterns stay below the project root. Name other files as arguments.',
    },
  )
}

function allIgnoredError(files: readonly string[], root: string) {
  const [first = ''] = files
  const what = files.length === 1 ? projectPath(root, first) : `all ${files.length} files`
  return usageError(`No scripts found: ${IGNORE_FILE} excludes ${what}.`, {
    code: 'TOPO_NO_FILES',
    hint: 'Add --no-ignore to include them once, or --allow-empty to succeed without scripts.',
  })
}

function allSkippedError(skipped: readonly SkippedLink[], root: string) {
  const [first] = skipped
  const { file = '', why = '' } = first ?? {}
  const others = skipped.length > 1 ? `, and ${skipped.length - 1} more` : ''
  return usageError(
    `No scripts found: ${projectPath(root, file)} is a symbolic link that ${why}${others}.`,
    {
      code: 'TOPO_NO_FILES',
      hint: 'Replace the link with a copy, or add --allow-empty to succeed without scripts.',
    },
  )
}

async function noFilesError(
  given: string | undefined,
  where: string,
  { include = defaultInclude }: FindOptions,
) {
  if (given === undefined) {
    return usageError(`No scripts found: nothing matches ${include.join(', ')} in ${where}.`, {
      code: 'TOPO_NO_FILES',
      hint: 'Create a first one with `topo init` or `topo new`, name the files, set `include` in topo.config.json, or add --allow-empty.',
    })
  }
  const near = await similarFile(where, given)
  return usageError(`No scripts found: nothing matches ${JSON.stringify(given)} in ${where}.`, {
    code: 'TOPO_NO_FILES',
    hint:
      near === undefined
        ? 'Check the spelling. In a folder, topo finds files named <slug>.topology.js or .ts.'
        : `Did you mean "${near}"?`,
  })
}
