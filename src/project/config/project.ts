/** Opens the project that a command works in: root, settings and ignore rules. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { usageError } from '../../errors.ts'
import type { TextCache } from '../../files/cache/text-cache.ts'
import { findRoot, TOPO_FOLDER } from '../../files/root.ts'
import { type Config, readConfig } from './config.ts'
import { type IgnoreRules, ignoreRulesOf } from './ignore-rules.ts'

export interface Project {
  /** Absolute path of the project root. */
  readonly root: string
  /** Working directory of the command; paths in arguments are relative to it. */
  readonly cwd: string
  readonly config: Config
  /** Files excluded by `.topoignore`: not validated, pushed, pulled or deleted. */
  readonly ignored: IgnoreRules
  /** Data folder of the embedded service for this project. */
  readonly localDataFolder: string
  /** Results of checks in earlier runs; undefined if nothing is kept. */
  readonly verdicts: TextCache | undefined
  /** Opens it with the settings that are on disk now, and with the same root. @throws like `openProject` */
  readonly reopen: () => Promise<Project>
}

export interface OpenOptions {
  /** False disables `.topoignore`. Default true. */
  readonly ignoring?: boolean
  /** Results of checks in earlier runs; without them every script runs. */
  readonly verdicts?: TextCache | undefined
}

/**
 * @throws usage error `TOPO_CONFIG_INVALID` for an invalid `topo.config.json`; `TOPO_NO_FOLDER` if `cwd` is not a
 * folder: the search for the root would silently find a project above it.
 */
export async function openProject(cwd: string, options: OpenOptions = {}): Promise<Project> {
  const stats = await stat(cwd).catch(() => undefined)
  if (!stats?.isDirectory()) {
    throw usageError(`Folder not found: ${cwd}.`, {
      code: 'TOPO_NO_FOLDER',
      hint: 'Check the path; in a workflow, it is the input `working-directory`.',
    })
  }
  return { ...openWithoutSettings(cwd, options), config: await readConfig(findRoot(cwd)) }
}

/** The same without reading `topo.config.json`. */
export function openWithoutSettings(
  cwd: string,
  { ignoring = true, verdicts }: OpenOptions = {},
): Project {
  const root = findRoot(cwd)
  const localDataFolder = join(root, TOPO_FOLDER, 'local')
  const withConfig = (config: Config): Project => ({
    root,
    cwd,
    config,
    verdicts,
    localDataFolder,
    ignored: ignoreRulesOf(root, ignoring),
    reopen: async () => withConfig(await readConfig(root)),
  })
  return withConfig({})
}
