/** One attempt to send a request, and what sends it. */

export type Fetch = typeof globalThis.fetch

/**
 * The request in parts: a `Request` would be copied at every step, and its body would become a stream.
 */
export interface RequestAttempt {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string | null
  readonly signal?: AbortSignal | undefined
}
