/** Sends requests through the proxy of the environment, which fetch itself ignores. Loaded only if one is set. */
import { EnvHttpProxyAgent, fetch } from 'undici'
import type { Fetch } from '../../api/fetch-attempt.ts'

/** A fetch that uses the current `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. */
export function proxyFetch(): Fetch {
  // Node's fetch accepts only a dispatcher of its own version; undici's fetch accepts no Request of Node's.
  const dispatcher = new EnvHttpProxyAgent()
  return async (input, init) => {
    const request = new Request(input as Request, init)
    const { method, redirect, signal } = request
    const response = await fetch(request.url, {
      ...{ dispatcher, method, redirect, signal },
      headers: [...request.headers],
      // Read the whole body: a stream would be sent without a Content-Length.
      body: request.body && (await request.arrayBuffer()),
    })
    const { status, statusText } = response
    return new Response(response.body as BodyInit | null, {
      ...{ status, statusText },
      headers: [...response.headers],
    })
  }
}
