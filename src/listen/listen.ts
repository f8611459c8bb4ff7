/** Serves HTTP on a port: for the embedded service and the preview. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
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
export function listen(
  fetch: Answer,
  { port, host: hostname, who }: ListenOptions,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.listen(port, hostname, () => {
      const address = server.address() as AddressInfo
      const requests = new Requests(fetch, address)
      server.on('request', (incoming, outgoing) => requests.answer(incoming, outgoing))
      // Meanwhile the caller says that the server is ready.
      setImmediate(() => requests.load())
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

/** Answers requests, and loads what it needs with the first of them at the latest. */
class Requests {
  readonly #answer: Answer
  readonly #address: AddressInfo
  #loading: Promise<RequestListener> | undefined
  #listener: RequestListener | undefined

  constructor(answer: Answer, address: AddressInfo) {
    this.#answer = answer
    this.#address = address
  }

  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.#listener ??= await this.load()
    await this.#listener(incoming, outgoing)
  }

  load(): Promise<RequestListener> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  /** Loads Node's fetch too, which takes a fifth of the start of a server. */
  async #load(): Promise<RequestListener> {
    // Comes first, because it must be a Response of Node: the listener replaces that class by its own.
    const { RESPONSE_ALREADY_SENT: alreadySent } = await import('@hono/node-server/utils/response')
    const { getRequestListener: listenerFor } = await import('@hono/node-server')
    const onLoopback = isLoopback(this.#address)
    // For requests without a host.
    const hostname = `${reachableHost(this.#address)}:${this.#address.port}`
    return listenerFor(
      (request, sides) => {
        const host = requestedHost(sides.incoming as IncomingMessage)
        return this.#answer(request, sides, { host, onLoopback, alreadySent })
      },
      { hostname },
    )
  }
}

function isLoopback({ address }: AddressInfo): boolean {
  return isThisMachine(address)
}

/** Host name to reach it from this machine, even if it listens on every address. */
function reachableHost({ address, family }: AddressInfo): string {
  if (family === 'IPv6') return address === '::' ? '[::1]' : `[${address}]`
  return address === '0.0.0.0' ? '127.0.0.1' : address
}
