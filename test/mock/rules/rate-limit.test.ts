/** The limit per key: 1000 requests per hour, another number, or none. */
import { expect, test } from 'vitest'
import { testService } from '../service.ts'

const ask = async (service: ReturnType<typeof testService>) => {
  const { status, headers } = await service.request('/v1/quota/me', { key: 'ca_demo_alice' })
  return [
    status,
    headers.get('ratelimit-limit'),
    headers.get('ratelimit-remaining'),
    headers.get('retry-after'),
  ]
}

test('each request of a key is counted, until the hour is over', async () => {
  const service = testService({ rateLimit: 2 })
  expect(await ask(service)).toEqual([200, '2', '1', null])
  expect(await ask(service)).toEqual([200, '2', '0', null])
  expect(await ask(service)).toEqual([429, '2', '0', '3600'])
  service.advance(3600)
  expect(await ask(service)).toEqual([200, '2', '1', null])
})

test('without a limit no header names one', async () => {
  const service = testService({ rateLimit: Number.POSITIVE_INFINITY })
  expect(await ask(service)).toEqual([200, null, null, null])
})

test('a clock that is set back starts another hour, instead of a longer one', async () => {
  const service = testService({ rateLimit: 1 })
  service.advance(7200)
  expect(await ask(service)).toEqual([200, '1', '0', null])
  service.advance(-7200)
  expect(await ask(service)).toEqual([200, '1', '0', null])
  expect(await ask(service)).toEqual([429, '1', '0', '3600'])
})
