/** Records every attempt of a fetch as an entry of a HAR file. Secrets are removed when the file is made. */
import type { Har } from 'har-format'
import { limits } from '../../limits/limits.ts'
import type { Fetch } from '../fetch-attempt.ts'
import { type CapturedBody, captureBody } from './captured-body.ts'
import { type Attempt, toEntry } from './entry.ts'
import { Redaction } from './redaction.ts'

export class Recorder {
  readonly #attempts: Attempt[] = []
  readonly #redaction = new Redaction()
  #bytes = 0
  #lost = 0

  /** Requests that were recorded. */
  get count(): number {
    return this.#attempts.length
  }

  /** Requests that were not, because the recording is full. */
  get lost(): number {
    return this.#lost
  }

  /**
   * Returns a fetch that records what it sends and receives.
   * @param secrets texts that no file may contain, such as the key
   */
  wrap(fetch: Fetch, secrets: readonly (string | undefined)[]): Fetch {
    for (const secret of secrets) this.#redaction.add(secret)
    return async (input, init) => {
      const request = input instanceof Request ? input : new Request(input, init)
      if (this.#attempts.length >= limits.recordedRequests.most) {
        this.#lost++
        return fetch(request, init)
      }
      const attempt = this.#begin(request)
      const started = performance.now()
      const elapsed = () => performance.now() - started
      try {
        const sent = request.body === null ? undefined : await request.clone().arrayBuffer()
        if (sent !== undefined) attempt.requestBody = this.#keep(captureBody(new Uint8Array(sent)))
        const response = await fetch(request, init)
        const { status, statusText, headers } = response
        attempt.waited = elapsed()
        attempt.response = { status, statusText, headers: [...headers] }
        return this.#tap(response, attempt, elapsed)
      } catch (error) {
        attempt.failure = failureName(error)
        attempt.ended = elapsed()
        throw error
      }
    }
  }

  /** The recording so far, without secrets. */
  toHar(creator: { name: string; version: string }): Har {
    for (const { requestHeaders, requestBody, responseBody, url } of this.#attempts) {
      this.#redaction.learn(requestHeaders, url, [requestBody?.text, responseBody?.text])
    }
    const comment =
      this.#lost === 0
        ? 'Keys, tokens and signatures are removed. Scripts, comments and names of people are not.'
        : `${this.#lost} more requests were not recorded: the recording is full.`
    const entries = this.#attempts.map((attempt) => toEntry(attempt, this.#redaction))
    return { log: { version: '1.2', creator, comment, entries } }
  }

  #begin({ method, url, headers }: Request): Attempt {
    const attempt = {
      startedAt: new Date(),
      method,
      url,
      requestHeaders: [...headers],
      requestBody: undefined,
    }
    this.#attempts.push(attempt)
    return attempt
  }

  /** Passes the body on as it arrives, so that limits and aborts of the reader hold. */
  #tap(response: Response, attempt: Attempt, elapsed: () => number): Response {
    const { body, status, statusText, headers } = response
    if (body === null) {
      attempt.ended = elapsed()
      return response
    }
    const chunks: Uint8Array[] = []
    let size = 0
    const end = () => {
      attempt.ended = elapsed()
      const whole = size > limits.recordedBody.most ? undefined : Buffer.concat(chunks)
      attempt.responseBody = this.#keep(captureBody(whole, size))
    }
    const tapped = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          size += chunk.byteLength
          if (size <= limits.recordedBody.most) chunks.push(chunk)
          else chunks.length = 0
          attempt.responseBody = captureBody(undefined, size)
          controller.enqueue(chunk)
        },
        flush: end,
      }),
    )
    return new Response(tapped, { status, statusText, headers })
  }

  /** Omits the text once all bodies together exceed their limit. */
  #keep(body: CapturedBody): CapturedBody {
    if (body.text === undefined) return body
    this.#bytes += body.size
    if (this.#bytes <= limits.recordedBodies.most) return body
    return { size: body.size, note: 'not recorded: the recording is full' }
  }
}

/** The code of the operating system or the name of the error; a message may contain anything. */
function failureName(error: unknown): string {
  const { cause, name } = Object(error) as { cause?: { code?: unknown }; name?: unknown }
  const code = cause?.code ?? (error as { code?: unknown }).code ?? name
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'failed'
}
