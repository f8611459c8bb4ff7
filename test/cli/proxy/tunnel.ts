/** A proxy that opens tunnels from names that nobody has to servers of this machine, and records who asked for what. */
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Tunnels {
  /** Host and port, without a scheme. */
  readonly host: string
  /** Targets, in order. */
  readonly targets: string[]
  /** Values of `Proxy-Authorization`. */
  readonly users: (string | undefined)[]
}

/** @param servers URLs of servers by the host and port that a client asks for; others are refused with 502 */
export async function tunnels(servers: Record<string, string>): Promise<Tunnels> {
  const targets: string[] = []
  const users: (string | undefined)[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    const name = request.url ?? ''
    targets.push(name)
    users.push(request.headers['proxy-authorization'])
    socket.on('error', () => {})
    const target = servers[name]
    if (target === undefined)
      return socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n')
    const inner = connect(Number(new URL(target).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      inner.pipe(socket).pipe(inner)
    })
    inner.on('error', () => socket.destroy())
    socket.on('close', () => inner.destroy())
    return undefined
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, targets, users }
}
