/** Control of the mock: reset, clock, faults, journal. In process and over a socket. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../../src/api/client/client.ts'
import { createTransport } from '../../../src/api/transport/transport.ts'
import { systemClock } from '../../../src/clock.ts'
import type { MockSettings } from '../../../src/mock/create-mock.ts'
import { serve } from '../../../src/mock/serve.ts'
import { goodCode, testService } from '../service.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')
const key = 'ca_demo_alice'
const draft = (slug: string) => ({ slug, name: slug, type: 'topology', code: goodCode })

interface Target {
  request(path: string, init?: RequestInit & { key?: string }): Promise<Response>
}

async function overSocket(options: Partial<MockSettings> = {}): Promise<Target & { url: string }> {
  const served = await serve({
    clock: systemClock,
    now: () => start,
    seed: 1,
    port: 0,
    host: '127.0.0.1',
    ...options,
  })
  onTestFinished(() => served.close())
  return {
    url: served.url,
    request: (path, { key: apiKey, ...init } = {}) =>
      fetch(served.url + path, {
        ...init,
        headers: { ...(apiKey ? { 'x-api-key': apiKey } : {}), ...init.headers },
      }),
  }
}

const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

describe.each([
  ['in process', async (options?: Partial<MockSettings>) => testService(options) as Target],
  ['over a socket', overSocket as (options?: Partial<MockSettings>) => Promise<Target>],
])('%s', (_where, begin) => {
  test('reset restores fixtures, clock, faults, journal and rate counters', async () => {
    const service = await begin({ rateLimit: 5 })
    const before = await (await service.request('/__mock/state')).text()
    await service.request('/v1/scripts', { key, ...post(draft('new')) })
    await service.request('/__mock/clock', post({ advanceSeconds: 60 }))
    await service.request('/__mock/faults', post({ status: 500 }))
    expect((await service.request('/v1/quota/me', { key })).status).toBe(500)
    expect(await (await service.request('/__mock/reset', { method: 'POST' })).json()).toEqual({
      ok: true,
    })
    expect(await (await service.request('/__mock/state')).text()).toBe(before)
    expect(await (await service.request('/__mock/requests')).json()).toEqual({ items: [] })
    const answer = await service.request('/v1/quota/me', { key })
    expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([200, '4'])
  })

  test('a saved state can be restored, and the next ids are the same', async () => {
    const service = await begin()
    const create = async () =>
      (await (await service.request('/v1/scripts', { key, ...post(draft('a')) })).json()).item.id
    await service.request('/v1/scripts', { key, ...post(draft('z')) })
    const state = await (await service.request('/__mock/state')).text()
    const first = await create()
    await service.request('/__mock/state', { method: 'PUT', body: state })
    expect(await (await service.request('/__mock/state')).text()).toBe(state)
    expect(await create()).toBe(first)
    expect(
      (await service.request('/__mock/state', { method: 'PUT', body: '{"version":2}' })).status,
    ).toBe(422)
  })

  test('the clock moves by seconds and to a time', async () => {
    const service = await begin()
    const clock = async (body: unknown) =>
      (await service.request('/__mock/clock', post(body))).json()
    expect(await clock({ advanceSeconds: 90 })).toEqual({ now: '2026-03-01T12:01:30.000Z' })
    expect(await clock({ now: '2027-01-01T00:00:00Z' })).toEqual({
      now: '2027-01-01T00:00:00.000Z',
    })
    const { item } = await (
      await service.request('/v1/scripts', { key, ...post(draft('late')) })
    ).json()
    expect(item.createdAt).toBe('2027-01-01T00:00:00.000Z')
    expect((await service.request('/__mock/clock', post({ now: 'soon' }))).status).toBe(422)
  })

  test('a status fault does not apply the request, as often as configured', async () => {
    const service = await begin()
    await service.request(
      '/__mock/faults',
      post({
        method: 'POST',
        path: '/v1/scr*',
        status: 503,
        times: 2,
        retryAfter: 7,
        body: { error: 'x' },
      }),
    )
    for (let n = 0; n < 2; n++) {
      const failed = await service.request('/v1/scripts', { key, ...post(draft('f')) })
      expect([failed.status, failed.headers.get('retry-after'), await failed.json()]).toEqual([
        503,
        '7',
        { error: 'x' },
      ])
    }
    expect((await service.request('/v1/scripts', { key, ...post(draft('f')) })).status).toBe(200)
  })

  test.each([
    ['reset', false],
    ['lost-response', true],
  ])('fault %s closes the connection; applied: %s', async (kind, applied) => {
    const service = await begin()
    await service.request('/__mock/faults', post({ kind, path: '/v1/scripts', times: 1 }))
    await expect(service.request('/v1/scripts', { key, ...post(draft('lost')) })).rejects.toThrow(
      'fetch failed',
    )
    const status = (await service.request('/v1/scripts/lost', { key })).status
    expect(status).toBe(applied ? 200 : 404)
    const { items } = await (await service.request('/__mock/requests')).json()
    expect(items[0]).toMatchObject({ method: 'POST', status: null, fault: kind })
  })

  test('fault truncate sends half of the answer', async () => {
    const service = await begin()
    await service.request('/__mock/faults', post({ kind: 'truncate', times: 1 }))
    const broken = await service.request('/v1/quota/me', { key })
    expect(broken.status).toBe(200)
    await expect(broken.text()).rejects.toThrow()
  })

  test('fault hang sends no answer until the caller disconnects', async () => {
    const service = await begin()
    await service.request('/__mock/faults', post({ kind: 'hang', times: 1 }))
    const waiting = service.request('/v1/quota/me', { key, signal: AbortSignal.timeout(50) })
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
    expect((await service.request('/v1/quota/me', { key })).status).toBe(200)
  })

  test('fault html sends a page, and only latency delays the ordinary answer', async () => {
    const service = await begin()
    await service.request('/__mock/faults', post({ kind: 'html', times: 1 }))
    const page = await service.request('/v1/quota/me', { key })
    expect([page.status, (await page.text()).slice(0, 9)]).toEqual([502, '<!doctype'])
    await service.request('/__mock/faults', post({ latencyMs: 1, times: 1 }))
    expect((await service.request('/v1/quota/me', { key })).status).toBe(200)
    const { items } = await (await service.request('/__mock/requests')).json()
    expect(items.map(({ fault }: { fault: string }) => fault)).toEqual(['html', 'latency'])
  })

  test('the same seed gives the same random faults', async () => {
    const statuses = async () => {
      const service = await begin({ seed: 3 })
      await service.request('/__mock/faults', post({ status: 500, probability: 0.5 }))
      const seen: number[] = []
      for (let n = 0; n < 12; n++) seen.push((await service.request('/v1/billing/status')).status)
      return seen
    }
    const seen = await statuses()
    expect(new Set(seen)).toEqual(new Set([200, 500]))
    expect(await statuses()).toEqual(seen)
  })

  test('the journal has caller, request and answer, and no API key', async () => {
    const service = await begin()
    await service.request('/v1/scripts/gallery?query=ca_secret_1&page=1', { key })
    await service.request('/v1/scripts', {
      key,
      ...post({ ...draft('j'), description: 'ca_secret_2' }),
    })
    await service.request('/v1/scripts/user')
    const { items } = await (await service.request('/__mock/requests')).json()
    expect(items).toMatchObject([
      {
        method: 'GET',
        path: '/v1/scripts/gallery',
        query: { query: 'ca_[REDACTED]', page: '1' },
        user: 'alice',
        status: 200,
      },
      {
        method: 'POST',
        user: 'alice',
        requestBody: { slug: 'j' },
        responseBody: { item: { slug: 'j' } },
        fault: null,
      },
      { user: null, status: 401, responseBody: { error: 'unauthorized' } },
    ])
    expect(JSON.stringify(items)).not.toContain('secret')
    await service.request('/__mock/requests', { method: 'DELETE' })
    expect((await (await service.request('/__mock/requests')).json()).items).toEqual([])
  })

  test.each([
    [
      'POST',
      'faults',
      { staus: 503 },
      { field: ['staus'], message: 'unknown field; did you mean "status"?' },
    ],
    [
      'POST',
      'faults',
      { status: 199 },
      { field: ['status'], message: 'expected number to be >=200' },
    ],
    [
      'POST',
      'faults',
      { method: 'GTE' },
      { field: ['method'], message: 'is not a method of HTTP' },
    ],
    ['POST', 'faults', { path: 'v1/scripts' }, { field: ['path'], message: 'is not a path' }],
    [
      'POST',
      'faults',
      { path: '/v1/scripts?page=2' },
      { field: ['path'], message: 'without a query' },
    ],
    [
      'POST',
      'faults',
      { retryAfter: '1\r\nx: y' },
      { field: ['retryAfter'], message: 'is not the value of a header' },
    ],
    [
      'POST',
      'faults',
      { latencyMs: 2 ** 31 },
      { field: ['latencyMs'], message: 'expected number to be <=2147483647' },
    ],
    [
      'PUT',
      'state',
      { version: 1, tables: { users: [{ id: 'a' }, { id: 'a' }] } },
      { field: ['tables', 'users'], message: 'has two rows with the same id' },
    ],
    [
      'PUT',
      'state',
      { version: 1, tables: { counters: [{ id: 'counters', seed: 1, ids: 0, stamp: 0 }] } },
      { field: ['tables', 'counters', 0, 'clockOffset'], message: 'expected number' },
    ],
    [
      'POST',
      'clock',
      { advanceSeconds: 1e300 },
      { field: ['advanceSeconds'], message: 'results in a time' },
    ],
    [
      'PUT',
      'state',
      { version: 1, tables: { usrs: [] } },
      { field: ['tables', 'usrs'], message: 'did you mean "users"?' },
    ],
  ])(
    '%s %s %j is refused with the path of its field',
    async (method, path, body, { field, message }) => {
      const service = await begin()
      const answer = await service.request(`/__mock/${path}`, {
        method,
        body: JSON.stringify(body),
      })
      expect([answer.status, await answer.json()]).toEqual([
        422,
        {
          error: 'validation_failed',
          issues: [{ path: field, message: expect.stringContaining(message) }],
        },
      ])
    },
  )

  test.each([
    ['GET', '/v1/script/user', 'did you mean GET /v1/scripts/user?'],
    ['POST', '/v1/scripts/abc/starr', 'did you mean POST /v1/scripts/{id}/star?'],
    ['PUT', '/v1/scripts/abc', 'takes'],
    ['DELETE', '/v1/collections/x/scripts/', 'DELETE /v1/collections/x/scripts/ does not exist'],
  ])('%s %s is an unknown endpoint with a suggestion', async (method, path, said) => {
    const response = await (await begin()).request(path, { method, key })
    expect([response.status, (await response.json()).message]).toEqual([
      404,
      expect.stringContaining(said),
    ])
  })
})

test.each([
  ['limit=0', ['limit'], 'Too small: expected number to be >=1'],
  ['offset=-1', ['offset'], 'Too small: expected number to be >=0'],
  ['limit=1.5', ['limit'], 'Invalid input: expected int, received number'],
])('a list refuses %s', async (query, path, message) => {
  const answer = await testService().request(`/v1/me/pins?${query}`, { key })
  expect([answer.status, await answer.json()]).toEqual([
    422,
    { error: 'validation_failed', issues: [{ path, message }] },
  ])
})

test('an unknown endpoint counts for a key, and is 403 for users below /v1/admin', async () => {
  const service = testService()
  const ask = async (path: string, given?: string, method = 'GET') => {
    const { status, headers } = await service.request(path, {
      method,
      ...(given && { key: given }),
    })
    return [status, headers.get('ratelimit-remaining')]
  }
  expect(await ask('/v1/nothing', key)).toEqual([404, '999'])
  expect(await ask('/v1/admin/nothing', key)).toEqual([403, '998'])
  expect(await ask('/v1/admin/users', key, 'DELETE')).toEqual([403, '997'])
  expect(await ask('/v1/admin/nothing', 'ca_demo_carol')).toEqual([404, '999'])
  expect(await ask('/v1/admin/nothing')).toEqual([401, null])
  expect(await ask('/v1/nothing')).toEqual([404, null])
  expect(await ask('/v1/nothing', 'ca_wrong')).toEqual([401, null])
  expect(await ask('/nothing', key)).toEqual([404, null])
  const { items } = await (await service.request('/__mock/requests')).json()
  expect(items.map(({ user }: { user: string | null }) => user)).toEqual([
    'alice',
    'alice',
    'alice',
    'carol',
    null,
    null,
    null,
    null,
  ])
})

test('the control refuses other machines and web pages of other origins', async () => {
  const { request, url } = await overSocket()
  const status = async (headers: Record<string, string>) =>
    (await request('/__mock/state', { headers })).status
  expect(await status({})).toBe(200)
  expect(await status({ origin: url })).toBe(200)
  expect(await status({ 'sec-fetch-site': 'none' })).toBe(200)
  expect(await status({ origin: 'https://evil.example' })).toBe(403)
  // Another local server, whose page somebody else wrote.
  expect(await status({ origin: 'http://127.0.0.1:5173' })).toBe(403)
  expect(await status({ origin: 'null' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
})

test('a client finds the result of a lost answer', async () => {
  const { request, url } = await overSocket()
  const client = createClient(
    createTransport({ clock: systemClock, baseUrl: url, apiKey: key }),
    url,
  )
  await request('/__mock/faults', post({ kind: 'lost-response', method: 'POST', times: 1 }))
  await expect(client.scripts.create({ body: draft('once') })).rejects.toMatchObject({
    code: 'TOPO_CONNECTION_LOST',
  })
  expect((await client.scripts.get({ params: { idOrSlug: 'once' } })).item.slug).toBe('once')
})

test('the journal keeps the last thousand requests', async () => {
  const service = testService({ rateLimit: 5000 })
  for (let n = 0; n < 1005; n++) await service.request('/v1/quota/me', { key })
  const { items } = await (await service.request('/__mock/requests')).json()
  expect([items.length, items[0].id]).toEqual([1000, 'mock-6'])
})
