/**
 * Keeps what hostile names and symbolic links point at inside the project. It asks at once and not in the background:
 * that is done before a promise for it would be, and each script is asked about twice.
 */

import { realpathSync } from 'node:fs'
import path from 'node:path'

/** Whether a file, with every symbolic link on its way followed, lies in a folder. It need not exist yet. */
export function isInside(folder: string, file: string): boolean {
  return isBelow(realPathOf(folder), realPathOf(file))
}

/** The same by name alone, without asking the disk. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

/** The real path of the part that exists, followed by the rest as given. */
export function realPathOf(file: string): string {
  const absolute = path.resolve(file)
  try {
    return realpathSync.native(absolute)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    const parent = path.dirname(absolute)
    return parent === absolute ? absolute : path.join(realPathOf(parent), path.basename(absolute))
  }
}
