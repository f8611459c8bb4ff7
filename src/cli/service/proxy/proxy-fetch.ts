/** Opens a fetch for one origin: through the proxy of the environment, or directly. */
import type { Fetch } from '../../../api/transport/request-attempt.ts'
import { type ProxyVariables, proxyFor } from './proxy-variables.ts'

/**
 * A fetch for all requests to the origin of the target; undefined if Node's own fetch is enough.
 * @throws usage error `TOPO_PROXY_INVALID`.
 */
export async function proxyFetch(
  target: URL,
  variables: ProxyVariables,
): Promise<Fetch | undefined> {
  const proxy = proxyFor(target, variables)
  return proxy && (await import('./proxy.ts')).fetchThrough(proxy)
}
