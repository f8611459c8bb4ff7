/** `topo doctor --service`: finds out how a deployment answers, and leaves nothing behind. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closedAddress, json, type Reply, testServer } from '../../api/server.ts'
import { oneOf } from '../../cases.ts'
import { as, fault, requests, rows, writes } from '../control.ts'
import {
  ended,
  folder,
  mock,
  put,
  type RunOptions,
  script,
  start,
  topo,
  topoOnTerminal,
} from '../topo.ts'

interface Finding {
  check: string
  status: string
  message: string
  hint: string | null
}

// biome-ignore lint/suspicious/noExplicitAny: the facts of each check have their own form.
type Facts = any

interface Report {
  items: Finding[]
  service: Facts
  error?: { code: string }
}

async function probe(options: RunOptions, ...args: string[]) {
  const run = await topo(['doctor', '--service', '--json', '--no-input', ...args], options)
  const report = JSON.parse(run.stdout) as Report
  return {
    ...run,
    ...report,
    problems: report.items?.filter(({ status }) => status === 'problem'),
    of: (name: string) => report.items.filter(({ check }) => check === name),
  }
}

test('the embedded service is as expected, and no write is sent', async () => {
  const { url } = await mock()
  const run = await probe({ env: as(url) })
  expect([run.code, run.problems]).toEqual([0, []])
  expect(run.items.map(({ status }) => status)).toEqual(run.items.map(() => 'ok'))
  expect(run.service).toMatchObject({
    address: url,
    key: true,
    embedded: true,
    write: null,
    lists: { listed: 2, promised: 2 },
    limits: { rate: { limit: 1000, left: expect.any(Number) }, quotas: [{}, {}, {}, {}] },
  })
  const { list, read } = run.service.revisions
  expect([list, read]).toEqual([read, expect.stringMatching(/^\d{4}-/)])
  expect([run.service.further.absent, run.service.further.offered.length > 15]).toEqual([[], true])
  const sent = await requests(url)
  expect(sent.length).toBeLessThanOrEqual(40)
  expect([...new Set(sent.map(({ method }) => method))]).toEqual(['GET'])
  expect(sent.filter(({ path }) => /admin|audit/.test(path))).toEqual([])
})

test('a service that asks for no key is used where it is public, and the report says so', async () => {
  const { url } = await mock()
  const run = await probe({ env: { TOPO_BASE_URL: url } })
  expect([run.code, run.service.key]).toEqual([0, false])
  expect(run.of('service').at(-1)).toMatchObject({ status: 'warning' })
})

describe('--write', () => {
  const sentKinds = async (url: string) => (await writes(url)).map((line) => line.split(' ')[0])
  const left = async (url: string) =>
    (await rows(url, 'scripts')).filter(({ slug }) => String(slug).startsWith('topo-doctor'))

  test('says what a write does, and deletes its draft', async () => {
    const { url } = await mock()
    const run = await probe({ env: as(url) }, '--write', '--yes')
    expect([run.code, run.problems]).toEqual([0, []])
    expect(run.service.write).toEqual({ tidied: [], guard: 'revision' })
    expect(await sentKinds(url)).toEqual(['POST', 'PATCH', 'PATCH', 'DELETE'])
    expect(await left(url)).toEqual([])
    const [draft] = (await requests(url)).filter(({ method }) => method === 'POST')
    expect(draft?.requestBody).toMatchObject({ isPublic: false })
  })

  test('asks first, and without an answer sends nothing', { tags: 'terminal' }, async () => {
    const { url } = await mock()
    const refused = await probe({ env: as(url) }, '--write')
    expect([refused.code, refused.error?.code]).toEqual([2, 'TOPO_NEEDS_CONFIRMATION'])
    expect(await requests(url)).toEqual([])
    const { code, screen } = await topoOnTerminal(['doctor', '--service', '--write'], {
      env: as(url),
      answer: { 'delete it again?': 'n\r' },
    })
    expect([code, screen]).toEqual([0, expect.stringContaining('The service was only read.')])
    expect(screen).toContain('✔ lists')
    expect(await writes(url)).toEqual([])
  })

  test.each(
    oneOf(2, [
      [
        'a lost answer of the create',
        { method: 'POST', path: '/v1/scripts', kind: 'lost-response' },
      ],
      ['a failed update', { method: 'PATCH', status: 500 }],
      ['a lost answer of the deletion', { method: 'DELETE', kind: 'lost-response', times: 1 }],
      [
        'a read that fails',
        { method: 'GET', path: '/v1/scripts/*-*-*-*', kind: 'truncate', times: 4 },
      ],
      ['a failed deletion', { method: 'DELETE', status: 502, times: 1 }],
    ] as const),
  )('deletes its draft after %s', async (_what, scripted) => {
    const { url } = await mock()
    await fault(url, scripted)
    const run = await probe({ env: as(url) }, '--write', '--yes')
    expect(run.code).not.toBe(70)
    expect(await sentKinds(url)).toContain('POST')
    expect(await left(url)).toEqual([])
  })

  test('names the draft that it could not delete', async () => {
    const { url } = await mock()
    await fault(url, { method: 'DELETE', status: 500 })
    const run = await probe({ env: as(url) }, '--write', '--yes')
    const [draft] = await left(url)
    expect([run.code, run.of('writes')]).toEqual([
      1,
      [
        expect.objectContaining({
          status: 'problem',
          hint: `Run "topo script delete ${draft?.slug}".`,
        }),
      ],
    ])
  })

  test('deletes its draft before Ctrl-C ends it', { tags: 'signals' }, async () => {
    const { url } = await mock()
    // The draft exists for as long, so that the signal comes in time on a busy machine.
    await fault(url, { method: 'PATCH', path: '/v1/scripts/*', latencyMs: 2000 })
    const child = start(['doctor', '--service', '--write', '--yes', '--json'], { env: as(url) })
    const run = ended(child)
    await expect
      .poll(() => left(url).then((found) => found.length), { timeout: 15_000, interval: 5 })
      .toBe(1)
    child.kill('SIGINT')
    const { code, stderr } = await run
    expect([code, stderr]).toEqual([130, expect.stringContaining('Deleting the draft before exit')])
    expect(await left(url)).toEqual([])
  })

  test('does not count an exhausted quota as a fault of the service', async () => {
    const { url } = await mock({ quotas: { draftsPerDay: 0 } })
    const run = await probe({ env: as(url) }, '--write', '--yes')
    expect([run.code, run.of('writes')]).toEqual([
      0,
      [
        expect.objectContaining({
          status: 'warning',
          message: expect.stringContaining('draftsPerDay'),
        }),
      ],
    ])
  })
})

test('stops before the rate limit, and says so', async () => {
  const { url } = await mock({ rateLimit: 30 })
  const run = await probe({ env: as(url) })
  expect(run.code).toBe(0)
  expect(run.of('further')).toMatchObject([{ message: 'not probed: only 9 requests are left' }])
  expect((await requests(url)).length).toBeLessThan(30)
})

const item = {
  id: 's1',
  slug: 'one',
  name: 'One',
  code: 'x',
  tags: [],
  updatedAt: '2026-01-01T00:00:00Z',
}
const usual = {
  '/v1/scripts/gallery': json(200, { items: [] }),
  '/v1/billing/status': json(200, { configured: false }),
  '/v1/quota/me': json(200, { tierId: 'x', quotas: [] }),
  '/v1/scripts/s1': json(200, { item }),
}
const list = (items: object[], totalCount = items.length) => json(200, { items, totalCount })

async function against(answers: Record<string, Reply>, ...args: string[]) {
  const { url } = await testServer((request, response, count) => {
    const path = request.url?.split('?')[0] ?? ''
    const all: Record<string, Reply> = { ...usual, ...answers }
    const reply = all[`${request.method} ${path}`] ?? all[path] ?? json(404, { error: 'not_found' })
    reply(request, response, count)
  })
  return probe({ env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_doctor_0123456789' } }, ...args)
}

describe('a service that topo cannot sync with', () => {
  test('lists fewer scripts than it counts', async () => {
    const run = await against({
      '/v1/scripts/user': list([item, { ...item, id: 's2', slug: 'two' }], 5),
    })
    expect([run.code, run.problems]).toMatchObject([
      1,
      [{ check: 'lists', hint: expect.stringContaining('TOPO_LIST_INCOMPLETE') }],
    ])
    expect(run.service.lists).toEqual({ listed: 2, promised: 5 })
  })

  test('answers every slug with a script', async () => {
    const run = await against({
      '/v1/scripts/user': list([item]),
      '/v1/scripts/topo-doctor-no-such-script': json(200, { item }),
    })
    expect([run.code, run.problems]).toMatchObject([
      1,
      [{ check: 'scripts', message: expect.stringContaining('does not exist') }],
    ])
  })

  test('accepts updates that are outdated', async () => {
    const created = { ...item, id: 'd1' }
    const run = await against(
      {
        '/v1/scripts/user': list([item]),
        'POST /v1/scripts': (request, response, count) =>
          json(200, { item: { ...created, slug: 'topo-doctor' } })(request, response, count),
        '/v1/scripts/d1': json(200, { item: created }),
        '/v1/scripts/topo-doctor': json(200, { item: created }),
      },
      '--write',
      '--yes',
    )
    expect(run.of('writes').length).toBeGreaterThan(0)
  })

  test('answers with a page for people', async () => {
    const html: Reply = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>')
    const { url, requests: asked } = await testServer(html)
    const run = await probe({ env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_doctor_0123456789' } })
    expect([run.code, run.items.length]).toEqual([1, 1])
    expect(run.items[0]).toMatchObject({
      check: 'service',
      status: 'problem',
      hint: expect.any(String),
    })
    expect(asked.length).toBeLessThanOrEqual(3)
  })

  test('refuses the key', async () => {
    const { url } = await mock()
    const run = await probe({ env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_nobody_0123456789' } })
    expect(run.code).toBe(1)
    expect(run.problems).toMatchObject([
      { check: 'service', message: expect.stringMatching(/key/) },
    ])
  })

  test('does not answer', async () => {
    const run = await probe({ env: { TOPO_BASE_URL: await closedAddress(), TOPO_API_KEY: 'ca_x' } })
    expect([run.code, run.items.length]).toEqual([1, 1])
  })
})

test.each<[string, object, RegExp]>([
  ['have none', { updatedAt: undefined }, /lists have none/],
  ['differ from reads', { updatedAt: '2026-01-01T00:00:05Z' }, /differ/],
])('revisions of lists that %s are a limitation', async (_name, change, message) => {
  const run = await against({ '/v1/scripts/user': list([{ ...item, ...change }]) })
  expect(run.code).toBe(0)
  expect(run.of('scripts')).toMatchObject([
    {},
    {
      status: 'warning',
      message: expect.stringMatching(message),
      hint: expect.stringContaining('reads every'),
    },
  ])
})

test('hostile values are harmless', async () => {
  const evil = `\u001b]0;x\u0007${'9'.repeat(10_000)}`
  const run = await against({ '/v1/scripts/user': list([{ ...item, updatedAt: evil }]) })
  for (const { message } of run.items) expect(message.length).toBeLessThan(400)
  expect(run.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
})

const named = (...ids: string[]) =>
  Object.fromEntries(ids.map((id) => [`${id}.topology.js`, script(id)]))

test('--ci counts the requests of a push, and says whether the rate limit allows them', async () => {
  const scripts = named('a', 'b', 'c', 'd')
  const { url } = await mock()
  const cwd = folder(scripts)
  const clone = folder(scripts)
  const counted = async (options: RunOptions) => {
    const run = await topo(['doctor', '--ci', '--json'], options)
    return [run.code, JSON.parse(run.stdout).requests]
  }
  /** Requests of a real push. */
  const pushed = async (options: RunOptions) => {
    const before = (await requests(url)).length
    expect((await topo(['push'], options)).code).toBe(0)
    return (await requests(url)).length - before
  }
  const told = { files: 4, pages: 1, limit: 1000, isTold: true, perMerge: 3 }
  const first = {
    ...told,
    scripts: 2,
    reads: 0,
    creates: 4,
    updates: 0,
    quotas: 1,
    fullLook: 6,
  }
  expect(await counted({ cwd, env: as(url) })).toMatchObject([0, first])
  expect(await pushed({ cwd, env: as(url) })).toBe(first.fullLook)
  expect(await counted({ cwd, env: as(url) })).toMatchObject([
    0,
    { ...told, scripts: 6, reads: 0, creates: 0, fullLook: 1 },
  ])
  put(join(cwd, 'a.topology.js'), script('changed'))
  put(join(cwd, 'e.topology.js'), script('e'))
  const next = { files: 5, reads: 0, creates: 1, updates: 2, fullLook: 4 }
  expect(await counted({ cwd, env: as(url) })).toMatchObject([0, next])
  expect(await pushed({ cwd, env: as(url) })).toBe(next.fullLook)
  const narrow = await mock({ rateLimit: 3 })
  await topo(['push'], { cwd: folder(named('a')), env: as(narrow.url) })
  const refused = await topo(['doctor', '--ci'], { cwd: clone, env: as(narrow.url) })
  expect(refused.code).toBe(1)
  expect(refused.stdout).toMatch(
    /problem\tci\ta push that looks at everything sends about 6 requests: 1 for the list .*, 1 to read .*, 3 to create new files, 1 for the quotas.*push with --budget 2 /,
  )
})

test('a budget of two requests still creates a script, without a look at the quotas', async () => {
  const { url } = await mock()
  const cwd = folder(named('a', 'b', 'c'))
  const { code, stdout, stderr } = await topo(['push', '--budget', '2'], { cwd, env: as(url) })
  expect([code, stdout.match(/^created\t/gm)?.length, stderr]).toEqual([
    75,
    1,
    expect.stringContaining('"topo doctor --ci" counts what a push needs.'),
  ])
  expect((await requests(url)).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/scripts/user',
    'POST /v1/scripts',
  ])
})

test('--budget stops before one request too many, and the next run goes on', async () => {
  const { url } = await mock()
  const cwd = folder(named('a', 'b', 'c', 'd', 'e'))
  const first = await topo(['push', '--budget', '3'], { cwd, env: as(url) })
  expect([first.code, (await requests(url)).length]).toEqual([75, 3])
  expect(first.stderr).toContain('The budget of 3 requests is used up.')
  expect(first.stderr).toMatch(/1 of 5/)
  const second = await topo(['push', '--json'], { cwd, env: { ...as(url), TOPO_BUDGET: '6' } })
  expect([second.code, JSON.parse(second.stdout).counts]).toEqual([0, { unchanged: 1, created: 4 }])
  const wrong = await topo(['push'], { cwd, env: { ...as(url), TOPO_BUDGET: 'many' } })
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--budget must be a whole number'),
  ])
})
