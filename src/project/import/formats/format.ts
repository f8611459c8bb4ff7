/** What a format of rows is: a plain value. */
import type { ImportRow } from '../row.ts'
import type { PeekedText } from '../text.ts'

export interface ImportFormat {
  name: 'csv' | 'json' | 'ndjson'
  /** With their dots. */
  extensions: readonly string[]
  /** Whether a text without a telling name is probably of this format, by its beginning. */
  looksLike(head: string): boolean
  /** Row after row as the text comes. What cannot be read is the problem of a row, and may be the last. */
  rows(text: PeekedText): AsyncGenerator<ImportRow>
}
