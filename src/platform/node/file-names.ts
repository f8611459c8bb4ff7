/** Names of files, as this machine writes them. */
import { normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export { join } from 'node:path'

/** Absolute path of a document; undefined for one that is no file, such as one that was never saved. */
export function fileOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    const file = normalize(fileURLToPath(uri))
    return /^[a-z]:/.test(file) ? `${file.charAt(0).toUpperCase()}${file.slice(1)}` : file
  } catch {
    return undefined
  }
}
