/** The embedded service behind a port. */
import type { AddressInfo } from 'node:net'
import { serve as listen } from '@hono/node-server'
import { ExitCode, KnownError } from '../errors.ts'
import { type EmbeddedOptions, embedded } from './embedded.ts'

export interface ServeOptions extends EmbeddedOptions {
  /** 0 picks a free one. */
  port: number
  host: string
}

export interface Served {
  readonly url: string
  /** Stops listening, ends open connections, and lets go of the data. */
  close(): Promise<void>
}

/** @throws KnownError `TOPO_PORT_IN_USE` when the port is taken. */
export async function serve(options: ServeOptions): Promise<Served> {
  const service = embedded(options)
  const { port, host: hostname } = options
  return new Promise((resolve, reject) => {
    const server = listen({ fetch: service.fetch, port, hostname }, (address: AddressInfo) => {
      const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
      resolve({
        url: `http://${host}:${address.port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => {
              service.close()
              closed()
            })
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      })
    })
    server.on('error', (cause: NodeJS.ErrnoException) => {
      service.close()
      reject(
        new KnownError(`The embedded service cannot listen on ${hostname}:${port}: ${cause.message}.`, {
          code: cause.code === 'EADDRINUSE' ? 'TOPO_PORT_IN_USE' : 'TOPO_CANNOT_LISTEN',
          exitCode: ExitCode.refused,
          hint: 'Choose another port with --port, or 0 for any free one.',
          cause,
        }),
      )
    })
  })
}
