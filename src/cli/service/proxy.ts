/** The proxy variables, which fetch itself ignores. Loaded only where one of them is set. */
import { EnvHttpProxyAgent, fetch } from 'undici'
import type { Fetch } from '../../api/attempt.ts'

/** A fetch that obeys `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` as they are now. */
export function proxyFetch(): Fetch {
  // Node's own fetch takes only a dispatcher of its own version, and this one no Request of Node's.
  const dispatcher = new EnvHttpProxyAgent()
  return async (input, init) => {
    const request = new Request(input as Request, init)
    const { method, redirect, signal } = request
    const response = await fetch(request.url, {
      ...{ dispatcher, method, redirect, signal },
      headers: [...request.headers],
      // Read whole: a stream would be sent without a Content-Length.
      body: request.body && (await request.arrayBuffer()),
    })
    const { status, statusText } = response
    return new Response(response.body as BodyInit | null, {
      ...{ status, statusText },
      headers: [...response.headers],
    })
  }
}
