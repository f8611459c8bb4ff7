/**
 * Checks that hostile names and symbolic links do not lead outside the project. Synchronous, since that is faster than
 * a promise and each script needs two checks.
 */

import { realpathSync } from 'node:fs'
import path from 'node:path'

/** True if a file is in a folder after all symbolic links are followed. The file need not exist. */
export function isInside(folder: string, file: string): boolean {
  return isBelow(realPathOf(folder), realPathOf(file))
}

/** The same by name only, without reading the disk. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

/** Nothing can be opened by a name for which the system answers with one of these. */
const NOTHING_THERE = new Set([
  ...['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG'],
  // Node reports it for a zero byte.
  'ERR_INVALID_ARG_VALUE',
])

/** Returns the real path of the existing part, plus the rest as given. */
export function realPathOf(file: string): string {
  const absolute = path.resolve(file)
  try {
    return realpathSync.native(absolute)
  } catch (error) {
    if (!NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    const parent = path.dirname(absolute)
    return parent === absolute ? absolute : path.join(realPathOf(parent), path.basename(absolute))
  }
}
