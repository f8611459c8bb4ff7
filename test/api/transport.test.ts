import { describe, expect, test } from 'vitest'
import { createTransport, type TransportEvent, type TransportOptions } from '../../src/api/transport.ts'
import { KnownError } from '../../src/errors.ts'
import { closedAddress, json, type Reply, sequence, testServer } from './server.ts'

const get = { method: 'GET', path: '/v1/quota/me' }
const post = { method: 'POST', path: '/v1/scripts', body: { name: 'x' } }

async function failure(promise: Promise<unknown>): Promise<KnownError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof KnownError)) throw new Error(`expected a KnownError, got ${String(error)}`)
  return error
}

async function serving(reply: Reply, options: Partial<TransportOptions> = {}) {
  const server = await testServer(reply)
  const events: TransportEvent[] = []
  const transport = createTransport({
    baseUrl: server.url,
    apiKey: 'ca_secret_key',
    onEvent: (event) => events.push(event),
    ...options,
  })
  return { ...server, transport, events }
}

const reset: Reply = (request) => request.socket.destroy()

describe('N3: retries', () => {
  test('a read is retried after 5xx and broken connections, and each wait is an event', async () => {
    const { transport, requests, events } = await serving(
      sequence(json(502, {}), reset, json(200, { ok: true })),
    )
    expect(await transport.send(get)).toEqual({ ok: true })
    expect(requests).toHaveLength(3)
    expect(events.filter(({ type }) => type === 'retry')).toMatchObject([
      { attempt: 1, of: 3, reason: 'HTTP 502' },
      { attempt: 2, reason: expect.stringContaining('closed the connection') },
    ])
  })

  test('a read fails with a temporary error after its retries', async () => {
    const { transport, requests } = await serving(json(503, { message: 'down for a moment' }), { retries: 1 })
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_UNAVAILABLE',
      exitCode: 75,
      status: 503,
      retryable: true,
      message: expect.stringContaining('down for a moment'),
    })
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['5xx', json(500, {}), 'TOPO_UNAVAILABLE'],
    ['a broken connection', reset, 'TOPO_CONNECTION_LOST'],
  ])('a write is never retried after %s', async (_what, reply, code) => {
    const { transport, requests } = await serving(reply)
    expect(await failure(transport.send(post))).toMatchObject({ code, exitCode: 75 })
    expect(requests).toHaveLength(1)
  })

  test('a write is retried after a rate limit, which refuses before any change', async () => {
    const limited = json(429, { error: 'rate_limited' }, { 'retry-after': '0' })
    const { transport, requests } = await serving(sequence(limited, json(200, { ok: true })))
    expect(await transport.send(post)).toEqual({ ok: true })
    expect(requests).toHaveLength(2)
  })

  test('Retry-After above the cap is not waited for', async () => {
    const { transport, requests } = await serving(
      json(429, { error: 'rate_limited' }, { 'retry-after': '86400' }),
    )
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_RATE_LIMITED',
      exitCode: 75,
      hint: expect.stringContaining('86400 s'),
    })
    expect(requests).toHaveLength(1)
  })

  test('Retry-After as a past date means no wait, and RateLimit-Reset is not read as Retry-After', async () => {
    const past = json(503, {}, { 'retry-after': new Date(0).toUTCString(), 'ratelimit-reset': '3600' })
    const { transport, requests } = await serving(sequence(past, json(200, {})))
    expect(await transport.send(get)).toEqual({})
    expect(requests).toHaveLength(2)
  })

  test('an exceeded quota is not retried', async () => {
    const body = { error: 'quota_exceeded', quota: 'draftsPerDay', limit: 20 }
    const { transport, requests } = await serving(json(429, body))
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_QUOTA_EXCEEDED',
      exitCode: 5,
      details: body,
    })
    expect(requests).toHaveLength(1)
  })

  test.each<[string, Reply]>([
    [
      'breaks',
      (_request, response) => void response.writeHead(200).write('{"ok":', () => response.destroy()),
    ],
    ['hangs', (_request, response) => void response.writeHead(200).write('{"ok":')],
  ])('a read whose body %s in the middle is retried', async (_what, broken) => {
    const { transport, requests } = await serving(sequence(broken, json(200, { ok: true })), {
      timeoutMs: 200,
    })
    expect(await transport.send(get)).toEqual({ ok: true })
    expect(requests).toHaveLength(2)
  })

  test('N7: a timeout says which time limit was exceeded', async () => {
    const each = await serving(() => {}, { timeoutMs: 50, retries: 0 })
    expect((await failure(each.transport.send(get))).message).toContain('longer than 0.05 s.')
    const all = await serving(() => {}, { timeoutMs: 60, totalTimeoutMs: 100 })
    expect((await failure(all.transport.send(get))).message).toContain('longer than 0.1 s in all')
  })

  test('the wait between two attempts counts for the total timeout', async () => {
    const limited = json(429, {}, { 'retry-after': '30' })
    const { transport } = await serving(limited, { totalTimeoutMs: 100 })
    expect(await failure(transport.send(get))).toMatchObject({ code: 'TOPO_TIMEOUT', exitCode: 75 })
  })

  test('all attempts of an exchange send the same request id, and an error shows it', async () => {
    const { transport, requests } = await serving(reset, { retries: 1 })
    const { requestId } = await failure(transport.send(get))
    expect(requests.map(({ headers }) => headers['x-request-id'])).toEqual([requestId, requestId])
    await failure(transport.send(get))
    expect(requests[2]?.headers['x-request-id']).not.toBe(requestId)
  })

  test('an attempt above its time limit is a timeout', async () => {
    const { transport } = await serving(() => {}, { timeoutMs: 50, retries: 0 })
    expect(await failure(transport.send(get))).toMatchObject({ code: 'TOPO_TIMEOUT', exitCode: 75 })
  })
})

describe('N6: an announced rate limit', () => {
  const allowing = (left: number, reset: number): Reply =>
    json(
      200,
      {},
      { 'ratelimit-limit': '5', 'ratelimit-remaining': String(left), 'ratelimit-reset': String(reset) },
    )

  test('is waited for before it refuses a request', async () => {
    const { transport, events } = await serving(sequence(allowing(1, 1), allowing(0, 1), allowing(4, 60)))
    await transport.send(get)
    await transport.send(get)
    expect(events.filter(({ type }) => type === 'pause')).toEqual([])
    const started = performance.now()
    // Both know that no requests are left; the event is sent once.
    await Promise.all([transport.send(get), transport.send(post)])
    expect(performance.now() - started).toBeGreaterThan(900)
    expect(events.filter(({ type }) => type === 'pause')).toEqual([{ type: 'pause', seconds: 1 }])
  })

  test('is not waited for above the cap', async () => {
    const { transport, events } = await serving(allowing(0, 3600))
    await transport.send(get)
    await transport.send(get)
    expect(events.filter(({ type }) => type === 'pause')).toEqual([])
  })

  test('counts requests in progress', async () => {
    const { transport, events } = await serving(sequence(allowing(1, 1), allowing(9, 60)))
    await transport.send(get)
    await Promise.all([transport.send(get), transport.send(get)])
    expect(events.filter(({ type }) => type === 'pause')).toHaveLength(1)
  })
})

test('a read-only transport sends reads and throws for all other requests', async () => {
  const { transport, requests } = await serving(json(200, {}), { readOnly: true })
  await transport.send(get)
  await expect(transport.send(post)).rejects.toMatchObject({ exchange: post })
  expect(requests).toHaveLength(1)
})

test('exchange returns an answer with any status unchanged', async () => {
  const { transport } = await serving(json(418, { short: 'stout' }, { 'x-pot': 'tea' }))
  const { status, headers, text } = await transport.exchange(get)
  expect([status, headers.get('x-pot'), text]).toEqual([418, 'tea', '{"short":"stout"}'])
})

describe('the key', () => {
  test('is sent with every request', async () => {
    const { transport, requests } = await serving(json(200, {}))
    await transport.send(get)
    expect(requests[0]?.headers.authorization).toBe('Bearer ca_secret_key')
  })

  test('A12: does not follow a redirect to another origin', async () => {
    const elsewhere = await testServer(json(200, {}))
    const { transport } = await serving((_request, response) => {
      response.writeHead(302, { location: `${elsewhere.url}/v1/quota/me` }).end()
    })
    const error = await failure(transport.send(get))
    expect(error).toMatchObject({ code: 'TOPO_REDIRECTED', exitCode: 1, status: 302 })
    expect(elsewhere.requests).toHaveLength(0)
  })

  test('follows a redirect of a read inside the origin', async () => {
    const { transport, requests } = await serving((request, response, count) => {
      if (request.url === '/v1/quota/me') response.writeHead(307, { location: '/v1/quota/you' }).end()
      else json(200, { moved: true })(request, response, count)
    })
    expect(await transport.send(get)).toEqual({ moved: true })
    expect(requests[1]?.headers.authorization).toBe('Bearer ca_secret_key')
  })

  test('is in no event and no error', async () => {
    const { transport, events } = await serving(json(500, {}), { retries: 0 })
    const error = await failure(transport.send({ ...get, query: { token: 'ca_secret_key' } }))
    const cause = error.cause instanceof Error ? error.cause.message : ''
    expect(JSON.stringify({ events, error, message: error.message, cause })).not.toContain('ca_secret')
  })
})

describe('E12: a wrong address is explained', () => {
  test.each<[string, Reply, RegExp]>([
    [
      'HTML',
      (_request, response) => response.end('<!doctype html><title>Hi</title>'),
      /HTML instead of JSON/,
    ],
    ['broken JSON', (_request, response) => response.end('{"items": ['), /not JSON/],
    ['nothing', (_request, response) => response.end(), /not JSON/],
  ])('%s', async (_what, reply, message) => {
    const { transport } = await serving(reply)
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_NOT_THE_SERVICE',
      exitCode: 1,
      message: expect.stringMatching(message),
    })
  })

  test('502 with HTML is a temporary outage', async () => {
    const { transport } = await serving(
      (_request, response) => response.writeHead(502).end('<html>Bad gateway</html>'),
      { retries: 0 },
    )
    expect(await failure(transport.send(get))).toMatchObject({ code: 'TOPO_UNAVAILABLE', status: 502 })
  })

  test('a closed port is a refused connection', async () => {
    const { host, origin } = new URL(await closedAddress())
    const transport = createTransport({ baseUrl: origin, retries: 0 })
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_REFUSED_CONNECTION',
      exitCode: 75,
      message: expect.stringContaining(`nothing listens at ${host}`),
    })
  })

  test('an unknown host name is a DNS error', async () => {
    const transport = createTransport({ baseUrl: 'https://no-such-host.invalid' })
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_DNS',
      message: expect.stringContaining('no-such-host.invalid'),
    })
  })

  test('https to a server without TLS is a TLS error', async () => {
    const { url } = await testServer(json(200, {}))
    const transport = createTransport({ baseUrl: url.replace('http:', 'https:'), retries: 0 })
    expect(await failure(transport.send(get))).toMatchObject({ code: 'TOPO_TLS', exitCode: 1 })
  })
})

test.each([
  [400, {}, 'TOPO_REFUSED', 1],
  [401, {}, 'TOPO_UNAUTHORIZED', 4],
  [403, {}, 'TOPO_FORBIDDEN', 1],
  [404, {}, 'TOPO_NOT_FOUND', 1],
  [409, { error: 'conflict' }, 'TOPO_CONFLICT', 6],
  [409, { error: 'slug_taken' }, 'TOPO_SLUG_TAKEN', 6],
  [409, { error: 'already_owned' }, 'TOPO_ALREADY_OWNED', 6],
  [409, { error: 'already_subscribed' }, 'TOPO_ALREADY_SUBSCRIBED', 6],
  [409, { error: 'consent_required' }, 'TOPO_CONSENT_REQUIRED', 6],
  [413, {}, 'TOPO_TOO_LARGE', 1],
  [422, {}, 'TOPO_REJECTED', 1],
  [503, { error: 'billing_not_configured' }, 'TOPO_BILLING_NOT_CONFIGURED', 1],
])('HTTP %i %j is %s with exit code %i, and keeps the request id', async (status, body, code, exitCode) => {
  const { transport } = await serving(json(status, body, { 'x-request-id': 'r-7' }))
  expect(await failure(transport.send(get))).toMatchObject({ status, code, exitCode, requestId: 'r-7' })
})

const order = { method: 'POST', path: '/v1/billing/subscribe', body: {} }

test.each([
  [{ error: 'promo_rejected', reason: 'expired' }, 'TOPO_PROMO_REJECTED', 'it has expired'],
  [{ error: 'promo_rejected', reason: 'of_its_own' }, 'TOPO_PROMO_REJECTED', 'of_its_own'],
  [{}, 'TOPO_CONSENT_MISSING', 'consent to recurring charges is missing'],
])('HTTP 400 %j to an order is %s', async (body, code, words) => {
  const { transport } = await serving(json(400, body))
  expect(await failure(transport.send(order))).toMatchObject({
    code,
    exitCode: 1,
    message: expect.stringContaining(words),
  })
})

test('a reason in another error is not a rejected promo code', async () => {
  const { transport } = await serving(json(400, { error: 'bad', reason: 'expired' }))
  expect(await failure(transport.send(get))).toMatchObject({ code: 'TOPO_REFUSED' })
})

test.each([
  ['GET', 503, {}, 'Try again in 900 s (15 min), or let topo wait with --max-wait 900.'],
  // A request that may have been processed is not repeated, however long topo may wait.
  ['POST', 503, {}, 'Try again in 900 s (15 min).'],
  ['POST', 429, {}, 'Try again in 900 s (15 min), or let topo wait with --max-wait 900.'],
  ['POST', 429, { error: 'quota_exceeded' }, 'Try again in 900 s (15 min). Run "topo quota"'],
])('the hint after %s with %i %j and Retry-After says when to retry', async (method, status, body, hint) => {
  const { transport } = await serving(json(status, body, { 'retry-after': '900' }))
  expect(await failure(transport.send({ method, path: '/v1/quota/me' }))).toMatchObject({
    hint: expect.stringContaining(hint),
  })
})

describe('answers of an unusual service', () => {
  test('204 is an acknowledgement', async () => {
    const { transport } = await serving((_request, response) => response.writeHead(204).end())
    expect(await transport.send({ method: 'DELETE', path: '/v1/scripts/x' })).toEqual({ ok: true })
  })

  test('error fields of another type are ignored, and kept in the details', async () => {
    const body = { error: { code: 17 }, message: ['no'], details: 3, errors: [null], issues: { path: null } }
    for (const status of [400, 403, 409, 413, 422, 429, 503]) {
      const { transport } = await serving(json(status, body, { 'retry-after': '3600' }), { retries: 0 })
      expect(await failure(transport.send(get))).toMatchObject({ status, details: body })
    }
  })

  test('an echoed API key is redacted, in the text and in the request id', async () => {
    const key = 'ca_secret_key_0123456789'
    const echo: Reply = (request, response, count) =>
      json(200, { name: request.headers.authorization }, { 'x-request-id': key })(request, response, count)
    const { transport } = await serving(echo, { apiKey: key })
    expect(await transport.send(get)).toEqual({ name: 'Bearer [REDACTED]' })
    expect((await transport.exchange(get)).requestId).toBe('[REDACTED]')
  })
})

test('a timeout names the exceeded time limit and its flag', async () => {
  const silent: Reply = () => {}
  const attempt = await serving(silent, { timeoutMs: 50, retries: 0 })
  expect(await failure(attempt.transport.send(get))).toMatchObject({
    message: expect.stringMatching(/longer than 0\.05 s\.$/),
    hint: expect.stringContaining('--timeout.'),
  })
  const total = await serving(silent, { totalTimeoutMs: 50 })
  expect(await failure(total.transport.send(post))).toMatchObject({
    message: expect.stringContaining('longer than 0.05 s in all'),
    hint: expect.stringMatching(/may have been processed.*--total-timeout/),
  })
})

describe('a cancelled request', () => {
  const silent: Reply = () => {}

  test('ends at once, in progress and between two attempts, and is not retried', async () => {
    for (const reply of [silent, json(503, {}, { 'retry-after': '30' })]) {
      const { transport, requests } = await serving(reply)
      const controller = new AbortController()
      const failed = failure(transport.send({ ...get, signal: controller.signal }))
      setTimeout(() => controller.abort(), 100)
      expect(await failed).toMatchObject({ code: 'TOPO_CANCELLED', retryable: false })
      expect(requests).toHaveLength(1)
    }
  })

  test('sends nothing if cancelled before', async () => {
    const { transport, requests } = await serving(silent)
    const error = await failure(transport.send({ ...get, signal: AbortSignal.abort() }))
    expect(error.code).toBe('TOPO_CANCELLED')
    expect(requests).toHaveLength(0)
  })
})
