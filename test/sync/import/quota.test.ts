/** Pauses of an import whose quota is used up: the quota is asked for just after each, and not before. */
import { expect, test } from 'vitest'
import { createClient } from '../../../src/api/client/client.ts'
import { ExitCode, KnownError } from '../../../src/errors.ts'
import { ImportJournal } from '../../../src/sync/import/journal.ts'
import { waitForQuota } from '../../../src/sync/import/quota.ts'
import { TestClock } from '../../clock.ts'
import { makeFolder } from '../../project/folder.ts'

const used = new KnownError('used up', {
  code: 'TOPO_QUOTA',
  exitCode: ExitCode.quota,
  details: { error: 'quota_exceeded', quota: 'draftsPerDay' },
})

/** Waits for a quota that is free from some moment on. */
async function waiting(freeAfterMs: number, windowSeconds: number, maxWaitSeconds?: number) {
  const clock = new TestClock()
  let asked = 0
  const send = async () => {
    asked++
    const isFree = clock.elapsed() >= freeAfterMs
    const quota = { key: 'draftsPerDay', limit: 5, used: isFree ? 4 : 5, windowSeconds }
    return { tierId: 'free', isAdmin: false, quotas: [quota] }
  }
  const client = createClient({ clock, send }, 'http://localhost')
  const journal = await ImportJournal.open(makeFolder().root, 'http://localhost', 'rows', false)
  const isFree = waitForQuota(used, { client, journal, maxWaitSeconds, onWait: () => {} })
  return { clock, isFree, asked: () => asked }
}

test('the pauses double from a second to a minute', async () => {
  const { clock, isFree, asked } = await waiting(200_000, 3600)
  const pauses: number[] = []
  for (let question = 1; clock.elapsed() < 200_000; question++) {
    pauses.push(await clock.justBeforeNext())
    expect(asked()).toBe(question)
    await clock.advance(1)
    expect(asked()).toBe(question + 1)
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  expect(await isFree).toBe(true)
})

test.each([
  ['the window of the quota', 90, undefined, 90_000],
  ['the time that a person allows', 90, 50, 50_000],
])('it waits no longer than %s', async (_what, windowSeconds, maxWaitSeconds, milliseconds) => {
  const { clock, isFree } = await waiting(Number.POSITIVE_INFINITY, windowSeconds, maxWaitSeconds)
  expect(await clock.run(isFree)).toBe(false)
  expect(Math.round(clock.elapsed())).toBe(milliseconds)
})
