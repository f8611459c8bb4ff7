/** Serves HTTP on a port: for the embedded service and the preview. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { getRequestListener } from '@hono/node-server'
import { refusedError } from './errors.ts'
import { systemReason } from './text/system-reason.ts'

/** @param alreadySent to return if the answer was written to the socket */
type Answer = (
  request: Parameters<FetchCallback>[0],
  sides: Parameters<FetchCallback>[1],
  alreadySent: Response,
) => Response | Promise<Response>
type FetchCallback = Parameters<typeof getRequestListener>[0]
type RequestListener = ReturnType<typeof getRequestListener>

export interface ListenOptions {
  /** 0 picks a free port. */
  port: number
  host: string
  /** Name of the server, for the error message. */
  who: string
}

export interface Listener {
  readonly url: string
  /** Stops the server and closes open connections. */
  close(): Promise<void>
}

/** @throws KnownError `TOPO_PORT_IN_USE` if the port is taken. */
export function listen(
  fetch: Answer,
  { port, host: hostname, who }: ListenOptions,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    let loaded: Promise<RequestListener> | undefined
    const load = () => {
      loaded ??= listenerOf(fetch, hostname)
      return loaded
    }
    let answer: RequestListener | undefined
    const server = createServer((incoming, outgoing) => {
      if (answer !== undefined) return answer(incoming, outgoing)
      return load().then((listener) => {
        answer = listener
        return answer(incoming, outgoing)
      })
    })
    server.listen(port, hostname, () => {
      const address = server.address() as AddressInfo
      // Meanwhile the caller says that the server is ready.
      setImmediate(load)
      resolve({
        url: `http://${reachableHost(address)}:${address.port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      })
    })
    server.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        refusedError(`${who} cannot listen on ${hostname}:${port}: ${systemReason(cause)}.`, {
          code: cause.code === 'EADDRINUSE' ? 'TOPO_PORT_IN_USE' : 'TOPO_CANNOT_LISTEN',
          hint: 'Choose another port with --port, or 0 for any free one.',
          cause,
        }),
      ),
    )
  })
}

/** Loads Node's fetch too, which takes a fifth of the start of a server. */
async function listenerOf(answer: Answer, hostname: string): Promise<RequestListener> {
  // Comes first, because it must be a Response of Node: the listener replaces that class by its own.
  const { RESPONSE_ALREADY_SENT } = await import('@hono/node-server/utils/response')
  const { getRequestListener } = await import('@hono/node-server')
  return getRequestListener((request, sides) => answer(request, sides, RESPONSE_ALREADY_SENT), {
    hostname,
  })
}

/** Host name to reach it from this machine, even if it listens on every address. */
function reachableHost({ address, family }: AddressInfo): string {
  if (family === 'IPv6') return address === '::' ? '[::1]' : `[${address}]`
  return address === '0.0.0.0' ? '127.0.0.1' : address
}
