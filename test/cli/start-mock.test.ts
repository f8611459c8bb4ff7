/** `topo-cli/mock`, as tests of other projects use it. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type MockOptions, startMock } from '../../src/cli/start-mock.ts'

const headers = { 'x-api-key': 'ca_demo_alice' }

async function started(options?: MockOptions) {
  const mock = await startMock(options)
  onTestFinished(() => mock.close())
  return mock
}

test('several at once have addresses and states of their own', async () => {
  const [one, other] = [await started(), await started()]
  expect(one.url).not.toBe(other.url)
  const body = JSON.stringify({ name: 'Only here', type: 'sketch', code: '' })
  await fetch(`${one.url}/v1/scripts`, { method: 'POST', headers, body })
  const count = async (url: string) =>
    ((await (await fetch(`${url}/v1/scripts/user`, { headers })).json()) as { totalCount: number }).totalCount
  expect([await count(one.url), await count(other.url)]).toEqual([3, 2])
  one.reset()
  expect(await count(one.url)).toBe(2)
})

test('state, clock, faults, requests and payments', async () => {
  const mock = await started({ clock: '2026-03-01T12:00:00Z' })
  expect(mock.clock.now()).toBe('2026-03-01T12:00:00.000Z')
  expect(mock.clock.advance(60)).toBe('2026-03-01T12:01:00.000Z')
  expect(mock.clock.set('2026-04-01T00:00:00Z')).toBe('2026-04-01T00:00:00.000Z')

  const before = mock.state.get()
  const bought = await mock.fetch('/v1/billing/purchase-bundle', {
    method: 'POST',
    headers,
    body: JSON.stringify({ bundleId: 'kafka-cases' }),
  })
  const { paymentId } = (await bought.json()) as { paymentId: string }
  const open = async () =>
    (
      (await (await mock.fetch('/v1/scripts/kafka-at-scale', { headers })).json()) as {
        item: { userCanAccess: boolean }
      }
    ).item.userCanAccess
  expect(await open()).toBe(false)
  mock.payments.settle(paymentId, 'succeeded')
  expect(await open()).toBe(true)
  mock.state.set(before)
  expect(await open()).toBe(false)

  mock.faults.add({ kind: 'reset', times: 1 })
  await expect(mock.fetch('/v1/quota/me', { headers })).rejects.toThrow('fetch failed')
  expect(mock.requests.list().at(-1)).toMatchObject({ path: '/v1/quota/me', status: null, fault: 'reset' })
  mock.requests.clear()
  expect(mock.requests.list()).toEqual([])
})

test('after close nothing keeps the process', async () => {
  const library = resolve(import.meta.dirname, '../../dist/mock.js')
  const code = `import { startMock } from ${JSON.stringify(library)}
    const mock = await startMock()
    await (await fetch(mock.url + '/v1/billing/status')).text()
    await mock.close()
    console.log('closed')`
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    timeout: 10_000,
  })
  expect(run.stdout).toBe('closed\n')
})
