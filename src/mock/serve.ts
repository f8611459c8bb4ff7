/** The embedded service behind a port. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { listen } from '../listen.ts'
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
  const { port, host } = options
  try {
    const { url, close } = await listen(
      (request, { incoming, outgoing }) =>
        service.answer(request, wireOf(incoming as IncomingMessage, outgoing as ServerResponse)),
      { port, host, who: 'The embedded service' },
    )
    return {
      url,
      control: service.control,
      answer: service.answer,
      close: () => close().then(() => service.close()),
    }
  } catch (error) {
    service.close()
    throw error
  }
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
