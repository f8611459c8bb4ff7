import { rmSync } from 'node:fs'

/** Deletes a folder of a test. Windows keeps it while a program works in it, or while a file in it is open: then it stays. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (process.platform !== 'win32' || !['EBUSY', 'ENOTEMPTY', 'EPERM'].includes(code)) throw error
  }
}
