/** The way between the service and its caller, as far as a body comes over it and faults can break it: a socket, or this very process. */
import { readAll } from '../../limits/stream.ts'

export interface Connection {
  /** A header of the request by its lower-case name, without the cost of a `Headers`. */
  header(name: string): string | undefined
  /** Address of the caller; undefined inside this process. */
  readonly remoteAddress: string | undefined
  /** The body of the request; undefined as soon as it has more than `most` bytes, and then it is read no further. */
  body(most: number): Promise<Buffer | undefined>
  /** Ends the connection without an answer. */
  drop(): Response
  /** Sends the head and half of the body, then ends the connection. */
  truncate(status: number, headers: Headers, text: string): Response
  /** Resolves when the caller has given up. */
  gone(): Promise<unknown>
}

/** What fetch throws for a connection that was closed by the other side. */
const connectionClosed = () =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('other side closed'), { code: 'ECONNRESET' }),
  })

type Answer = (request: Request, wire: Connection) => Promise<Response>

/** A fetch of a service in this process, with a wire that breaks as a socket would; paths are below `baseUrl`. */
export function inProcessFetch(baseUrl: string, answer: Answer): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, baseUrl) : input, init)
    // Not the signal of the new request, which follows the caller's only until it is collected as garbage.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    signal?.throwIfAborted()
    let dropped = false
    const response = await answer(request, {
      header: (name) => request.headers.get(name) ?? undefined,
      remoteAddress: undefined,
      body: (most) => readBodyWithin(request.body ?? [], most),
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

/** All of a body, or undefined for one that has more than `most` bytes. */
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
    // Asked for the other half, the connection is gone.
    pull: (controller) => controller.error(connectionClosed()),
  })
}
