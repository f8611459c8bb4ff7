/** The proxy variables, which fetch itself ignores. Loaded only where one of them is set. */
import { EnvHttpProxyAgent, install, setGlobalDispatcher } from 'undici'

/** From now on fetch obeys `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. */
export function useProxies(): void {
  // Node's own fetch takes only a dispatcher of its own version.
  install()
  setGlobalDispatcher(new EnvHttpProxyAgent())
}
