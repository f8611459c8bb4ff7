/** Messages between a page and its worker. */
import type { JobName } from './jobs.ts'

/** The first message: the interpreter, which the page has loaded. */
export interface StartMessage {
  readonly interpreter: Uint8Array<ArrayBuffer>
}

export interface JobMessage {
  readonly name: JobName
  readonly input: unknown
}

/** The answer to the last job. */
export type JobAnswer =
  | { readonly result: unknown; readonly error?: undefined }
  /** A bug of topo. */
  | { readonly error: string }
