/** Messages between a page and its worker. */

/**
 * A worker does these for its page. Inputs and results are plain values, because they are copied.
 */
export type ServedJobs = Readonly<Record<string, (input: never) => Promise<unknown>>>

/** The first message: the interpreter, which the page has loaded. */
export interface StartMessage {
  readonly interpreter: Uint8Array<ArrayBuffer>
}

export interface JobMessage {
  readonly name: string
  readonly input: unknown
}

/** The answer to the last job. */
export type JobAnswer =
  | { readonly result: unknown; readonly error?: undefined }
  /** A bug of topo. */
  | { readonly error: string }
