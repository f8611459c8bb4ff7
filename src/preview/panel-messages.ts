/** Messages between an editor and the page in its panel. */
import type { Sheet } from './sheet.ts'

/** From the editor to the page. */
export type ToPanel =
  | { readonly sheet: Sheet }
  /** Where the cursor is: an absolute path with `/`, a line from 1. */
  | { readonly cursor: { readonly file: string; readonly line: number } }

/** From the page to the editor. */
export type FromPanel = 'ready' | { readonly open: LineToOpen }

/** A line that the editor should show: an absolute path with `/`, line and column from 1. */
export interface LineToOpen {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Address of a line for `sourcesOf`; only the page in a panel understands it. */
export const editorLine = 'topo-open:{line}:{column}:/{file}'
