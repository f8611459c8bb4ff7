/** Creates and cleans `.topo/`, topo's state folder at the project root. It is never committed, and never a link. */

import { lstatSync, type Stats } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type KnownError, usageError } from '../../errors.ts'
import { writeAtomic } from './atomic.ts'
import { TOPO_FOLDER } from './root.ts'

/**
 * Creates the folder, with a `.gitignore` of `*`, and returns its path.
 *
 * @throws usage error `TOPO_FOLDER_LINK` if it is a symbolic link: with one, a repository could make topo write anywhere.
 */
export async function makeTopoFolder(root: string): Promise<string> {
  const folder = path.join(root, TOPO_FOLDER)
  const stats = statsOf(folder)
  if (stats && !stats.isDirectory()) throw notAFolder(folder)
  const ignore = path.join(folder, '.gitignore')
  if (!statsOf(ignore)) await writeAtomic(ignore, '*\n')
  return folder
}

/** Synchronous, because every write of a batch asks. Undefined if nothing exists, or if the file system refuses. */
export function statsOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

export const notAFolder = (folder: string): KnownError =>
  usageError(`${folder} is not a folder.`, {
    code: 'TOPO_FOLDER_LINK',
    hint: 'Remove it. topo stores its state and backups in a real folder of this name.',
  })

/** Milliseconds to keep temporary files: another process may still be writing them. */
const GRACE_MS = 10 * 60 * 1000

/** Removes temporary files that a killed topo left behind. @param now time of the file system */
export async function sweepTemporary(root: string, now: number): Promise<void> {
  const folder = path.join(root, TOPO_FOLDER)
  for (const name of await readdir(folder).catch(() => [])) {
    if (!TEMPORARY.test(name)) continue
    const file = path.join(folder, name)
    const written = (await lstat(file).catch(() => undefined))?.mtimeMs
    // A file that cannot be removed is harmless.
    if (written !== undefined && written < now - GRACE_MS) await rm(file, { force: true }).catch(() => {})
  }
}

const TEMPORARY = /\.tmp-[0-9a-f]+$/
