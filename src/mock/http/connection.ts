/** Connection between caller and service that bodies pass and faults break: a socket, or a call inside this process. */
import { readAll } from '../../limits/stream.ts'
import type { Arrival } from '../../listen/listen.ts'

/** Who sent a request over a network. */
export interface Caller extends Arrival {
  readonly address: string
}

export interface Connection {
  /** Request header by lower-case name; cheaper than a `Headers`. */
  header(name: string): string | undefined
  /** Undefined inside this process. */
  readonly caller: Caller | undefined
  /** Request body; undefined, and not read further, once it exceeds `most` bytes. */
  body(most: number): Promise<Buffer | undefined>
  /** Closes the connection without an answer. */
  drop(): Response
  /** Sends the head and half of the body, then closes the connection. */
  truncate(status: number, headers: Headers, text: string): Response
  /** Resolves when the caller has disconnected. */
  gone(): Promise<unknown>
}

/** Error of fetch for a connection closed by the other side. */
const connectionClosed = () =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('other side closed'), { code: 'ECONNRESET' }),
  })

type Answer = (request: Request, wire: Connection) => Promise<Response>

/** Fetch for a service in this process; faults break it like a socket. Paths are below `baseUrl`. */
export function inProcessFetch(baseUrl: string, answer: Answer): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, baseUrl) : input, init)
    // The new request's own signal stops following the caller's once garbage collection has removed it.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    signal?.throwIfAborted()
    const body = init?.body
    let dropped = false
    const response = await answer(request, {
      header: (name) => request.headers.get(name) ?? undefined,
      caller: undefined,
      // Reading a stream takes longer than most answers.
      body: (most) =>
        readBodyWithin(typeof body === 'string' ? [Buffer.from(body)] : (request.body ?? []), most),
      drop: () => {
        dropped = true
        return new Response()
      },
      truncate: (status, headers, text) => new Response(halfOf(text), { status, headers }),
      gone: () => new Promise((resolve) => signal?.addEventListener('abort', resolve)),
    })
    signal?.throwIfAborted()
    if (dropped) throw connectionClosed()
    return response
  }
}

/** Reads a body; undefined above `most` bytes. */
export async function readBodyWithin(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<Buffer | undefined> {
  const tooMuch = new Error('the body is too large')
  return readAll(body, most, () => tooMuch).catch((error) => {
    if (error !== tooMuch) throw error
    return undefined
  })
}

function halfOf(text: string): ReadableStream {
  const half = new TextEncoder().encode(text.slice(0, Math.ceil(text.length / 2)))
  return new ReadableStream({
    start: (controller) => controller.enqueue(half),
    // The connection is closed before the second half.
    pull: (controller) => controller.error(connectionClosed()),
  })
}
