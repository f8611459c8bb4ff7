/** Serves HTTP on a port: for the embedded service and the preview. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { getRequestListener } from '@hono/node-server'
import { refusedError } from '../errors.ts'
import { systemReason } from '../text/system-reason.ts'
import { requestedHost } from './host.ts'
import { networkUrls } from './network-urls.ts'
import { isThisMachine } from './this-machine.ts'

/** How a request came to the server. */
export interface Arrival {
  /** The host that it asks for; undefined if it names none. */
  readonly host: string | undefined
  /** True if only programs of this machine reach the server. */
  readonly onLoopback: boolean
}

interface Wire extends Arrival {
  /** To return if the answer was written to the socket. */
  readonly alreadySent: Response
}

type Answer = (
  request: Parameters<FetchCallback>[0],
  sides: Parameters<FetchCallback>[1],
  wire: Wire,
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
  /** True if only programs of this machine reach the server. */
  readonly onLoopback: boolean
  /** Further addresses, for other machines. */
  readonly networkUrls: readonly string[]
  /** Stops the server and closes open connections. */
  close(): Promise<void>
}

/** @throws KnownError `TOPO_PORT_IN_USE` if the port is taken. */
export function listen(fetch: Answer, { port, host: hostname, who }: ListenOptions): Promise<Listener> {
  return new Promise((resolve, reject) => {
    let loaded: Promise<RequestListener> | undefined
    const load = () => {
      loaded ??= listenerOf(fetch, server.address() as AddressInfo)
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
        onLoopback: isLoopback(address),
        networkUrls: networkUrls(address, networkInterfaces()),
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
          hint: addressFaults.has(cause.code ?? '')
            ? 'Choose an address of this machine with --host, such as 127.0.0.1.'
            : 'Choose another port with --port, or 0 for any free one.',
          cause,
        }),
      ),
    )
  })
}

/** Another port would not help. */
const addressFaults = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

/** Loads Node's fetch too, which takes a fifth of the start of a server. */
async function listenerOf(answer: Answer, address: AddressInfo): Promise<RequestListener> {
  // Comes first, because it must be a Response of Node: the listener replaces that class by its own.
  const { RESPONSE_ALREADY_SENT: alreadySent } = await import('@hono/node-server/utils/response')
  const { getRequestListener } = await import('@hono/node-server')
  const onLoopback = isLoopback(address)
  return getRequestListener(
    (request, sides) => {
      const host = requestedHost(sides.incoming as IncomingMessage)
      return answer(request, sides, { host, onLoopback, alreadySent })
    },
    // For requests without a host.
    { hostname: `${reachableHost(address)}:${address.port}` },
  )
}

function isLoopback({ address }: AddressInfo): boolean {
  return isThisMachine(address)
}

/** Host name to reach it from this machine, even if it listens on every address. */
function reachableHost({ address, family }: AddressInfo): string {
  if (family === 'IPv6') return address === '::' ? '[::1]' : `[${address}]`
  return address === '0.0.0.0' ? '127.0.0.1' : address
}
