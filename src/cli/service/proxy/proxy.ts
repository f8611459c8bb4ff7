/** Sends requests through a proxy, which fetch itself cannot. Loaded only if one is set. */
import { type Dispatcher, fetch, Pool, ProxyAgent } from 'undici'
import { ProxyFailure } from '../../../api/transport/network-errors.ts'
import type { Fetch } from '../../../api/transport/request-attempt.ts'
import type { ProxyChoice } from './proxy-variables.ts'

type Tunnel<T> = Dispatcher.ConnectData<T>

/** Connections to the proxy itself: what fails here is the proxy, not the service. */
class ProxyConnections extends Pool {
  readonly #host: string

  constructor(origin: URL, options: object) {
    super(origin, options)
    this.#host = origin.host
  }

  override connect<T = null>(options: Dispatcher.ConnectOptions<T>): Promise<Tunnel<T>>
  override connect<T = null>(
    options: Dispatcher.ConnectOptions<T>,
    callback: (error: Error | null, tunnel: Tunnel<T>) => void,
  ): void
  override async connect(options: Dispatcher.ConnectOptions<null>): Promise<Tunnel<null>> {
    try {
      return await super.connect(options)
    } catch (cause) {
      throw new ProxyFailure(this.#host, cause)
    }
  }
}

export function fetchThrough({ url, authorization }: ProxyChoice): Fetch {
  // Node's fetch accepts only a dispatcher of its own version; undici's fetch accepts no Request of Node's.
  const dispatcher = new ProxyAgent({
    uri: url.href,
    clientFactory: (origin, options) => new ProxyConnections(origin, options),
    ...(authorization === undefined ? {} : { token: authorization }),
  })
  return async (input, init) => {
    const request = new Request(input as Request, init)
    const { method, redirect, signal } = request
    const response = await fetch(request.url, {
      dispatcher,
      method,
      redirect,
      signal,
      headers: [...request.headers],
      // Read the whole body: a stream would be sent without a Content-Length.
      body: request.body && (await request.arrayBuffer()),
    })
    const { status, statusText } = response
    return new Response(response.body as BodyInit | null, {
      status,
      statusText,
      headers: [...response.headers],
    })
  }
}
