/** `.topo/` at the project root: what topo remembers, never committed, never reaching elsewhere. */

import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { type KnownError, usageError } from '../errors.ts'
import { writeAtomic } from './atomic.ts'

export const TOPO_FOLDER = '.topo'

/**
 * Makes the folder with its own `.gitignore` of `*` and returns its path.
 *
 * @throws usage error `TOPO_FOLDER_LINK` where a symbolic link stands in its place: a repository could
 * otherwise have topo write anywhere.
 */
export async function makeTopoFolder(root: string): Promise<string> {
  const folder = path.join(root, TOPO_FOLDER)
  const stats = await lstat(folder).catch(() => undefined)
  if (stats && !stats.isDirectory()) throw notAFolder(folder)
  const ignore = path.join(folder, '.gitignore')
  if (!(await lstat(ignore).catch(() => undefined))) await writeAtomic(ignore, '*\n')
  return folder
}

export const notAFolder = (folder: string): KnownError =>
  usageError(`${folder} is not a folder.`, {
    code: 'TOPO_FOLDER_LINK',
    hint: 'Remove it: topo keeps its state and backups in a real folder of this name.',
  })
