/** The folder that a command works in, with its settings. */
import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { findRoot } from './root.ts'
import { TOPO_FOLDER } from './topo-folder.ts'

export interface Project {
  /** Absolute path of the project root. */
  readonly root: string
  /** Where the command was called; paths that were typed are relative to it. */
  readonly cwd: string
  readonly config: Config
  /** Where the embedded service keeps this project's data. */
  readonly localDataFolder: string
}

/** @throws usage error `TOPO_CONFIG_INVALID` for a wrong `topo.config.json`. */
export async function openProject(cwd: string): Promise<Project> {
  const root = findRoot(cwd)
  return { root, cwd, config: await readConfig(root), localDataFolder: join(root, TOPO_FOLDER, 'local') }
}
