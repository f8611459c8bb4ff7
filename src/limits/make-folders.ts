/** Creates folders. Node's own `recursive` never ends where a file system refuses with ENOENT, such as /proc or an automounted /home. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder, and those above it that do not exist.
 * @returns the uppermost created folder; undefined if the folder existed
 * @throws the error of the file system
 */
export function makeFolders(folder: string, mode = 0o777): string | undefined {
  if (isFolder(folder)) return undefined
  const parent = dirname(folder)
  const first = existsSync(parent) ? undefined : makeFolders(parent, mode)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error
  }
  return first ?? folder
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
