/** The folder that a command works in, with its settings. */
import { join } from 'node:path'
import { findRoot, TOPO_FOLDER } from '../files/root.ts'
import { type Config, readConfig } from './config.ts'
import { Ignored } from './ignored.ts'

export interface Project {
  /** Absolute path of the project root. */
  readonly root: string
  /** Where the command was called; paths that were typed are relative to it. */
  readonly cwd: string
  readonly config: Config
  /** What `.topoignore` wants left alone: neither validated, sent, brought nor deleted. */
  readonly ignored: Ignored
  /** Where the embedded service keeps this project's data. */
  readonly localDataFolder: string
}

/**
 * @param ignoring false bypasses `.topoignore`.
 * @throws usage error `TOPO_CONFIG_INVALID` for a wrong `topo.config.json`.
 */
export async function openProject(cwd: string, ignoring = true): Promise<Project> {
  const root = findRoot(cwd)
  const ignored = new Ignored(root, ignoring)
  const localDataFolder = join(root, TOPO_FOLDER, 'local')
  return { root, cwd, config: await readConfig(root), ignored, localDataFolder }
}
