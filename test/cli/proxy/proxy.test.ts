/** The proxy variables work with nothing else set, and the addresses in NO_PROXY are reached directly. */
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { mock, topo } from '../topo.ts'

/** A proxy that tunnels, and remembers where to. */
async function proxy(): Promise<{ url: string; tunnels: string[] }> {
  const tunnels: string[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '')
    const [host, port] = (request.url ?? '').split(':')
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tunnels }
}

test('N1: requests go through HTTP_PROXY, and around it for NO_PROXY', async () => {
  const service = await mock()
  const { url, tunnels } = await proxy()
  const env = { TOPO_BASE_URL: service.url, TOPO_API_KEY: 'ca_demo_alice', HTTP_PROXY: url }
  expect(await topo(['quota', '--json'], { env })).toMatchObject({ code: 0, stderr: '' })
  expect(tunnels).toEqual([new URL(service.url).host])
  expect((await topo(['quota'], { env: { ...env, NO_PROXY: '127.0.0.1' } })).code).toBe(0)
  expect(tunnels).toHaveLength(1)
})
