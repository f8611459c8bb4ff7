/** Names of files in a page, which has none on a disk: all are below `/`. */

export { join } from 'pathe'

/** Undefined for a document that is no file. */
export function fileOf(uri: string): string | undefined {
  return uri.startsWith('file:///') ? uri.slice('file://'.length) : undefined
}
