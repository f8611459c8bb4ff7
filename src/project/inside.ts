/** Keeps what hostile names and symbolic links point at inside the project. */

import { realpath } from 'node:fs/promises'
import path from 'node:path'

/** Whether a file, with every symbolic link on its way followed, lies in a folder. It need not exist yet. */
export async function isInside(folder: string, file: string): Promise<boolean> {
  const [realFolder, realFile] = await Promise.all([realPathOf(folder), realPathOf(file)])
  return isBelow(realFolder, realFile)
}

/** The same by name alone, without asking the disk. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

/** The real path of the part that exists, followed by the rest as given. */
export async function realPathOf(file: string): Promise<string> {
  const absolute = path.resolve(file)
  try {
    return await realpath(absolute)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    const parent = path.dirname(absolute)
    return parent === absolute ? absolute : path.join(await realPathOf(parent), path.basename(absolute))
  }
}
