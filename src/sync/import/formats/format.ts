/** Defines the interface of a row format. */

import type { PeekedText } from '../decode-stream.ts'
import type { ImportRow } from '../row.ts'

export interface ImportFormat {
  name: 'csv' | 'json' | 'ndjson'
  /** File extensions with dots. */
  extensions: readonly string[]
  /** Detects this format by the beginning of a text, if the file name does not tell. */
  detect(head: string): boolean
  /** Yields rows while the text arrives. Text that cannot be read is the problem of a row, perhaps the last. */
  rows(text: PeekedText): AsyncGenerator<ImportRow>
}
