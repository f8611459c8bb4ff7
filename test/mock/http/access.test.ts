/** Who may use which routes: pages of other origins, foreign host names, and other machines. */
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { createMock } from '../../../src/mock/create-mock.ts'
import { type Access, onlyThisMachine } from '../../../src/mock/http/access.ts'
import type { Caller } from '../../../src/mock/http/connection.ts'
import { originFault, originOf } from '../../../src/mock/http/origin.ts'
import { serve } from '../../../src/mock/serve.ts'

const key = { 'x-api-key': 'ca_demo_alice' }
const page = 'http://localhost:5173'
const data = ['/v1/quota/me', '/v/hello-topology', '/openapi.json', '/v1/nothing']
const control = ['/', '/__mock/state', '/__mock/scripts/alice-notes', '/__mock/nothing']

async function served(access: Partial<Access> = {}) {
  const options = { now: Date.now, seed: 1, port: 0, host: '127.0.0.1' }
  const service = await serve({
    clock: systemClock,
    ...options,
    access: { ...onlyThisMachine, ...access },
  })
  onTestFinished(() => service.close())
  return service
}

/** Asks as a caller of a network that the test does not have. */
function asked(access: Partial<Access>, from: Partial<Caller>) {
  const service = createMock({
    clock: systemClock,
    now: Date.now,
    seed: 1,
    access: { ...onlyThisMachine, ...access },
  })
  const caller: Caller = { address: '127.0.0.1', host: 'localhost:4010', onLoopback: true, ...from }
  return async (path: string, headers: Record<string, string> = key, method = 'GET') => {
    const request = new Request(`http://localhost${path}`, { method, headers })
    return service.answer(request, {
      caller,
      header: (name) => headers[name],
      body: async () => Buffer.alloc(0),
      drop: () => new Response(),
      truncate: () => new Response(),
      gone: async () => {},
    })
  }
}

/** The answer to a request as it is written, such as two lines `Host`. */
async function raw(url: string, lines: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${lines}\r\nx-api-key: ca_demo_alice\r\nconnection: close\r\n\r\n`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('host names', () => {
  test.each([
    'localhost',
    'LOCALHOST:80',
    'localhost.',
    'shop.localhost:4010',
    '127.0.0.1:1',
    '127.1.2.3',
    '127.0.0.1.',
    '[::1]:4010',
    '[::ffff:7f00:1]',
    undefined,
    // Addresses lead where they say.
    '0.0.0.0:4010',
    '10.0.2.2:4010',
    '[fd00::5]',
    'mock:4010',
    'MOCK.',
    '[fe80::1]',
  ])('on loopback, data is for the host %s', async (host) => {
    const ask = asked({ allowHosts: ['Mock', 'fe80::1'] }, { host })
    for (const path of data) expect([path, (await ask(path)).status]).not.toEqual([path, 403])
    expect((await ask('/v1/quota/me')).status).toBe(200)
  })

  test.each([
    'evil.example',
    'evil.example:4010',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    'sub.mock',
    'mock.evil.example',
    'localhost, evil.example',
    'a@localhost',
    'localhost/x',
    '',
    ' ',
  ])('on loopback, neither data nor control is for the host %j', async (host) => {
    const ask = asked({ allowHosts: ['mock'] }, { host })
    for (const path of [...data, ...control])
      expect([path, (await ask(path)).status]).toEqual([path, 403])
    expect((await ask('/v1/scripts/alice-notes', key, 'DELETE')).status).toBe(403)
  })

  test('the refusal names the host and the flag', async () => {
    const message = async (host: string) =>
      (await (await asked({}, { host })('/v1/quota/me')).json()).message
    expect(await message('Shop.test:4010')).toBe(
      'the mock listens for this machine only, and shop.test is no name of it; if the name is yours, --allow-host shop.test allows it',
    )
    expect(await message('a, b')).toBe('the request is for "a, b", which is not one host')
  })

  test('on another address, as in a container, data is for every name, and the control is not', async () => {
    const ask = asked({}, { host: 'mock:4010', onLoopback: false, address: '172.18.0.3' })
    expect((await ask('/v1/quota/me')).status).toBe(200)
    for (const path of control) expect([path, (await ask(path)).status]).toEqual([path, 403])
  })

  test('over a socket: every form of a request names its host', async () => {
    const { url } = await served({ allowHosts: ['mock.test'] })
    const status = async (lines: string) => Number((await raw(url, lines)).slice(9, 12))
    expect(await status('GET /v1/quota/me HTTP/1.1\r\nHost: mock.test')).toBe(200)
    expect(await status('GET /v1/quota/me HTTP/1.0')).toBe(200)
    expect(await status('GET http://localhost/v1/quota/me HTTP/1.1\r\nHost: localhost')).toBe(200)
    expect(await status('GET /v1/quota/me HTTP/1.1\r\nHost: evil.example')).toBe(403)
    expect(await status('GET /v1/quota/me HTTP/1.0\r\nHost: evil.example')).toBe(403)
    expect(await status('GET http://evil.example/v1/quota/me HTTP/1.1\r\nHost: localhost')).toBe(
      403,
    )
    expect(await status('GET /v1/quota/me HTTP/1.1\r\nHost: localhost\r\nhost: evil.example')).toBe(
      403,
    )
    expect(
      await status(
        'GET /v1/quota/me HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost',
      ),
    ).toBe(403)
    expect(
      await status(
        'GET /v1/quota/me HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Host: evil.example',
      ),
    ).toBe(200)
    expect(await status('GET /v1/quota/me HTTP/1.1')).toBe(400)
  })
})

describe('the control for other machines', () => {
  const access = { controlHosts: ['mock'] }
  const other = { address: '172.18.0.3', onLoopback: false }

  test('answers by the host names that were given, and by no others', async () => {
    for (const host of ['mock:4010', 'MOCK', 'mock.'])
      expect((await asked(access, { ...other, host })('/__mock/state')).status).toBe(200)
    for (const host of ['localhost', 'evil.example', 'sub.mock', 'mock, evil', undefined])
      expect((await asked(access, { ...other, host })('/__mock/state')).status).toBe(403)
    const { message } = await (await asked({}, { ...other, host: 'mock' })('/__mock/state')).json()
    expect(message).toContain('--control-host NAME')
  })

  test('answers on this machine by these names too, also data', async () => {
    for (const path of ['/__mock/state', '/', '/v1/quota/me'])
      expect((await asked(access, { host: 'mock:4010' })(path)).status).toBe(200)
    expect((await asked(access, {})('/__mock/state')).status).toBe(200)
    expect((await asked(access, { host: 'evil.example' })('/__mock/state')).status).toBe(403)
  })

  test('refuses web pages all the same, also those of --cors', async () => {
    const ask = asked({ ...access, cors: [page, '*'] }, { ...other, host: 'mock:4010' })
    expect((await ask('/__mock/state', { origin: 'http://mock:4010' })).status).toBe(200)
    for (const [name, value] of [
      ['origin', page],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
    ] as const)
      expect((await ask('/__mock/state', { [name]: value })).status).toBe(403)
  })
})

describe('pages of other origins', () => {
  const cors = (response: Response) =>
    ['allow-origin', 'allow-credentials', 'expose-headers'].map((name) =>
      response.headers.get(`access-control-${name}`),
    )
  const exposed = expect.stringContaining('X-Request-Id, RateLimit-Limit')
  const preflight = { origin: page, 'access-control-request-method': 'DELETE' }

  test('read every answer, also errors and those of faults', async () => {
    const { url, control: own } = await served({ cors: ['http://LOCALHOST:5173'] })
    const ask = (path: string, origin = page) => fetch(url + path, { headers: { ...key, origin } })
    for (const path of data) {
      const response = await ask(path)
      expect([path, ...cors(response)]).toEqual([path, page, 'true', exposed])
      expect(response.headers.get('vary')).toBe('Origin')
    }
    for (const fault of [
      { status: 503 },
      { kind: 'html' },
      { kind: 'truncate' },
      { latencyMs: 1 },
    ] as const) {
      own.faults.add({ ...fault, times: 1 })
      expect(cors(await ask('/v1/quota/me'))).toEqual([page, 'true', exposed])
    }
    own.faults.add({ kind: 'reset', times: 1 })
    await expect(ask('/v1/quota/me')).rejects.toThrow()
    const refused = await fetch(`${url}/v1/scripts`, {
      method: 'POST',
      headers: { ...key, origin: page },
      body: 'x'.repeat(6 * 1024 * 1024),
    })
    expect([refused.status, ...cors(refused)]).toEqual([413, page, 'true', exposed])
    for (const origin of [
      'http://localhost:5174',
      'https://localhost:5173',
      'null',
      'http://localhost',
    ]) {
      const response = await ask('/v1/quota/me', origin)
      expect([response.status, ...cors(response)]).toEqual([200, null, null, null])
      expect(response.headers.get('vary')).toBe('Origin')
    }
  })

  test('a refused host is readable too', async () => {
    const response = await asked({ cors: [page] }, { host: 'evil.example' })('/v1/quota/me', {
      origin: page,
    })
    expect([response.status, ...cors(response)]).toEqual([403, page, 'true', exposed])
  })

  test('a preflight gets what it wants, and counts for nothing', async () => {
    const { url, control: own } = await served({ cors: [page] })
    own.faults.add({ status: 503, times: 1 })
    const response = await fetch(`${url}/v1/scripts/alice-notes`, {
      method: 'OPTIONS',
      headers: {
        ...preflight,
        'access-control-request-headers': 'authorization,x-other',
        'access-control-request-private-network': 'true',
      },
    })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      vary: 'Origin, Access-Control-Request-Headers',
      'access-control-allow-origin': page,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization,x-other',
      'access-control-allow-private-network': 'true',
      'access-control-max-age': '600',
    })
    expect([own.faults.list().length, own.journal.list().length]).toEqual([1, 0])
  })

  test('every page with *, without credentials', async () => {
    const ask = asked({ cors: ['*'] }, {})
    for (const origin of [page, 'null']) {
      expect(cors(await ask('/v1/quota/me', { ...key, origin }))).toEqual(['*', null, exposed])
      expect((await ask('/v1/scripts/x', { ...preflight, origin }, 'OPTIONS')).status).toBe(204)
    }
  })

  test('a page that may not gets the flag for it', async () => {
    const ask = asked({}, {})
    const message = async (origin: string) =>
      (await (await ask('/v1/scripts/x', { ...preflight, origin }, 'OPTIONS')).json()).message
    expect(await message(page)).toBe(
      `pages of ${page} may not use the mock; --cors ${page} allows it`,
    )
    expect(await message('null')).toBe(
      "pages of null may not use the mock; --cors '*' allows every page",
    )
    const response = await ask('/v1/quota/me', { ...key, origin: page })
    expect([response.status, ...cors(response), response.headers.get('vary')]).toEqual([
      200,
      null,
      null,
      null,
      null,
    ])
  })

  test.each(control)('never %s', async (path) => {
    const { url } = await served({ cors: [page, '*'] })
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const response = await fetch(url + path, { method, headers: preflight })
      const { status, headers } = response
      const allowing = [...headers.keys()].filter((name) => name.startsWith('access-control'))
      expect([method, status >= 400, allowing]).toEqual([method, true, []])
    }
  })

  test.each([
    ['http://localhost:5173', 'http://localhost:5173'],
    ['HTTPS://App.Example:443', 'https://app.example'],
    ['http://[::1]:80', 'http://[::1]'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['*', '*'],
  ])('%s is the origin %s', (text, origin) => {
    expect([originOf(text), originFault(text)]).toEqual([origin, undefined])
  })

  test.each([
    ['', 'is empty'],
    [
      'null',
      'is the origin of files and of sandboxed frames, which any page can have; * is every page',
    ],
    ['http://localhost:5173/', 'is not an origin; write http://localhost:5173'],
    ['http://a@localhost/x?y#z', 'is not an origin; write http://localhost'],
    ['localhost:5173', 'is not an origin; write http://localhost:5173'],
    ['http://*.example.com', 'is a pattern; name each origin, or * for every page'],
    ['http://', 'is not an origin such as http://localhost:5173'],
    ['http://a b', 'is not an origin such as http://localhost:5173'],
    ['file:///x', 'is not an origin such as http://localhost:5173'],
    ['javascript:alert(1)', 'is not an origin such as http://localhost:5173'],
  ])('%j is no origin', (text, fault) => {
    expect([originOf(text), originFault(text)]).toEqual([undefined, fault])
  })
})
