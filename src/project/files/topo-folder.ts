/** `.topo/` at the project root: what topo remembers, never committed, never reaching elsewhere. */

import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type KnownError, usageError } from '../../errors.ts'
import { writeAtomic } from './atomic.ts'
import { TOPO_FOLDER } from './root.ts'

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
    hint: 'Remove it. topo stores its state and backups in a real folder of this name.',
  })

/** What is not finished is kept so long, in milliseconds: another process may be about to finish it. */
const graceMs = 10 * 60 * 1000

/** Removes what is left in the folder of files that were being written when topo was killed. @param now as the file system sees it */
export async function sweepTemporary(root: string, now: number): Promise<void> {
  const folder = path.join(root, TOPO_FOLDER)
  for (const name of await readdir(folder).catch(() => [])) {
    if (!TEMPORARY.test(name)) continue
    const file = path.join(folder, name)
    const written = (await lstat(file).catch(() => undefined))?.mtimeMs
    // What cannot be removed does no harm.
    if (written !== undefined && written < now - graceMs) await rm(file, { force: true }).catch(() => {})
  }
}

const TEMPORARY = /\.tmp-[0-9a-f]+$/
