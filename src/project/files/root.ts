/** Where the project begins, and how its files are named. */

import { existsSync } from 'node:fs'
import path from 'node:path'

export const CONFIG_FILE = 'topo.config.json'
/** At the project root: what topo remembers. */
export const TOPO_FOLDER = '.topo'

/** The nearest folder upwards that holds `topo.config.json` or `.git`, else the folder given. */
export function findRoot(cwd: string): string {
  const start = path.resolve(cwd)
  for (let folder = start; ; folder = path.dirname(folder)) {
    if ([CONFIG_FILE, '.git'].some((name) => existsSync(path.join(folder, name)))) return folder
    if (folder === path.dirname(folder)) return start
  }
}

/** The nearest folder upwards that holds `.git`, which in a worktree is a file. */
export function findRepository(cwd: string): string | undefined {
  const folder = path.resolve(cwd)
  if (existsSync(path.join(folder, '.git'))) return folder
  const parent = path.dirname(folder)
  return parent === folder ? undefined : findRepository(parent)
}

/** How a file is called in messages and in the state: relative to the root, with `/` on all platforms. */
export function projectPath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/')
}
