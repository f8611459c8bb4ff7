/** Finds the project root and names its files. */

import { existsSync } from 'node:fs'
import path from 'node:path'

export const CONFIG_FILE = 'topo.config.json'
/** Folder for topo's state, at the project root. */
export const TOPO_FOLDER = '.topo'

/** Nearest folder upwards with `topo.config.json` or `.git`, else the given folder. */
export function findRoot(cwd: string): string {
  const start = path.resolve(cwd)
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (hasRootMark(folder)) return folder
    if (folder === path.dirname(folder)) return start
  }
}

/** True for a folder with `topo.config.json` or `.git`. */
export const hasRootMark = (folder: string): boolean =>
  [CONFIG_FILE, '.git'].some((name) => existsSync(path.join(folder, name)))

/** Nearest folder upwards with `.git`, which in a worktree is a file. */
export function findRepository(cwd: string): string | undefined {
  const folder = path.resolve(cwd)
  if (existsSync(path.join(folder, '.git'))) return folder
  const parent = path.dirname(folder)
  return parent === folder ? undefined : findRepository(parent)
}

/** Path of a file in messages and in the state: relative to the root, with `/` on all platforms. */
export function projectPath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/')
}
