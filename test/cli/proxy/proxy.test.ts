/** The proxy variables work without further settings; this machine and hosts in NO_PROXY are reached directly. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closedAddress, json, testServer } from '../../api/server.ts'
import { removeFolder } from '../../remove-folder.ts'
import { type Certificate, secureServer, selfSigned } from '../certificate.ts'
import { as } from '../control.ts'
import { folder, mock, topo, topoProcess } from '../topo.ts'
import { tunnels } from './tunnel.ts'

const me = { tierId: 'pro', isAdmin: false, quotas: [] }
const key = 'ca_network_0123456789'
const service = { TOPO_BASE_URL: 'https://service.example', TOPO_API_KEY: key }

/** One for all tests: a warm host reads the file at its start, and then runs all calls that name it. */
const ca = { folder: mkdtempSync(join(tmpdir(), 'topo ca ')), known: {} as Certificate }
const file = join(ca.folder, 'ca.pem')
beforeAll(async () => {
  ca.known = await selfSigned()
  writeFileSync(file, ca.known.cert)
})
afterAll(() => removeFolder(ca.folder))

/** A service that only the proxy knows. */
async function behindProxy(reply = json(200, me)) {
  const { url } = await secureServer(reply, undefined, ca.known)
  const proxy = await tunnels({ 'service.example:443': url })
  return { proxy, env: { ...service, NODE_EXTRA_CA_CERTS: file } }
}

test.each([
  ['HTTPS_PROXY', (host: string) => `http://${host}`],
  ['https_proxy', (host: string) => host],
  ['HTTP_PROXY', (host: string) => host],
  ['ALL_PROXY', (host: string) => `http://carol:w%C3%B6rd@${host}/`],
] as const)('N1: a request goes through %s', async (name, value) => {
  const { proxy, env } = await behindProxy()
  const run = await topo(['quota', '--json'], { env: { ...env, [name]: value(proxy.host) } })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(run.stdout)).toEqual(me)
  expect(proxy.targets).toEqual(['service.example:443'])
  const user =
    name === 'ALL_PROXY' ? `Basic ${Buffer.from('carol:wörd').toString('base64')}` : undefined
  expect(proxy.users).toEqual([user])
})

test('N1: a proxy forwards bodies with their length, and refusals reach the caller', async () => {
  let body = ''
  const headers: unknown[] = []
  const { proxy, env } = await behindProxy((request, response, count) => {
    headers.push(request.headers)
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => json(count === 1 ? 200 : 403, { ok: true })(request, response, count))
  })
  const proxied = { ...env, HTTPS_PROXY: proxy.host }
  const input = '{"name":"Größe ✓"}'
  const made = await topo(['api', 'POST', '/v1/collections', '--input', '-', '--json'], {
    env: proxied,
    input,
  })
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(body)).toEqual({ name: 'Größe ✓' })
  expect(headers[0]).toMatchObject({
    'content-length': String(Buffer.byteLength(body)),
    'content-type': 'application/json',
    authorization: `Bearer ${key}`,
  })
  const refused = await topo(['script', 'delete', 'x', '--yes'], { env: proxied })
  expect(refused.stderr).toContain('403')
})

test('this machine is never reached through a proxy', async () => {
  const { url } = await mock()
  const { host, targets } = await tunnels({})
  for (const address of [url, url.replace('127.0.0.1', 'localhost')]) {
    const env = { ...as(address), HTTP_PROXY: host, HTTPS_PROXY: host, ALL_PROXY: host }
    expect(await topo(['quota', '--json'], { env })).toMatchObject({ code: 0, stderr: '' })
  }
  expect(targets).toEqual([])
})

test('a value that cannot be a proxy does not stop what needs no proxy', async () => {
  const { url } = await mock()
  const bad = { HTTPS_PROXY: 'no proxy', HTTP_PROXY: 'no proxy', ALL_PROXY: 'socks5://127.0.0.1:1' }
  expect(await topo(['quota', '--json'], { env: { ...as(url), ...bad } })).toMatchObject({
    code: 0,
  })
  expect(await topo(['quota', '--json', '--local'], { env: bad })).toMatchObject({ code: 0 })
})

test.each([
  'quota',
  'list',
  'status',
  'push',
  'pull',
  'whoami',
  'export out',
  'api /v1/quota/me',
  'show x',
  'script star x',
  'collections list',
  'comments list x',
  'billing show',
  'search x',
])(
  'a value that cannot be a proxy is a usage error of topo %s, which does not show it',
  async (words) => {
    const cwd = folder({
      'a.topology.js': 'const topology = new TopologyBuilder(false)\ntopology.apply()\n',
    })
    const env = { ...service, HTTPS_PROXY: 'socks5://carol:canary-word@127.0.0.1:1' }
    const { code, stdout, stderr } = await topo([...words.split(' '), '--debug'], { cwd, env })
    expect([code, stderr]).toEqual([2, expect.stringContaining('[TOPO_PROXY_INVALID]')])
    expect(stderr).toContain('HTTPS_PROXY is not the address of a proxy: it has the scheme socks5')
    expect(stdout + stderr).not.toContain('canary-word')
  },
)

test('login asks through the proxy, too', async () => {
  const env = { TOPO_BASE_URL: 'https://service.example', HTTPS_PROXY: 'true' }
  const { code, stderr } = await topo(['login', '--with-key'], { env, input: key })
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('HTTPS_PROXY is not the address of a proxy'),
  ])
})

test('entries of NO_PROXY that name nothing are noted, and the others hold', async () => {
  const { proxy, env } = await behindProxy()
  const NO_PROXY = '<local>, 10.0.0.0/33'
  const run = await topoProcess(['quota'], { env: { ...env, HTTPS_PROXY: proxy.host, NO_PROXY } })
  expect(run.code).toBe(0)
  expect(run.stderr).toContain('NO_PROXY that are not hosts or networks: <local>, 10.0.0.0/33')
})

test.each([
  ['closes every connection', 'closed the connection'],
  ['knows no way', 'answered 502'],
  ['has left', 'nothing listens at'],
  ['has no address', 'the host name of'],
])('a proxy that %s is blamed, not the service', async (kind, words) => {
  const mute = await testServer((_request, response) => response.destroy())
  const proxies: Record<string, string> = {
    'closes every connection': mute.url,
    'knows no way': (await tunnels({})).host,
    'has left': await closedAddress(),
    'has no address': 'proxy.invalid:3128',
  }
  const proxy = proxies[kind]
  const { code, stderr } = await topo(['quota', '--timeout', '5'], {
    env: { ...service, HTTPS_PROXY: proxy },
  })
  expect([code, stderr]).toEqual([75, expect.stringContaining(words)])
  expect(stderr).toMatch(/the proxy .*\[TOPO_PROXY\]/)
  expect(stderr).not.toContain('retrying')
})

test('mock exec: the command reaches the mock behind a proxy, and keeps its hosts of NO_PROXY', async () => {
  const proxy = await closedAddress()
  const print = 'console.log(process.env.NO_PROXY, process.env.no_proxy)'
  const env = { HTTP_PROXY: proxy, no_proxy: 'corp.example 10.0.0.0/8' }
  const run = await topoProcess(['mock', 'exec', '--', process.execPath, '-e', print], { env })
  const hosts = 'corp.example,10.0.0.0/8,localhost,127.0.0.1,::1'
  expect([run.code, run.stdout]).toEqual([0, `${hosts} ${hosts}\n`])
  const without = await topoProcess(['mock', 'exec', '--', process.execPath, '-e', print])
  expect(without.stdout).toBe('undefined undefined\n')
})
