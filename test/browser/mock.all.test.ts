/** A page of another origin uses the mock, in a real browser. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../../src/exports/mock.ts'
import { noBrowser, openPage } from './chromium.ts'

/** An empty page, at an address of its own. */
async function site(): Promise<string> {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<p>page</p>'),
  )
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  onTestFinished(() => void server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

test.skipIf(noBrowser)(
  'an allowed page reads answers, errors and faults, and never the control',
  async () => {
    const allowed = await site()
    const other = await site()
    const mock = await startMock({ cors: [allowed] })
    onTestFinished(() => mock.close())
    const page = await openPage()
    await page.goto(allowed)
    const ask = (path: string, init: RequestInit = {}) =>
      page.evaluate(
        async ([url, sent]) => {
          const headers = {
            authorization: 'Bearer ca_demo_alice',
            'content-type': 'application/json',
          }
          try {
            const answer = await fetch(url, { credentials: 'include', headers, ...sent })
            return [answer.status, answer.headers.get('x-request-id')?.replace(/\d+/, 'N') ?? null]
          } catch (error) {
            return String(error)
          }
        },
        [mock.url + path, init] as const,
      )
    const isThere = async (slug: string) =>
      (await mock.fetch(`/v1/scripts/${slug}`, { headers: { 'x-api-key': 'ca_demo_alice' } }))
        .status === 200
    const refused = 'TypeError: Failed to fetch'
    expect(await ask('/v1/scripts/user')).toEqual([200, 'mock-N'])
    expect(await ask('/v1/nothing', { method: 'DELETE' })).toEqual([404, 'mock-N'])
    mock.faults.add({ status: 503, times: 1 })
    expect(await ask('/v1/scripts/alice-notes', { method: 'DELETE' })).toEqual([503, 'mock-N'])
    mock.faults.add({ kind: 'html', times: 1 })
    expect(await ask('/v1/scripts/user')).toEqual([502, 'mock-N'])
    expect(await ask('/v1/scripts/alice-notes', { method: 'DELETE' })).toEqual([200, 'mock-N'])
    expect(await ask('/__mock/state', { headers: {} })).toBe(refused)
    expect(await ask('/__mock/reset', { method: 'POST', headers: {} })).toBe(refused)
    expect(await isThere('alice-notes')).toBe(false)
    await page.goto(other)
    expect(await ask('/v1/scripts/user')).toBe(refused)
    expect(await ask('/v1/scripts/alice-shop', { method: 'DELETE' })).toBe(refused)
    expect(await isThere('alice-shop')).toBe(true)
  },
)
