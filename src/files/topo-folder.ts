/** Creates `.topo/`, topo's state folder at the project root. It is never committed, and neither it nor anything in it is a link. */

import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import path from 'node:path'
import { type KnownError, usageError } from '../errors.ts'
import { writeAtomic } from './atomic.ts'
import { TOPO_FOLDER } from './root.ts'

/**
 * Creates the folder, with a `.gitignore` of `*`, and returns its path.
 *
 * @throws usage error `TOPO_FOLDER_LINK` if it, or a name in it, is a symbolic link: with one, a repository could make topo write
 * anywhere.
 */
export async function makeTopoFolder(root: string): Promise<string> {
  const folder = path.join(root, TOPO_FOLDER)
  const stats = statsOf(folder)
  if (stats && !stats.isDirectory()) throw notAFolder(folder)
  assertNoLinks(folder)
  const ignore = path.join(folder, '.gitignore')
  if (!statsOf(ignore)) await writeAtomic(ignore, '*\n')
  return folder
}

/** @throws usage error `TOPO_FOLDER_LINK` if a name in a folder of topo is a link. A folder that does not exist has none. */
export function assertNoLinks(folder: string): void {
  const link = entriesOf(folder).find((entry) => entry.isSymbolicLink())
  if (link === undefined) return
  throw usageError(`${path.join(folder, link.name)} is a symbolic link.`, {
    code: 'TOPO_FOLDER_LINK',
    hint: 'Remove it. topo stores its state and backups in real files, and follows no link from there.',
  })
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
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
