/** Serves the embedded service on a port. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import { listen } from '../listen/listen.ts'
import type { Control } from './control/control.ts'
import {
  type EmbeddedService,
  type MockSettings,
  openMock,
  type StorageSettings,
} from './create-mock.ts'
import { type Caller, type Connection, readBodyWithin } from './http/connection.ts'
import { whenUnlocked } from './persist/wait-for-lock.ts'

export interface ServeOptions extends MockSettings, StorageSettings {
  /** 0 picks a free port. */
  port: number
  host: string
}

export interface RunningServer {
  readonly url: string
  readonly control: Control
  /** The service without its port. */
  readonly answer: EmbeddedService['answer']
  /** Stops listening, closes open connections and releases the data folder. */
  close(): Promise<void>
}

/** @throws KnownError `TOPO_PORT_IN_USE` if the port is in use, `TOPO_DATA_LOCKED` if the data folder is. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { port, host: listensAt, clock } = options
  const service = await whenUnlocked(() => openMock(options, true), { clock })
  try {
    const { url, close } = await listen(
      async (request, sides, { alreadySent, host, onLoopback }) => {
        const incoming = sides.incoming as IncomingMessage
        const outgoing = sides.outgoing as ServerResponse
        const caller = { address: outgoing.socket?.remoteAddress ?? '', host, onLoopback }
        const wire = connectionOf(incoming, outgoing, { alreadySent, caller })
        const response = await service.answer(request, wire)
        if (!wire.bodyRefused) return response
        await answerAndClose(response, { incoming, outgoing, clock })
        return alreadySent
      },
      { port, host: listensAt, who: 'The embedded service' },
    )
    service.publish(url)
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

interface SocketConnection extends Connection {
  /** The caller may still be sending the rest of the body. */
  bodyRefused: boolean
}

function connectionOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { alreadySent, caller }: { alreadySent: Response; caller: Caller },
): SocketConnection {
  const { headers } = incoming
  const wire: SocketConnection = {
    bodyRefused: false,
    header: (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    caller,
    body: async (most) => {
      const tooMuch = Number(headers['content-length'] ?? 0) > most
      const pieces = incoming.iterator({ destroyOnReturn: false })
      const body = tooMuch ? undefined : await readBodyWithin(pieces, most)
      wire.bodyRefused = body === undefined
      return body
    },
    drop: () => {
      outgoing.socket?.destroy()
      return alreadySent
    },
    truncate: (status, sentHeaders, text) => {
      const bytes = Buffer.from(text)
      const length = { 'content-length': bytes.length }
      outgoing.writeHead(status, { ...Object.fromEntries(sentHeaders), ...length })
      const half = bytes.subarray(0, Math.ceil(bytes.length / 2))
      outgoing.write(half, () => outgoing.socket?.destroy())
      return alreadySent
    },
    gone: () => new Promise((resolve) => outgoing.once('close', resolve)),
  }
  return wire
}

/** Milliseconds for a client to notice that its body was refused. */
const lingerMs = 2000
/** Bytes that are read meanwhile: many clients send some more before they read the answer. */
const lingerBytes = 8 * 1024 * 1024

interface RefusedConnection {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly clock: Clock
}

/** Answers while the body is still arriving. Closing at once would discard the answer. */
async function answerAndClose(
  response: Response,
  { incoming, outgoing, clock }: RefusedConnection,
): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    'content-length': body.length,
    connection: 'close',
  })
  outgoing.write(body)
  let received = 0
  const stopped = new Promise<void>((resolve) => {
    incoming.once('close', resolve).once('end', resolve)
    incoming
      .on('error', () => {})
      .on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > lingerBytes) resolve()
      })
  })
  const late = new Promise<void>((resolve) => clock.timer(lingerMs, resolve).unref())
  await Promise.race([stopped, late])
  if (received > lingerBytes) outgoing.destroy()
  else outgoing.end()
}
