/** The embedded service behind a port. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve as listen } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ExitCode, KnownError } from '../errors.ts'
import type { Control } from './control.ts'
import { type Embedded, type EmbeddedOptions, embedded } from './embedded.ts'
import type { Wire } from './wire.ts'

export interface ServeOptions extends EmbeddedOptions {
  /** 0 picks a free one. */
  port: number
  host: string
}

export interface Served {
  readonly url: string
  readonly control: Control
  /** The same service without its port. */
  readonly answer: Embedded['answer']
  /** Stops listening, ends open connections, and lets go of the data. */
  close(): Promise<void>
}

/** @throws KnownError `TOPO_PORT_IN_USE` when the port is taken. */
export async function serve(options: ServeOptions): Promise<Served> {
  const service = embedded(options)
  const { port, host: hostname } = options
  return new Promise((resolve, reject) => {
    const server = listen(
      {
        fetch: (request, { incoming, outgoing }) =>
          service.answer(request, wireOf(incoming as IncomingMessage, outgoing as ServerResponse)),
        port,
        hostname,
      },
      (address: AddressInfo) => {
        const host = callable(address)
        resolve({
          url: `http://${host}:${address.port}`,
          control: service.control,
          answer: service.answer,
          close: () =>
            new Promise((closed) => {
              server.close(() => {
                service.close()
                closed()
              })
              if ('closeAllConnections' in server) server.closeAllConnections()
            }),
        })
      },
    )
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

/** Where it is reached from this machine, also when it listens at every address. */
function callable({ address, family }: AddressInfo): string {
  if (family === 'IPv6') return address === '::' ? '[::1]' : `[${address}]`
  return address === '0.0.0.0' ? '127.0.0.1' : address
}

function wireOf({ headers }: IncomingMessage, outgoing: ServerResponse): Wire {
  return {
    header: (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    remoteAddress: outgoing.socket?.remoteAddress ?? '',
    drop: () => {
      outgoing.socket?.destroy()
      return RESPONSE_ALREADY_SENT
    },
    truncate: (status, headers, text) => {
      const body = Buffer.from(text)
      outgoing.writeHead(status, { ...Object.fromEntries(headers), 'content-length': body.length })
      outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.socket?.destroy())
      return RESPONSE_ALREADY_SENT
    },
    gone: () => new Promise((resolve) => outgoing.once('close', resolve)),
  }
}
