/** Pauses between requests, to the millisecond: nothing is sent just before one ends, and the request is sent just after. */
import { describe, expect, test } from 'vitest'
import type { Fetch } from '../../../src/api/transport/request-attempt.ts'
import {
  createTransport,
  type TransportEvent,
  type TransportOptions,
} from '../../../src/api/transport/transport.ts'
import { TestClock } from '../../clock.ts'

const get = { method: 'GET', path: '/v1/quota/me' }

const down = () => Response.json({}, { status: 503 })
const limited = (seconds: string) =>
  Response.json({}, { status: 429, headers: { 'retry-after': seconds } })
const ok = (headers: Record<string, string> = {}) => Response.json({ ok: true }, { headers })
const silent = () => new Promise<Response>(() => {})

/** A transport to a service that gives these answers, the last one again and again. */
function answering(
  answers: readonly (() => Response | Promise<Response>)[],
  options: Partial<TransportOptions> = {},
) {
  const clock = new TestClock()
  const events: TransportEvent[] = []
  let requests = 0
  const fetch = (async () => {
    const answer = answers[Math.min(requests++, answers.length - 1)]
    return answer?.()
  }) as Fetch
  const transport = createTransport({
    clock,
    baseUrl: 'http://localhost',
    fetch,
    onEvent: (event) => events.push(event),
    ...options,
  })
  const seconds = (type: 'retry' | 'pause') =>
    events.flatMap((event) => (event.type === type ? event.seconds : []))
  return { clock, transport, requests: () => requests, seconds }
}

/** Fails the test if it rejects before it is looked at. */
function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'answered',
    (error: { code?: string }) => error.code,
  )
}

describe('before a retry', () => {
  test('the pause doubles, and at most half of it is left to chance', async () => {
    const { clock, transport, requests, seconds } = answering([down, down, down, ok])
    const answer = transport.send(get)
    for (const [attempt, longest] of [300, 600, 1200].entries()) {
      const pause = await clock.justBeforeNext()
      expect(pause).toBe(Math.round((seconds('retry')[attempt] as number) * 1000))
      expect(pause).toBeGreaterThanOrEqual(longest / 2)
      expect(pause).toBeLessThanOrEqual(longest)
      expect(requests()).toBe(attempt + 1)
      await clock.advance(1)
      expect(requests()).toBe(attempt + 2)
    }
    expect(await answer).toEqual({ ok: true })
  })

  test('a patient transport pauses for 5 to 10 seconds in the end, and gives up after a minute', async () => {
    const { clock, transport, seconds } = answering([down], { patient: true })
    expect(await clock.run(outcomeOf(transport.send(get)))).toBe('TOPO_UNAVAILABLE')
    const pauses = seconds('retry').slice(6)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(10)
    expect(clock.elapsed()).toBeGreaterThan(60_000)
    expect(clock.elapsed()).toBeLessThanOrEqual(70_000)
  })

  test('the service says how long it lasts, after a rate limit and during an outage', async () => {
    const outage = () => Response.json({}, { status: 503, headers: { 'retry-after': '7' } })
    const { clock, transport, requests } = answering([() => limited('60'), outage, ok])
    const answer = transport.send(get)
    expect(await clock.justBeforeNext()).toBe(60_000)
    expect(requests()).toBe(1)
    await clock.advance(1)
    expect(requests()).toBe(2)
    expect(await clock.justBeforeNext()).toBe(7000)
    expect(requests()).toBe(2)
    await clock.advance(1)
    expect(requests()).toBe(3)
    expect(await answer).toEqual({ ok: true })
  })

  test('a caller that cancels does not wait for the end of the pause', async () => {
    const { clock, transport, requests } = answering([() => limited('60'), ok])
    const cancelled = new AbortController()
    const outcome = outcomeOf(transport.send({ ...get, signal: cancelled.signal }))
    await clock.nextPause()
    cancelled.abort()
    expect(await outcome).toBe('TOPO_CANCELLED')
    expect(requests()).toBe(1)
  })
})

describe('without requests left', () => {
  const spent = () => ok({ 'ratelimit-remaining': '0', 'ratelimit-reset': '30' })

  test('the next request waits for the reset', async () => {
    const { clock, transport, requests, seconds } = answering([spent, ok])
    await transport.send(get)
    const answer = transport.send(get)
    expect(await clock.justBeforeNext()).toBe(30_000)
    expect(requests()).toBe(1)
    await clock.advance(1)
    expect(requests()).toBe(2)
    expect(await answer).toEqual({ ok: true })
    expect(seconds('pause')).toEqual([30])
  })

  test('a part of the pause that has passed is not waited for again', async () => {
    const { clock, transport, requests } = answering([spent, ok])
    await transport.send(get)
    await clock.advance(20_000)
    void transport.send(get)
    expect(await clock.justBeforeNext()).toBe(10_000)
    expect(requests()).toBe(1)
  })

  test('a clock of the machine that is set back makes no pause longer', async () => {
    const { clock, transport, requests } = answering([spent, ok])
    await transport.send(get)
    clock.set(clock.now() - 3_600_000)
    void transport.send(get)
    expect(await clock.justBeforeNext()).toBe(30_000)
    await clock.advance(1)
    expect(requests()).toBe(2)
  })
})

describe('a service that does not answer', () => {
  test.each([
    ['an attempt', { timeoutMs: 4000 }, 4000],
    ['an attempt, by default', {}, 30_000],
    ['all attempts', { totalTimeoutMs: 9000 }, 9000],
  ])('%s ends after its time limit', async (_what, limits, milliseconds) => {
    const { clock, transport, requests } = answering([silent], { retries: 0, ...limits })
    let outcome: unknown
    void outcomeOf(transport.send(get)).then((code) => {
      outcome = code
    })
    await clock.advance(milliseconds - 1)
    expect([outcome, requests()]).toEqual([undefined, 1])
    await clock.advance(1)
    expect(outcome).toBe('TOPO_TIMEOUT')
  })
})

test('a write is sent again if nobody accepted its connection: it never arrived', async () => {
  const refused = (): never => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    throw new TypeError('fetch failed', { cause })
  }
  const { clock, transport, requests } = answering([refused, ok])
  const post = { method: 'POST', path: '/v1/scripts', body: { name: 'x' } }
  expect(await clock.run(transport.send(post))).toEqual({ ok: true })
  expect(requests()).toBe(2)
})
