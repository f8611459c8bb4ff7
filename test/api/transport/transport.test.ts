import { constants, PerformanceObserver } from 'node:perf_hooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createTransport,
  type TransportEvent,
  type TransportOptions,
} from '../../../src/api/transport/transport.ts'
import { systemClock } from '../../../src/clock.ts'
import { KnownError } from '../../../src/errors.ts'
import { collectGarbage } from '../../../src/limits/collect-garbage.ts'
import { testAll } from '../../cases.ts'
import { impatientClock, TestClock } from '../../clock.ts'
import { closedAddress, json, type Reply, sequence, testServer } from '../server.ts'

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
    clock: impatientClock,
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
    const { transport, requests } = await serving(json(503, { message: 'down for a moment' }), {
      retries: 1,
    })
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
    const past = json(
      503,
      {},
      { 'retry-after': new Date(0).toUTCString(), 'ratelimit-reset': '3600' },
    )
    const { transport, requests } = await serving(sequence(past, json(200, {})))
    expect(await transport.send(get)).toEqual({})
    expect(requests).toHaveLength(2)
  })

  test.each<[string, Reply]>([
    [
      'breaks',
      (_request, response) =>
        void response.writeHead(200).write('{"ok":', () => response.destroy()),
    ],
    ['hangs', (_request, response) => void response.writeHead(200).write('{"ok":')],
  ])('a read whose body %s in the middle is retried', async (_what, broken) => {
    const { transport, requests } = await serving(sequence(broken, json(200, { ok: true })), {
      timeoutMs: 200,
    })
    expect(await transport.send(get)).toEqual({ ok: true })
    expect(requests).toHaveLength(2)
  })

  test('the wait between two attempts counts for the total timeout', async () => {
    const limited = json(429, {}, { 'retry-after': '30' })
    const { transport } = await serving(limited, { clock: systemClock, totalTimeoutMs: 100 })
    expect(await failure(transport.send(get))).toMatchObject({ code: 'TOPO_TIMEOUT', exitCode: 75 })
  })

  test('all attempts of an exchange send the same request id, and an error shows it', async () => {
    const { transport, requests } = await serving(reset, { retries: 1 })
    const { requestId } = await failure(transport.send(get))
    expect(requests.map(({ headers }) => headers['x-request-id'])).toEqual([requestId, requestId])
    await failure(transport.send(get))
    expect(requests[2]?.headers['x-request-id']).not.toBe(requestId)
  })
})

describe("the auth layer's rate limit", () => {
  const limits: [what: string, reply: Reply][] = [
    [
      '401 with a code',
      json(401, { error: { code: 'rate_limited', message: 'x' } }, { 'retry-after': '0' }),
    ],
    ['403 with a message', json(403, { message: 'Too many requests' }, { 'retry-after': '0' })],
    [
      '401 with a page',
      (_request, response) => response.writeHead(401, { 'retry-after': '0' }).end('<h1>Later</h1>'),
    ],
  ]
  test.each(limits)(
    '%s is waited for, also before a write, and is temporary',
    async (_what, reply) => {
      const { transport, requests, events } = await serving(
        sequence(reply, json(200, { ok: true })),
      )
      expect(await transport.send(post)).toEqual({ ok: true })
      expect(requests).toHaveLength(2)
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'retry', reason: 'rate limited' }),
      )
      const error = await failure((await serving(reply, { retries: 0 })).transport.send(get))
      expect(error).toMatchObject({ code: 'TOPO_RATE_LIMITED', exitCode: 75, retryable: true })
      expect(error.hint).not.toContain('login')
    },
  )

  test('is not waited for above the cap, by the reset as well', async () => {
    const resetReply = json(401, {}, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' })
    const { transport, requests } = await serving(resetReply)
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_RATE_LIMITED',
      hint: expect.stringContaining('Try again in 3600 s (60 min)'),
    })
    expect(requests).toHaveLength(1)
  })

  test('is not a rejected key, nor the other way round', async () => {
    const body = { error: 'unauthorized', message: 'invalid key' }
    const { transport, requests } = await serving(
      json(401, body, { 'x-ratelimit-remaining': '57' }),
    )
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_UNAUTHORIZED',
      exitCode: 4,
    })
    expect(requests).toHaveLength(1)
  })
})

describe('N6: an announced rate limit', () => {
  const allowing = (left: number, wait: number): Reply => {
    const remaining = String(left)
    const seconds = String(wait)
    return json(
      200,
      {},
      { 'ratelimit-limit': '5', 'ratelimit-remaining': remaining, 'ratelimit-reset': seconds },
    )
  }

  test('is waited for before it refuses a request', async () => {
    const clock = new TestClock()
    const { transport, requests, events } = await serving(
      sequence(allowing(1, 1), allowing(0, 1), allowing(4, 60)),
      { clock },
    )
    await transport.send(get)
    await transport.send(get)
    expect(events.filter(({ type }) => type === 'pause')).toEqual([])
    // Both know that no requests are left; the event is sent once.
    const both = Promise.all([transport.send(get), transport.send(post)])
    expect(await clock.justBeforeNext()).toBe(1000)
    expect(requests).toHaveLength(2)
    await clock.advance(1)
    await both
    expect(requests).toHaveLength(4)
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
  test.each([
    ['javascript:alert(1)', 'an address of javascript:'],
    ['data:text/html,x', 'an address of data:'],
    ['http://[', 'no address'],
  ])('does not follow a redirect to %s, which is %s', async (location, words) => {
    const { transport } = await serving((_request, response) => {
      response.writeHead(302, { location }).end()
    })
    const { message } = await failure(transport.send(get))
    expect(message).toBe(
      `GET /v1/quota/me was redirected to ${words}; topo does not follow this redirect.`,
    )
  })

  test('follows a redirect of a read inside the origin', async () => {
    const moved: Reply = (_request, response) =>
      response.writeHead(307, { location: '/v1/quota/you' }).end()
    const { transport, requests } = await serving(sequence(moved, json(200, { moved: true })))
    expect(await transport.send(get)).toEqual({ moved: true })
    const keys = requests.map(({ url, headers }) => [url, headers.authorization])
    expect(keys).toEqual(['me', 'you'].map((name) => [`/v1/quota/${name}`, 'Bearer ca_secret_key']))
  })

  test('follows no redirect to another port, another scheme or with a user name', async () => {
    const elsewhere = await testServer(json(200, {}))
    const targets = [
      () => elsewhere.url,
      (own: string) => `https://${own}/`,
      (own: string) => `//someone:secret@${own}/v1/x`,
      () => '//',
    ]
    for (const method of ['GET', 'POST'])
      for (const status of [301, 302, 303, 307, 308])
        for (const target of targets) {
          const { transport, requests } = await serving((request, response) => {
            response.writeHead(status, { location: target(`${request.headers.host}`) }).end()
          })
          const error = await failure(transport.send({ ...post, method, body: undefined }))
          expect(error).toMatchObject({ code: 'TOPO_REDIRECTED', exitCode: 1, status })
          expect(error.message).not.toContain('secret')
          expect(requests).toHaveLength(1)
        }
    expect(elsewhere.requests).toHaveLength(0)
  })

  test('is in no event and no error', async () => {
    const { transport, events } = await serving(json(500, {}), { retries: 0 })
    const error = await failure(transport.send({ ...get, query: { token: 'ca_secret_key' } }))
    const cause = error.cause instanceof Error ? error.cause.message : ''
    expect(JSON.stringify({ events, error, message: error.message, cause })).not.toContain(
      'ca_secret',
    )
  })
})

describe('a redirect inside the origin', () => {
  /** Redirects the first request, then repeats what it received. */
  const through = async (status: number, method: string, location: string) => {
    const { transport, requests } = await serving((request, response, count) => {
      let text = ''
      request.on('data', (chunk) => {
        text += chunk
      })
      request.on('end', () => {
        if (count === 1) response.writeHead(status, { location }).end()
        else json(200, { method: request.method, url: request.url, text })(request, response, count)
      })
    })
    const path = '/v1/scripts'
    const answer = await transport.send({
      method,
      path,
      ...(method === 'GET' ? {} : { body: { name: 'é' } }),
    })
    return { answer, headers: requests[1]?.headers }
  }
  const sent = '{"name":"é"}'

  test.each<
    [status: number, method: string, location: string, { lastMethod: string; text: string }]
  >([
    [307, 'POST', '/other', { lastMethod: 'POST', text: sent }],
    [308, 'PATCH', '/other', { lastMethod: 'PATCH', text: sent }],
    [308, 'GET', '/other', { lastMethod: 'GET', text: '' }],
    [301, 'GET', '/other', { lastMethod: 'GET', text: '' }],
    [301, 'PATCH', '/other', { lastMethod: 'PATCH', text: sent }],
    [302, 'DELETE', '/other', { lastMethod: 'DELETE', text: sent }],
    [303, 'PATCH', '/other', { lastMethod: 'GET', text: '' }],
    [303, 'POST', '/v1/scripts/', { lastMethod: 'GET', text: '' }],
    [302, 'POST', '/v1/scripts/7', { lastMethod: 'GET', text: '' }],
    // Only the place of the endpoint differs: a read would lose the write.
    [301, 'POST', '/v1/scripts/', { lastMethod: 'POST', text: sent }],
    [302, 'POST', '/api/v1/scripts?x=1', { lastMethod: 'POST', text: sent }],
  ])('%i of a %s to %s is followed', async (status, method, location, { lastMethod, text }) => {
    const { answer, headers } = await through(status, method, location)
    expect(answer).toEqual({ method: lastMethod, url: location, text })
    expect(headers?.authorization).toBe('Bearer ca_secret_key')
    expect(headers?.['content-type']).toBe(text === '' ? undefined : 'application/json')
    expect(headers?.['content-length']).toBe(
      text === '' ? undefined : String(Buffer.byteLength(text)),
    )
  })

  test('in a circle ends with an error', async () => {
    const { transport, requests } = await serving((_request, response) => {
      response.writeHead(307, { location: '/v1/scripts' }).end()
    })
    expect(await failure(transport.send(post))).toMatchObject({
      code: 'TOPO_REDIRECTED',
      message: 'POST /v1/scripts was redirected more than 5 times.',
    })
    expect(requests).toHaveLength(6)
  })
})

describe('E12: a wrong address is explained', () => {
  test.each([
    ['<!doctype html><title>Hi</title>', /HTML instead of JSON/],
    ['{"items": [', /not JSON/],
    ['', /not JSON/],
  ])('the text %j', async (text, message) => {
    const { transport } = await serving((_request, response) => response.end(text))
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_NOT_THE_SERVICE',
      exitCode: 1,
      message: expect.stringMatching(message),
    })
  })

  test('a closed port is a refused connection', async () => {
    const { host, origin } = new URL(await closedAddress())
    const transport = createTransport({ clock: impatientClock, baseUrl: origin, retries: 0 })
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_REFUSED_CONNECTION',
      exitCode: 75,
      message: expect.stringContaining(`nothing listens at ${host}`),
    })
  })

  test('an unknown host name is a DNS error', async () => {
    const transport = createTransport({
      clock: impatientClock,
      baseUrl: 'https://no-such-host.invalid',
    })
    expect(await failure(transport.send(get))).toMatchObject({
      code: 'TOPO_DNS',
      message: expect.stringContaining('no-such-host.invalid'),
    })
  })

  test('https to a server without TLS is a TLS error', async () => {
    const { url } = await testServer(json(200, {}))
    const transport = createTransport({
      clock: impatientClock,
      baseUrl: url.replace('http:', 'https:'),
      retries: 0,
    })
    expect(await failure(transport.send(get))).toMatchObject({ code: 'TOPO_TLS', exitCode: 1 })
  })
})

test.each([502, 503, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529, 530])(
  '%i with any body is an outage: a read is retried, a write is not',
  async (status) => {
    const page: Reply = (_request, response) => response.writeHead(status).end('<html>error</html>')
    const { transport, requests } = await serving(sequence(page, json(200, { ok: true })))
    expect(await transport.send(get)).toEqual({ ok: true })
    expect(requests).toHaveLength(2)
    const write = await serving(page)
    expect(await failure(write.transport.send(post))).toMatchObject({
      status,
      code: 'TOPO_UNAVAILABLE',
      exitCode: 75,
    })
    expect(write.requests).toHaveLength(1)
  },
)

test.each([
  ['quota_exceeded', 'a quota of this account is used up'],
  [
    JSON.stringify({ error: { code: 'quota_exceeded', quota: 'draftsPerDay', limit: 20 } }),
    'the quota draftsPerDay of 20 is used up',
  ],
])('an exceeded quota is not retried, and %s is described', async (text, words) => {
  const { transport, requests } = await serving((_request, response) =>
    response.writeHead(429).end(text),
  )
  expect(await failure(transport.send(get))).toMatchObject({
    code: 'TOPO_QUOTA_EXCEEDED',
    exitCode: 5,
    details: text.startsWith('{') ? JSON.parse(text) : undefined,
    message: `GET /v1/quota/me failed: ${words} (HTTP 429)`,
  })
  expect(requests).toHaveLength(1)
})

const damaged = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 8\r\n\r\nnot gzip'
test.each([
  [
    'HTTP/1.1 200 OK\r\nx-a: \u0001\r\n\r\n',
    /127\.0\.0\.1:\d+ sent an answer that is not valid HTTP\.$/,
  ],
  ['', /127\.0\.0\.1:\d+ closed the connection\.$/],
  [damaged, /sent compressed data that is damaged\.$/],
])('the answer %j is described in our words', async (text, words) => {
  const { transport } = await serving((request) => void request.socket.end(text), { retries: 0 })
  expect(await failure(transport.send(get))).toMatchObject({
    exitCode: 75,
    message: expect.stringMatching(words),
  })
})

test('a blocked port is described in our words', async () => {
  const transport = createTransport({
    clock: impatientClock,
    baseUrl: 'http://127.0.0.1:6666',
    retries: 0,
  })
  expect((await failure(transport.send(get))).message).toContain('Node.js blocks port 6666')
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
  [405, {}, 'TOPO_NOT_OFFERED', 1],
  [501, { message: 'not here' }, 'TOPO_NOT_OFFERED', 1],
  [
    409,
    { message: 'A script with this slug already exists', error: 'Conflict' },
    'TOPO_SLUG_TAKEN',
    6,
  ],
  [422, { errors: [{ code: 'SLUG_TAKEN', detail: 'x' }] }, 'TOPO_SLUG_TAKEN', 6],
  [422, { message: 'the slug may not be used' }, 'TOPO_REJECTED', 1],
  [400, { code: 'already_subscribed' }, 'TOPO_ALREADY_SUBSCRIBED', 6],
  [403, { error: { code: 'quota_exceeded' } }, 'TOPO_QUOTA_EXCEEDED', 5],
  [429, 'quota_exceeded', 'TOPO_QUOTA_EXCEEDED', 5],
  [503, { error: 'billing_not_configured' }, 'TOPO_BILLING_NOT_CONFIGURED', 1],
])(
  'HTTP %i %j is %s with exit code %i, and keeps the request id',
  async (status, body, code, exitCode) => {
    const { transport } = await serving(json(status, body, { 'x-request-id': 'r-7' }))
    expect(await failure(transport.send(get))).toMatchObject({
      status,
      code,
      exitCode,
      requestId: 'r-7',
    })
  },
)

const order = { method: 'POST', path: '/v1/billing/subscribe', body: {} }

test.each([
  [{ error: 'promo_rejected', reason: 'expired' }, 'TOPO_PROMO_REJECTED', 'it has expired'],
  [{ error: 'promo_rejected', reason: 'of_its_own' }, 'TOPO_PROMO_REJECTED', 'of_its_own'],
  [{}, 'TOPO_NEEDS_CONSENT', 'consent to recurring charges is missing'],
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
])(
  'the hint after %s with %i %j and Retry-After says when to retry',
  async (method, status, body, hint) => {
    const { transport } = await serving(json(status, body, { 'retry-after': '900' }))
    expect(await failure(transport.send({ method, path: '/v1/quota/me' }))).toMatchObject({
      hint: expect.stringContaining(hint),
    })
  },
)

describe('answers of an unusual service', () => {
  test('204 is an acknowledgement', async () => {
    const { transport } = await serving((_request, response) => response.writeHead(204).end())
    expect(await transport.send({ method: 'DELETE', path: '/v1/scripts/x' })).toEqual({ ok: true })
  })

  test('error fields of another type are ignored, and kept in the details', async () => {
    const body = {
      error: { code: 17 },
      message: ['no'],
      details: 3,
      errors: [null],
      issues: { path: null },
    }
    for (const status of [400, 403, 409, 413, 422, 429, 503]) {
      const { transport } = await serving(json(status, body, { 'retry-after': '3600' }), {
        retries: 0,
      })
      expect(await failure(transport.send(get))).toMatchObject({ status, details: body })
    }
  })

  test('an echoed API key is redacted, in the text and in the request id', async () => {
    const key = 'ca_secret_key_0123456789'
    const echo: Reply = (request, response, count) =>
      json(200, { name: request.headers.authorization }, { 'x-request-id': key })(
        request,
        response,
        count,
      )
    const { transport } = await serving(echo, { apiKey: key })
    expect(await transport.send(get)).toEqual({ name: 'Bearer [REDACTED]' })
    expect((await transport.exchange(get)).requestId).toBe('[REDACTED]')
  })
})

test.each([
  ['/v1/scripts', 'Split the script, or upgrade to a larger tier.'],
  ['/v1/scripts/i', 'Split the script, or upgrade to a larger tier.'],
  ['/v1/scripts/i/comments', 'Shorten the comment, or upgrade to a larger tier.'],
  ['/v1/scripts/i/thumbnail', 'Send less, or upgrade to a larger tier.'],
])('413 at %s says what to make smaller', async (path, hint) => {
  const { transport } = await serving(json(413, { error: 'payload_too_large' }))
  expect(await failure(transport.send({ ...post, path }))).toMatchObject({
    code: 'TOPO_TOO_LARGE',
    hint,
  })
})

test.each([
  ['119', '119 s,'],
  ['120', '120 s (2 min),'],
  ['43200', '43200 s (12 h),'],
  ['604800', '604800 s (7 days).'],
  ['251606851799', 'later.'],
])('Retry-After %s means "Try again in %s"', async (seconds, words) => {
  const { transport } = await serving(json(429, {}, { 'retry-after': seconds }), {
    maxWaitSeconds: 0,
    retries: 0,
  })
  const { hint } = await failure(transport.send(get))
  expect(hint).toMatch(new RegExp(`^Try again (in )?${words.replace(/[().]/g, '\\$&')}`))
})

test('a timeout names the exceeded time limit and its flag', async () => {
  const silent: Reply = () => {}
  const attempt = await serving(silent, { timeoutMs: 50, retries: 0 })
  expect(await failure(attempt.transport.send(get))).toMatchObject({
    code: 'TOPO_TIMEOUT',
    exitCode: 75,
    message: expect.stringMatching(/longer than 0\.05 s\.$/),
    hint: expect.stringContaining('--timeout.'),
  })
  const total = await serving(silent, { totalTimeoutMs: 50 })
  expect(await failure(total.transport.send(post))).toMatchObject({
    message: expect.stringContaining('longer than 0.05 s in all'),
    hint: expect.stringMatching(/may have been processed.*--total-timeout/),
  })
})

test('both time limits hold while memory is freed, in a retry too', async () => {
  const timer = setInterval(collectGarbage, 20)
  onTestFinished(() => clearInterval(timer))
  const silent: Reply = () => {}
  const each = await serving(sequence(json(503, {}), silent), { timeoutMs: 100, retries: 1 })
  expect((await failure(each.transport.send(get))).message).toContain('longer than 0.1 s.')
  await expect.poll(() => each.requests.at(-1)?.socket.destroyed).toBe(true)
  const all = await serving(silent, { totalTimeoutMs: 100 })
  const { signal } = new AbortController()
  expect((await failure(all.transport.send({ ...get, signal }))).message).toContain('0.1 s in all')
})

describe('a cancelled request', () => {
  const silent: Reply = () => {}

  test('ends at once, in progress and between two attempts, and is not retried', async () => {
    for (const reply of [silent, json(503, {}, { 'retry-after': '30' })]) {
      const { transport, requests } = await serving(reply, { clock: systemClock })
      const controller = new AbortController()
      const failed = failure(transport.send({ ...get, signal: controller.signal }))
      await expect.poll(() => requests).toHaveLength(1)
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

testAll(
  'a thousand requests force a garbage collection: what they leave would fill the memory of an import',
  async () => {
    const { transport } = await serving(json(200, { ok: true }), { onEvent: undefined })
    const forced: unknown[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries() as { detail?: { flags: number } }[])
        if (((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0)
          forced.push(detail)
    })
    observer.observe({ entryTypes: ['gc'] })
    onTestFinished(() => observer.disconnect())
    const ask = async () => {
      for (let n = 0; n < 250; n++) await transport.send(get)
    }
    await Promise.all([ask(), ask(), ask(), ask()])
    await expect.poll(() => forced.length).toBe(1)
  },
)
