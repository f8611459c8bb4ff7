/** The file that a misspelt path means. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { nearest } from '../../text/nearest.ts'

/** The path of the file or folder in the same folder whose name is nearest, as relative as the given one. */
export async function similarFile(cwd: string, given: string): Promise<string | undefined> {
  const names = await readdir(path.resolve(cwd, path.dirname(given))).catch(() => [])
  const near = nearest(path.basename(given), names)
  return near && path.join(path.dirname(given), near)
}
