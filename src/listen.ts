/** Serves HTTP on a port: for the embedded service and the preview. */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { ExitCode, KnownError } from './errors.ts'
import { systemReason } from './text/system-reason.ts'

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
  fetch: Parameters<typeof serve>[0]['fetch'],
  { port, host: hostname, who }: ListenOptions,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname }, (address: AddressInfo) => {
      resolve({
        url: `http://${reachableHost(address)}:${address.port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      })
    })
    server.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new KnownError(`${who} cannot listen on ${hostname}:${port}: ${systemReason(cause)}.`, {
          code: cause.code === 'EADDRINUSE' ? 'TOPO_PORT_IN_USE' : 'TOPO_CANNOT_LISTEN',
          exitCode: ExitCode.refused,
          hint: 'Choose another port with --port, or 0 for any free one.',
          cause,
        }),
      ),
    )
  })
}

/** Host name to reach it from this machine, even if it listens on every address. */
function reachableHost({ address, family }: AddressInfo): string {
  if (family === 'IPv6') return address === '::' ? '[::1]' : `[${address}]`
  return address === '0.0.0.0' ? '127.0.0.1' : address
}
