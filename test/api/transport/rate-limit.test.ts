import { describe, expect, test } from 'vitest'
import {
  isRateLimited,
  rateInWords,
  readRateLimit,
  retryAfter,
} from '../../../src/api/transport/rate-limit.ts'

const inTwelve = String(Date.now() + 12_000)
const reset = 'x-ratelimit-reset'
const inTenSeconds = String(Math.round(Date.now() / 1000) + 10)

test.each<[string, Record<string, string>, number, number]>([
  ['a structured field', { ratelimit: '"default";r=5;t=30' }, 5, 30],
  ['an older structured field', { ratelimit: 'limit=100, remaining=7, reset=12' }, 7, 12],
  ['one header for each', { 'ratelimit-remaining': '0', 'ratelimit-reset': '60' }, 0, 60],
  ['with X-', { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '9' }, 3, 9],
  ['the time of the reset', { 'x-ratelimit-remaining': '3', [reset]: inTenSeconds }, 3, 10],
  ['the time in milliseconds', { 'x-ratelimit-remaining': '3', [reset]: inTwelve }, 3, 12],
])('remaining requests are read from %s', (_what, headers, left, seconds) => {
  const found = readRateLimit(new Headers(headers), Date.now())
  expect(found?.left).toBe(left)
  expect(Math.abs((found?.seconds ?? 0) - seconds)).toBeLessThan(2)
})

test.each<[Record<string, string>, number | undefined]>([
  [{ ratelimit: '"default";r=5;t=30', 'ratelimit-policy': '"default";q=100;w=60' }, 100],
  [{ ratelimit: 'limit=100, remaining=7, reset=12' }, 100],
  [{ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '1' }, 1000],
  [
    { 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '1' },
    undefined,
  ],
])('the limit is read from %j', (headers, limit) => {
  const known = readRateLimit(new Headers(headers), Date.now())
  expect(known?.limit).toBe(limit)
  expect(known && rateInWords(known)).toContain(
    limit === undefined ? '7 requests' : ` of ${limit} requests`,
  )
})

test.each<Record<string, string>>([
  {},
  { 'ratelimit-remaining': '1', 'ratelimit-reset': '253402300799000' },
  { 'ratelimit-remaining': 'many', 'ratelimit-reset': '1' },
  { 'ratelimit-remaining': '1' },
])('no rate limit is read from %j', (headers) =>
  expect(readRateLimit(new Headers(headers), Date.now())).toBeUndefined(),
)

test.each([
  ['120', 120],
  [new Date(Date.now() + 30_000).toUTCString(), 30],
  [new Date(0).toUTCString(), 0],
  ['soon', undefined],
  ['251606851799', undefined],
  ['Fri, 31 Dec 9999 23:59:59 GMT', undefined],
])('Retry-After: %s', (header, seconds) => {
  const found = retryAfter(new Headers({ 'retry-after': header }), Date.now())
  if (seconds === undefined) expect(found).toBeUndefined()
  else expect(Math.abs((found ?? Number.NaN) - seconds)).toBeLessThan(2)
})

describe('a clock that is an hour off changes nothing', () => {
  const service = Date.now() - 3_600_000
  const at = (seconds: number) => new Date(service + seconds * 1000)
  test.each<
    [what: string, retryAfter: string, date: string | undefined, seconds: number | undefined]
  >([
    ['a date', at(30).toUTCString(), at(0).toUTCString(), 30],
    [
      'a date of a service that is ahead',
      new Date(Date.now() + 7_230_000).toUTCString(),
      new Date(Date.now() + 7_200_000).toUTCString(),
      30,
    ],
    ['a past date', at(-30).toUTCString(), at(0).toUTCString(), 0],
    [
      'a date in the form of RFC 850',
      'Sunday, 06-Nov-94 08:50:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      60,
    ],
    [
      'a date in the form of asctime',
      'Sun Nov  6 08:50:37 1994',
      'Sun, 06 Nov 1994 08:49:37 GMT',
      60,
    ],
    ['a date in the form of ISO 8601', at(30).toISOString(), at(0).toISOString(), 30],
    ['seconds', '30', 'yesterday', 30],
    [
      'a date, and the time of the service is unusable',
      at(30).toUTCString(),
      'yesterday',
      undefined,
    ],
    ['a date, and the time of the service is empty', at(30).toUTCString(), '', undefined],
    ['a fraction', '1.5', at(0).toUTCString(), undefined],
    ['a negative number', '-1', at(0).toUTCString(), undefined],
    ['nothing', '', at(0).toUTCString(), undefined],
  ])('Retry-After: %s', (_what, header, date, seconds) => {
    const headers = new Headers({ 'retry-after': header, ...(date === undefined ? {} : { date }) })
    const found = retryAfter(headers, Date.now())
    if (seconds === undefined) expect(found).toBeUndefined()
    else expect(Math.abs((found ?? Number.NaN) - seconds)).toBeLessThan(2)
  })

  test.each([1, 1000])('the time of a reset, in units of %i ms', (unit) => {
    const headers = new Headers({
      date: at(0).toUTCString(),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.round(at(30).getTime() / (unit === 1 ? 1 : 1000))),
    })
    expect(Math.abs((readRateLimit(headers, Date.now())?.seconds ?? Number.NaN) - 30)).toBeLessThan(
      2,
    )
    headers.set('date', 'yesterday')
    expect(readRateLimit(headers, Date.now())).toBeUndefined()
  })
})

test('words of any length are compared with those of a rate limit in no time', () => {
  for (const part of [
    'api ',
    'api,',
    ' 1,1',
    ' , ',
    '1.1.',
    ' ',
    '-',
    'rate limit 1',
    'limit of 1 ',
    'hit ',
  ]) {
    const message = `api key rate limit ${part.repeat(4000 / part.length)}x`
    const started = performance.now()
    const body = { message, issues: [], errors: [] }
    isRateLimited({ status: 403, headers: new Headers() }, body, Date.now())
    expect(performance.now() - started).toBeLessThan(500)
  }
})
