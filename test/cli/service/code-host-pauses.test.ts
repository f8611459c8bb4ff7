/** Pauses before a request to GitHub or GitLab is sent again, to the millisecond. */
import { expect, test } from 'vitest'
import { openCodeHost } from '../../../src/cli/service/code-host.ts'
import { json, type Reply, sequence, testServer } from '../../api/server.ts'
import { TestClock } from '../../clock.ts'

async function host(reply: Reply, maxWait?: number) {
  const clock = new TestClock()
  const { url, requests } = await testServer(reply)
  const notes: string[] = []
  const opened = await openCodeHost({
    name: 'GitHub',
    address: url,
    source: 'GITHUB_API_URL',
    headers: {},
    proxy: {} as never,
    clock,
    maxWait,
    note: (text) => notes.push(text),
  })
  return { clock, host: opened, requests, notes }
}

test('an outage is waited for, 0.3 and 0.6 seconds', async () => {
  const {
    clock,
    host: github,
    requests,
  } = await host(sequence(json(502, {}), json(502, {}), json(200, { login: 'me' })))
  const answer = github.get('user').json()
  expect(await clock.justBeforeNext()).toBe(300)
  expect(requests).toHaveLength(1)
  await clock.advance(1)
  expect(await clock.justBeforeNext()).toBe(600)
  expect(requests).toHaveLength(2)
  await clock.advance(1)
  expect(await answer).toEqual({ login: 'me' })
})

test.each([
  ['as long as the host says', { 'retry-after': '7' }, 7],
  ['for a minute if it does not say how long', {}, 60],
])('a rate limit is waited for, %s', async (_what, headers, seconds) => {
  const {
    clock,
    host: github,
    requests,
    notes,
  } = await host(
    sequence(json(429, {}, headers as Record<string, string>), json(200, { login: 'me' })),
    60,
  )
  const answer = github.get('user').json()
  expect(await clock.justBeforeNext()).toBe(seconds * 1000)
  expect(requests).toHaveLength(1)
  expect(notes).toEqual([`GitHub limits requests, continuing in ${seconds} s`])
  await clock.advance(1)
  expect(await answer).toEqual({ login: 'me' })
  expect(requests).toHaveLength(2)
})
