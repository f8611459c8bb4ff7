/** Answers that are delayed, to the millisecond. */
import { expect, test } from 'vitest'
import { TestClock } from '../../clock.ts'
import { testService } from '../service.ts'

test('every answer is delayed by the latency of the service, and once by that of a fault', async () => {
  const clock = new TestClock()
  const { request, control } = testService({ clock, latencyMs: 200 })
  control.faults.add({ method: 'GET', path: '/v1/scripts/*', latencyMs: 400 })
  const statuses: number[] = []
  void request('/v1/scripts/gallery').then(({ status }) => statuses.push(status))
  expect(await clock.justBeforeNext()).toBe(200)
  await clock.advance(1)
  expect(await clock.justBeforeNext()).toBe(400)
  expect(statuses).toEqual([])
  await clock.advance(1)
  expect(statuses).toEqual([200])
})
