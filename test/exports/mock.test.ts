/** `topo-cli/mock`, as tests of other projects use it. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type MockOptions, startMock } from '../../src/exports/mock.ts'

const headers = { 'x-api-key': 'ca_demo_alice' }

async function started(options?: MockOptions) {
  const mock = await startMock(options)
  onTestFinished(() => mock.close())
  return mock
}

test('several mocks have their own address and state', async () => {
  const one = await started()
  const other = await started()
  expect(one.url).not.toBe(other.url)
  const body = JSON.stringify({ name: 'Only here', type: 'sketch', code: '' })
  await fetch(`${one.url}/v1/scripts`, { method: 'POST', headers, body })
  const count = async (url: string) =>
    ((await (await fetch(`${url}/v1/scripts/user`, { headers })).json()) as { totalCount: number })
      .totalCount
  expect([await count(one.url), await count(other.url)]).toEqual([3, 2])
  one.reset()
  expect(await count(one.url)).toBe(2)
})

test('options let pages and host names in, and are checked', async () => {
  const mock = await started({
    cors: ['http://localhost:5173'],
    allowHosts: ['data.test'],
    controlHosts: ['x'],
  })
  const ask = async (path: string) => {
    const response = await mock.fetch(path, {
      headers: { ...headers, origin: 'http://localhost:5173' },
    })
    return [response.status, response.headers.get('access-control-allow-origin')]
  }
  expect(await ask('/v1/quota/me')).toEqual([200, 'http://localhost:5173'])
  expect(await ask('/__mock/state')).toEqual([200, null])
  for (const [option, message] of [
    [
      { cors: ['localhost:5173'] },
      'startMock: cors: 0: is not an origin; write http://localhost:5173.',
    ],
    [{ allowHosts: ['mock:1'] }, 'startMock: allowHosts: 0: has a port, which does not count.'],
    [{ controlHosts: ['*'] }, 'startMock: controlHosts: 0: is a pattern instead of a host name.'],
    [{ cors: '*' }, 'startMock: cors: expected array, received string.'],
  ] as const)
    await expect(startMock(option as MockOptions)).rejects.toMatchObject({
      code: 'TOPO_MOCK_INPUT',
      message,
    })
})

test('a mock warns of an incomplete line in its data, and drops it', async () => {
  const data = mkdtempSync(join(tmpdir(), 'topo-data-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  await (await startMock({ data })).close()
  appendFileSync(join(data, 'journal-1.ndjson'), '12345678 1 [{"tab')
  const warned = once(process, 'warning')
  await started({ data })
  expect((await warned)[0].message).toMatch(/^dropped line 3 of .*journal-1\.ndjson/)
})

test('a mock controls state, clock, faults, requests and payments', async () => {
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
  expect(mock.requests.list().at(-1)).toMatchObject({
    path: '/v1/quota/me',
    status: null,
    fault: 'reset',
  })
  mock.requests.clear()
  expect(mock.requests.list()).toEqual([])
})

test('close leaves nothing that keeps the process running', async () => {
  const library = pathToFileURL(resolve(import.meta.dirname, '../../dist/mock.js')).href
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

describe('input of startMock', () => {
  const wrong = (message: RegExp) => ({
    code: 'TOPO_MOCK_INPUT',
    message: expect.stringMatching(message),
  })

  test.each<[object, RegExp]>([
    [{ staus: 503 }, /^startMock: staus: unknown field; known fields: port, host, /],
    [{ rateLimt: 5 }, /^startMock: rateLimt: .*did you mean "rateLimit"\?$/],
    [{ port: '4010' }, /^startMock: port: expected number, received string\.$/],
    [{ port: 70_000 }, /^startMock: port: /],
    [{ fixtures: 'demos' }, /^startMock: fixtures: is "demo", "none" or a saved state\.$/],
    [{ fixtures: { version: 1, tables: { users: [{}] } } }, /^startMock: fixtures: /],
    [
      { fixtures: { version: 1, tables: { scrpts: [] } } },
      /^startMock: fixtures: tables: scrpts: .*did you mean "scripts"\?$/,
    ],
    [{ provider: 'bnak' }, /^startMock: provider: /],
    [{ latency: -1 }, /^startMock: latency: /],
    [{ rateLimit: 0 }, /^startMock: rateLimit: is a whole number from 1/],
    [{ seed: 1.5 }, /^startMock: seed: /],
    [{ clock: 'soon' }, /^startMock: clock: is not a time; write it as 2026-01-31T12:00:00Z\.$/],
    ...[
      '2026',
      '5',
      '2026-01-31',
      '2026-01-31T12:00:00',
      '31 Jan 2026',
      '2026-02-30T12:00:00Z',
    ].map((clock): [object, RegExp] => [
      { clock },
      /^startMock: clock: is not a time; write it as /,
    ]),
    [{ latency: 2 ** 31 }, /^startMock: latency: /],
    [{ quotas: { draftPerDay: 1 } }, /^startMock: quotas: .*draftPerDay/],
    [
      { quotas: { draftsPerDay: -1 } },
      /^startMock: quotas: draftsPerDay: must be a whole number from 0, or "unlimited"\.$/,
    ],
  ])('startMock(%j) is refused with the name of the field', async (options, message) => {
    const startedMock = startMock(options as MockOptions)
    onTestFinished(
      async () => void (await startedMock.then((mock) => mock.close()).catch(() => {})),
    )
    await expect(startedMock).rejects.toMatchObject(wrong(message))
  })

  test('is checked in every function, and wrong input changes nothing', async () => {
    const mock = await started({ clock: '2026-03-01T12:00:00Z' })
    const before = mock.state.get()
    const failure = (call: () => unknown) => {
      try {
        return call()
      } catch (error) {
        return error
      }
    }
    const calls: [() => unknown, RegExp][] = [
      [
        () => mock.faults.add({ staus: 503 } as never),
        /^faults\.add: staus: .*did you mean "status"\?$/,
      ],
      [() => mock.faults.add({ status: '503' } as never), /^faults\.add: status: expected number/],
      [() => mock.faults.add({ kind: 'rest' } as never), /^faults\.add: kind: /],
      [() => mock.faults.add({ times: 0 }), /^faults\.add: times: /],
      [() => mock.clock.advance('60' as never), /^clock\.advance: expected number/],
      [() => mock.clock.advance(Number.NaN), /^clock\.advance: expected number/],
      [() => mock.clock.advance(1e300), /^clock\.advance: results in a time/],
      [() => mock.clock.set('soon'), /^clock\.set: is not a time/],
      [() => mock.state.set({ version: 2 } as never), /^state\.set: version: /],
      [
        () => mock.payments.settle('nothing', 'succeeded'),
        /^payments\.settle: payment not found\.$/,
      ],
      [() => mock.payments.settle('nothing', 'succeded' as never), /^payments\.settle: status: /],
    ]
    for (const [call, message] of calls) expect(failure(call)).toMatchObject(wrong(message))
    expect(mock.state.get()).toEqual(before)
    expect((await mock.fetch('/v1/quota/me', { headers })).status).toBe(200)
  })
})

test('quotas are set for every user, and stay after a reset', async () => {
  const mock = await started({ quotas: { draftsPerDay: 'unlimited', publishPerDay: 1 } })
  const limits = async (user = 'alice') => {
    const answer = await mock.fetch('/v1/quota/me', { headers: { 'x-api-key': `ca_demo_${user}` } })
    const { quotas } = (await answer.json()) as {
      quotas: { key: string; used: number; limit: number }[]
    }
    return Object.fromEntries(quotas.map(({ key, used, limit }) => [key, `${used} of ${limit}`]))
  }
  const create = async (isPublic = false) => {
    const body = JSON.stringify({ name: 'n', type: 'sketch', code: '', isPublic })
    const answer = await mock.fetch('/v1/scripts', { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { limit?: number }).limit]
  }
  for (let n = 0; n < 25; n++) expect((await create())[0]).toBe(200)
  const none = Number.MAX_SAFE_INTEGER
  expect(await limits()).toMatchObject({ draftsPerDay: `25 of ${none}`, publishPerDay: '0 of 1' })
  expect(await limits('carol')).toMatchObject({
    draftsPerDay: `0 of ${none}`,
    commentsPerHour: '0 of 300',
  })
  expect((await create(true))[0]).toBe(200)
  expect(await create(true)).toEqual([429, 1])
  mock.reset()
  expect(await limits()).toMatchObject({ draftsPerDay: `0 of ${none}`, publishPerDay: '0 of 1' })
})
