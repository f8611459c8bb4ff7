/** Sockets in the file system: while a process lives, the kernel accepts connections for it. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { readAll } from '../../limits/stream.ts'

/** State of a socket, as a connection shows it. Nobody listens at a `closed` socket; its process has ended. */
export type SocketState =
  | { readonly kind: 'closed' }
  /** The text is undefined if the process does not answer in time. */
  | { readonly kind: 'open'; readonly text: string | undefined }
  /** The system refuses the connection for another reason, e.g. for lack of permission. */
  | { readonly kind: 'unknown'; readonly code: string }

export interface Listening {
  /** Nobody can connect any more. */
  close(): void
}

/** Milliseconds for a process to say who it is. It may be busy. */
const answerMs = 500
const answerBytes = 2000

/**
 * Listens at the path and answers each connection with a text. Does not keep the process alive.
 * @throws the error of the system
 */
export async function listenAt(path: string, text: () => string): Promise<Listening> {
  const server = createServer((socket) => {
    // The other process may have ended.
    socket.on('error', () => {})
    socket.unref()
    socket.end(text())
  })
  // In a worker of a cluster, the socket would otherwise belong to the primary process.
  server.listen({ path, exclusive: true })
  await once(server, 'listening')
  server.on('error', () => {})
  return server.unref()
}

export async function readSocket(path: string): Promise<SocketState> {
  const socket = connect({ path })
  const noAnswer = Object.assign(new Error('no answer'), { code: 'EAGAIN' })
  socket.setTimeout(answerMs, () => socket.destroy(noAnswer))
  try {
    await once(socket, 'connect')
  } catch (error) {
    return stateOf((error as NodeJS.ErrnoException).code)
  }
  try {
    const bytes = await readAll(socket, answerBytes, () => new Error('too long'))
    return { kind: 'open', text: bytes.toString('utf8') }
  } catch {
    return { kind: 'open', text: undefined }
  } finally {
    socket.destroy()
  }
}

function stateOf(code = 'no code'): SocketState {
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return { kind: 'closed' }
  // The process accepts no more connections for now, or it closed the socket during this one.
  if (code === 'EAGAIN' || code === 'ECONNRESET') return { kind: 'open', text: undefined }
  return { kind: 'unknown', code }
}
