/** The proxy variables work without further settings, and hosts in NO_PROXY are reached directly. */
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { json, testServer } from '../../api/server.ts'
import { mock, topo } from '../topo.ts'

/** A tunnelling proxy that records its targets. */
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

test('N1: requests use HTTP_PROXY, and bypass it for NO_PROXY', async () => {
  const service = await mock()
  const { url, tunnels } = await proxy()
  const env = { TOPO_BASE_URL: service.url, TOPO_API_KEY: 'ca_demo_alice', HTTP_PROXY: url }
  expect(await topo(['quota', '--json'], { env })).toMatchObject({ code: 0, stderr: '' })
  expect(tunnels).toEqual([new URL(service.url).host])
  expect((await topo(['quota'], { env: { ...env, NO_PROXY: '127.0.0.1' } })).code).toBe(0)
  expect(tunnels).toHaveLength(1)
})

test('N1: a proxy forwards bodies with their length, and refusals reach the caller', async () => {
  let body = ''
  const service = await testServer((request, response, count) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => json(count === 1 ? 200 : 403, { ok: true })(request, response, count))
  })
  const { url } = await proxy()
  const env = { TOPO_BASE_URL: service.url, TOPO_API_KEY: 'ca_demo_alice', HTTP_PROXY: url }
  const input = '{"name":"Größe ✓"}'
  const made = await topo(['api', 'POST', '/v1/collections', '--input', '-', '--json'], { env, input })
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(body)).toEqual({ name: 'Größe ✓' })
  expect(service.requests[0]?.headers).toMatchObject({
    'content-length': String(Buffer.byteLength(body)),
    'content-type': 'application/json',
    authorization: 'Bearer ca_demo_alice',
  })
  expect((await topo(['script', 'delete', 'x', '--yes'], { env })).stderr).toContain('403')
})
