/** Finds a program on Windows as PATH names it, and never in the working folder, which may be a stranger's repository. */
import path from 'node:path'

/**
 * Returns the file of a program: with its extension on Windows, as given elsewhere, where the system finds it itself.
 * Undefined if PATH has no such program. A path, such as `.\run.cmd`, is relative to the working folder.
 */
export async function findProgram(name: string): Promise<string | undefined> {
  if (process.platform !== 'win32') return name
  const { default: which } = await import('which')
  const found = await which(name, { all: true, nothrow: true })
  return found?.find((file) => /[\\/]/.test(name) || isFromPath(file))
}

/** Windows and the library look into the working folder first. */
const isFromPath = (file: string): boolean =>
  path.isAbsolute(file) && path.relative(process.cwd(), path.dirname(file)) !== ''
