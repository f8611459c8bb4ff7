/** Where the page gets scripts from: the server of `topo preview`, or the editor that shows the page in a panel. */
import type { Entry, Sheet } from '../sheet.ts'

export interface FeedListener {
  /** All scripts, after each change. */
  scripts(entries: readonly Entry[]): void
  /** @param text for people: when the page updates, or that it does not any more */
  state(text: string, isLost: boolean): void
  /** The line of the cursor in the editor: file as in the sources of a sheet, from 1. */
  cursor(file: string, line: number): void
}

export interface Feed {
  listen(listener: FeedListener): void
  /** Undefined for a script that is gone, and when the feed has stopped. */
  sheet(path: string, signal: AbortSignal): Promise<Sheet | undefined>
}
