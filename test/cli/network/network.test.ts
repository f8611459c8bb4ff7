/** Proxies, certificates, timeouts, and the log of requests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { closedAddress, json, type Reply, sequence, testServer } from '../../api/server.ts'
import { testAll } from '../../cases.ts'
import { secureServer } from '../certificate.ts'
import { as, fault } from '../control.ts'
import { folder, mock, put, script, topo, topoProcess } from '../topo.ts'

const key = 'ca_network_0123456789'
const env = (url: string, more: Record<string, string> = {}) => ({
  TOPO_BASE_URL: url,
  TOPO_API_KEY: key,
  ...more,
})
const me = { tierId: 'pro', isAdmin: false, quotas: [] }

describe('N1: proxies', () => {
  /** It opens no tunnel to anybody without a password. */
  async function refusingProxy(): Promise<string> {
    const server = createServer()
    server.on('connect', (_request, socket) => {
      socket.on('error', () => {})
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    onTestFinished(() => void server.close())
    return `http://carol:canary-word@127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test.each(['HTTP_PROXY', 'http_proxy'])('%s is enough to use a proxy', async (name) => {
    const { stderr, code } = await topo(['quota'], {
      env: env('https://service.example', { [name]: await closedAddress() }),
    })
    expect([code, stderr]).toEqual([75, expect.stringContaining('nothing listens at the proxy')])
    expect(stderr).toContain('[TOPO_PROXY]')
    expect(stderr).toMatch(/hint .*HTTPS_PROXY.*NO_PROXY/)
  })

  test.each(['NO_PROXY', 'no_proxy'])('%s bypasses the proxy', async (name) => {
    const proxies = { HTTP_PROXY: await closedAddress(), [name]: 'other.example,service.invalid' }
    const { code, stderr } = await topo(['quota'], { env: env('https://service.invalid', proxies) })
    // Nobody has that name, and only topo itself looks it up.
    expect([code, stderr]).toEqual([75, expect.stringContaining('the host name service.invalid')])
  })

  test('a proxy that requires a password is an error that does not contain the password', async () => {
    const run = await topo(['quota', '--debug', '--timeout', '5'], {
      env: env('https://service.example', { HTTPS_PROXY: await refusingProxy() }),
    })
    expect(run.code).toBe(75)
    expect(run.stdout + run.stderr).not.toContain('canary-word')
    expect(run.stderr).toContain(
      'the proxy answered 407: it requires a user name and a password. [TOPO_PROXY]',
    )
  })
})

describe('N2: certificates', () => {
  test('an unknown certificate is refused, with hints', async () => {
    const { url } = await secureServer(json(200, me))
    const run = await topo(['quota'], { env: env(url) })
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('[TOPO_TLS]')])
    for (const way of ['NODE_EXTRA_CA_CERTS', '--use-system-ca']) expect(run.stderr).toContain(way)
  })

  test('NODE_EXTRA_CA_CERTS adds a certificate', async () => {
    const { url, pem } = await secureServer(json(200, me))
    const file = join(folder({ 'ca.pem': pem }), 'ca.pem')
    const run = await topoProcess(['quota', '--json'], { env: env(url, { NODE_EXTRA_CA_CERTS: file }) })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(run.stdout)).toEqual(me)
  })

  testAll('an expired certificate is refused, known or not', async () => {
    const { url, pem } = await secureServer(json(200, me), -1)
    const file = join(folder({ 'ca.pem': pem }), 'ca.pem')
    const run = await topoProcess(['quota'], { env: env(url, { NODE_EXTRA_CA_CERTS: file }) })
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('CERT_HAS_EXPIRED')])
  })

  test('no flag turns certificate checks off', async () => {
    const { stdout } = await topo(['quota', '--help'])
    expect(stdout).not.toMatch(/insecure|no-verify|strict-ssl/i)
  })
})

test('N7: the timeout of an attempt is named', async () => {
  const silent: Reply = () => {}
  const { url, requests } = await testServer(sequence(silent, json(400, {})))
  const run = await topo(['quota', '--timeout', '1'], { env: env(url) })
  expect(requests).toHaveLength(2)
  expect(run.stderr).toMatch(
    /^GET \/v1\/quota\/me got no answer: .* took longer than 1 s, retrying .* \(1\/3\)$/m,
  )
})

describe('request ids and user agent', () => {
  test('N8: every request has a user agent and a unique id', async () => {
    const { url, requests } = await testServer(json(200, { items: [], totalCount: 0, ...me }))
    await topo(['push'], { cwd: folder({ 'a.topology.js': script('a') }), env: env(url) })
    await topo(['whoami'], { env: env(url, { CI: 'true' }) })
    const agents = new Set(requests.map(({ headers }) => headers['user-agent']))
    expect(agents.size).toBe(2)
    const [first, last] = agents
    expect(first).toMatch(/^topo\/\d+\.\d+\.\d+ \(\w+-\w+; node \d+\.\d+\.\d+\)$/)
    expect(last).toMatch(/; node [\d.]+; ci\)$/)
    const ids = requests.map(({ headers }) => headers['x-request-id'])
    expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(String(id)))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('N9: --debug logs only fields that are known to be harmless', async () => {
    const secret = { 'set-cookie': 'session=canary', 'x-internal': 'canary', authorization: 'canary' }
    const shown = { 'x-request-id': 'req-7', 'retry-after': '1', 'x-ratelimit-remaining': '12' }
    const { url } = await testServer((request, response, count) => {
      if (request.url?.includes('hop'))
        return json(200, me, { ...secret, ...shown })(request, response, count)
      response.writeHead(307, { location: '/v1/quota/me?hop=1&token=canary', ...secret }).end()
    })
    for (const args of [['quota', '--debug'], ['quota']]) {
      const run = await topo(args, { env: env(url, { TOPO_DEBUG: 'api' }) })
      expect(run.code).toBe(0)
      expect(run.stderr).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/v1\/quota\/me 200 \d+ ms$/m)
      for (const [name, value] of Object.entries(shown)) expect(run.stderr).toContain(`  ${name}: ${value}`)
      expect(run.stdout + run.stderr).not.toMatch(/canary|ca_network|set-cookie|x-internal/)
    }
    const quiet = await topo(['quota'], { env: env(url) })
    expect(quiet.stderr).toBe('')
  })
})

test('in CI a service that restarts is waited for, before a read and after a write; elsewhere it is not', async () => {
  const { url } = await mock()
  const cwd = folder({ 'a.topology.js': script('a') })
  const away = { status: 503, times: 5, retryAfter: 0 }
  await fault(url, { path: '/v1/scripts/*', ...away })
  const person = await topo(['push'], { cwd, env: as(url) })
  expect([person.code, person.stderr]).toEqual([75, expect.stringContaining('(3/3)')])
  await fault(url, { path: '/v1/scripts/*', ...away })
  const pipeline = await topo(['push', '--json'], { cwd, env: { ...as(url), CI: 'true' } })
  expect([pipeline.code, JSON.parse(pipeline.stdout).counts]).toEqual([0, { created: 1 }])
  expect(pipeline.stderr).toContain('HTTP 503, retrying at once (5)')
  put(join(cwd, 'a.topology.js'), `${script('a')}// changed\n`)
  await fault(url, { method: 'PATCH', ...away, times: 1 })
  const again = await topo(['push', '--json'], { cwd, env: { ...as(url), CI: 'true' } })
  expect([again.code, JSON.parse(again.stdout).counts]).toEqual([0, { updated: 1 }])
})
