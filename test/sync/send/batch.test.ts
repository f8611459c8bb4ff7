import { expect, test } from 'vitest'
import { ExitCode, KnownError } from '../../../src/errors.ts'
import type { Outcome } from '../../../src/sync/plan/outcome.ts'
import { runBatch } from '../../../src/sync/send/batch.ts'

const outcomeOf = (slug: string): Outcome => ({
  path: slug,
  slug,
  action: 'created',
  reason: 'new',
  id: null,
  url: null,
  updatedAt: null,
  error: null,
  hint: null,
  exitCode: ExitCode.ok,
})

test('the next script starts once the service has answered, before the last one is recorded', async () => {
  const events: string[] = []
  let record = () => {}
  const secondStarts = new Promise<void>((resolve) => {
    record = resolve
  })
  const { outcomes } = await runBatch(
    ['a', 'b', 'c'],
    async (slug, sent) => {
      events.push(`send ${slug}`)
      if (slug === 'b') record()
      if (slug === 'a') {
        sent()
        await secondStarts
        events.push('record a')
      }
      return outcomeOf(slug)
    },
    outcomeOf,
    { concurrency: 1, onOutcome: ({ slug }) => events.push(`outcome ${slug}`) },
  )
  expect(outcomes.map(({ slug }) => slug)).toEqual(['a', 'b', 'c'])
  expect(events.filter((event) => event.startsWith('send'))).toEqual(['send a', 'send b', 'send c'])
  expect(events.indexOf('record a')).toBeGreaterThan(events.indexOf('send b'))
  expect(events.indexOf('outcome a')).toBeGreaterThan(events.indexOf('record a'))
})

test('a script without an answer keeps its place, so no more than wanted are sent at once', async () => {
  let now = 0
  let most = 0
  await runBatch(
    Array.from({ length: 20 }, (_, n) => `s${n}`),
    async (slug, sent) => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setImmediate(resolve))
      now--
      sent()
      await new Promise((resolve) => setImmediate(resolve))
      return outcomeOf(slug)
    },
    outcomeOf,
    { concurrency: 3 },
  )
  expect(most).toBe(3)
})

test('an outage while a script is recorded ends the run too', async () => {
  const outage = new KnownError('No key.', { code: 'TOPO_UNAUTHORIZED', exitCode: ExitCode.auth })
  const { outcomes, ended } = await runBatch(
    ['a', 'b', 'c', 'd'],
    async (slug, sent) => {
      if (slug !== 'a') {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return outcomeOf(slug)
      }
      sent()
      await new Promise((resolve) => setImmediate(resolve))
      throw outage
    },
    outcomeOf,
    { concurrency: 1 },
  )
  expect(ended).toBe(outage)
  expect(outcomes.map(({ action }) => action)).toEqual([
    'not-done',
    'created',
    'not-done',
    'not-done',
  ])
})
