/** Creates `.topo/`, topo's state folder at the project root. It is never committed, and never a link. */

import { lstatSync, type Stats } from 'node:fs'
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
