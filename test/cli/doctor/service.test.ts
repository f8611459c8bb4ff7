/** `topo doctor --service`: finds out how a deployment answers, with few reads, and leaves nothing behind. */
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { type AccentName, accentNames } from '../../../src/mock/accents/names.ts'
import { closedAddress, json, type Reply, testServer } from '../../api/server.ts'
import { oneOf, testAll } from '../../cases.ts'
import { as, fault, requests, rows, writes } from '../control.ts'
import { folder, mock, type RunOptions, start, topo, topoOnTerminal } from '../topo.ts'

interface Finding {
  check: string
  status: string
  message: string
  effect: string | null
  hint: string | null
}
interface Report {
  items: Finding[]
  totalCount: number
  // biome-ignore lint/suspicious/noExplicitAny: the facts of each check have their own form.
  service: any
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

/** A service with 25 scripts of alice, more than two pages of `cursor` hold. */
async function deployment(accents: AccentName[], settings: { rateLimit?: number } = {}) {
  const quotas = { draftsPerDay: 'unlimited', publishPerDay: 'unlimited' } as const
  const { url } = await mock({ accents, quotas, ...settings })
  for (let n = 0; n < 23; n++) {
    await fetch(`${url}/v1/scripts`, {
      method: 'POST',
      headers: { 'x-api-key': 'ca_demo_alice', 'x-sent-by': 'test' },
      body: JSON.stringify({ name: `n-${n}`, type: 'sketch', code: 'x', isPublic: true }),
    })
  }
  await fetch(`${url}/__mock/requests`, { method: 'DELETE' })
  return url
}

const plain = {
  lists: ['own scripts', 'gallery', 'public scripts', 'collections'].map((name) => ({
    ...{ name, envelope: '{ items }', count: 'totalCount', status: 200 },
  })),
  paging: [
    { name: 'own scripts', by: 'offset', cap: null, total: 25, missing: null },
    { name: 'gallery', by: 'page', cap: null, missing: null },
    { name: 'public scripts', by: 'offset', cap: null, missing: null },
  ],
  record: { envelope: '{ item }', ids: 'uuid' },
  errors: 'document',
  revisions: { form: 'ISO 8601 in milliseconds', agreement: 'same' },
  limits: { rate: { left: expect.any(Number) }, quotas: [{}, {}, {}, {}] },
  write: null,
}
const linked = plain.paging.map((one) => ({ ...one, by: 'link', cap: 10 }))
const counted = (count: string | null, envelope = '{ items }') =>
  plain.lists.map((list) => ({ ...list, count, envelope }))
const [own, gallery, publicScripts] = plain.paging

/** What each accent changes of `plain`. */
const expected: Record<AccentName, object> = {
  lean: { lists: counted(null), paging: plain.paging.map((one) => ({ ...one, total: null })) },
  tidy: { revisions: { form: 'ISO 8601 in milliseconds', agreement: 'same instant' } },
  cursor: { paging: [{ ...own, by: 'cursor', cap: 10 }, ...linked.slice(1)] },
  bare: {
    lists: counted(null, '[…]'),
    paging: plain.paging.map((one) => ({ ...one, total: null })),
    record: { envelope: 'the object itself', ids: 'uuid' },
  },
  legacy: {
    lists: [{ ...plain.lists[0], count: 'total_count' }, ...counted('meta.total').slice(1)],
    record: { envelope: '{ item }', ids: 'number' },
    errors: 'nested',
    revisions: { form: 'SQL timestamp in microseconds', agreement: 'same' },
  },
  partial: { paging: [own, gallery, publicScripts] },
}

describe('against', () => {
  test('the service as documented, everything is as expected and no write is sent', async () => {
    const url = await deployment([])
    const run = await probe({ env: as(url) })
    expect([run.code, run.problems]).toEqual([0, []])
    expect(run.items.map(({ status }) => status)).toEqual(run.items.map(() => 'ok'))
    expect(run.service).toMatchObject({ ...plain, address: url, key: true, embedded: true })
    expect(run.service.further.absent).toEqual([])
    expect(run.service.further.offered.length).toBeGreaterThan(20)
    const sent = await requests(url)
    expect(sent.length).toBe(run.service.requests)
    expect(sent.length).toBeLessThanOrEqual(60)
    expect([...new Set(sent.map(({ method }) => method))]).toEqual(['GET'])
    // Each request once, and none to an administrator's endpoint.
    const lines = sent.map((one) => JSON.stringify([one.path, (one as unknown as { query: object }).query]))
    expect(new Set(lines).size).toBe(lines.length)
    expect(sent.filter(({ path }) => /admin|audit/.test(path))).toEqual([])
  })

  test.each(oneOf(2, accentNames))('%s, it names what differs', async (accent) => {
    const url = await deployment([accent])
    const run = await probe({ env: as(url) })
    expect([run.code, run.problems]).toEqual([0, []])
    expect(run.service).toMatchObject({ ...plain, ...expected[accent] })
    expect(run.service.requests).toBeLessThanOrEqual(70)
    const { offered, absent } = run.service.further
    if (accent === 'partial') expect([offered, absent.length > 20]).toEqual([[], true])
    else expect(absent).toEqual([])
    if (accent === 'partial') expect(run.of('further')[0]?.effect).toContain('topo script versions')
    expect(await writes(url)).toEqual([])
  })

  test('all accents, it names all', async () => {
    const run = await probe({ env: as(await deployment([...accentNames])) })
    expect([run.code, run.problems]).toEqual([0, []])
    expect(run.service).toMatchObject({
      lists: counted(null, '[…]'),
      paging: linked.map((one) => ({ ...one, total: null })),
      record: { envelope: 'the object itself', ids: 'number' },
      revisions: { form: 'SQL timestamp in milliseconds', agreement: 'same instant' },
    })
  })

  test('a service that asks for no key, it probes what is public and says so', async () => {
    const { url } = await mock()
    const run = await probe({ env: { TOPO_BASE_URL: url } })
    expect([run.code, run.service.key]).toEqual([0, false])
    expect(run.of('service').at(-1)).toMatchObject({ status: 'warning' })
    expect(run.service.lists.map(({ name }: { name: string }) => name)).toEqual(['gallery', 'public scripts'])
  })
})

describe('--write', () => {
  const kinds = ['POST', 'PATCH', 'PATCH', 'DELETE']
  const sentKinds = async (url: string) => (await writes(url)).map((line) => line.split(' ')[0])
  const left = async (url: string) =>
    (await rows(url, 'scripts')).filter(({ slug }) => String(slug).startsWith('topo-doctor'))

  test('tells what a write does, and deletes its draft', async () => {
    const { url } = await mock()
    const run = await probe({ env: as(url) }, '--write', '--yes')
    expect([run.code, run.problems]).toEqual([0, []])
    expect(run.service.write).toEqual({
      ...{ create: 'script', update: 'script', delete: 'acknowledgement' },
      ...{ changed: [], takesRevision: true, revisionMoves: true, guarded: true, isGone: true },
    })
    expect(await sentKinds(url)).toEqual(kinds)
    expect(await left(url)).toEqual([])
    const [draft] = (await requests(url)).filter(({ method }) => method === 'POST')
    expect(draft?.requestBody).toMatchObject({ isPublic: false })
  })

  test('tells thin answers and normalized content', async () => {
    const { url } = await mock({ accents: ['lean', 'tidy', 'legacy'] })
    const run = await probe({ env: as(url) }, '--write', '--yes')
    expect([run.code, run.problems]).toEqual([0, []])
    expect(run.service.write).toMatchObject({
      ...{ create: 'thin', update: 'thin', delete: 'nothing', guarded: true },
      changed: ['description', 'code', 'tags', 'readme'],
    })
    expect(await left(url)).toEqual([])
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
    expect(await writes(url)).toEqual([])
  })

  test.each([
    ['a lost answer of the create', { method: 'POST', path: '/v1/scripts', kind: 'lost-response' }],
    ['a failed update', { method: 'PATCH', status: 500 }],
    ['a lost answer of the deletion', { method: 'DELETE', kind: 'lost-response', times: 1 }],
    ['a failed deletion', { method: 'DELETE', status: 502, times: 1 }],
    ['a read that fails', { method: 'GET', path: '/v1/scripts/*-*-*-*', kind: 'truncate', times: 4 }],
  ])('deletes its draft after %s', async (_what, scripted) => {
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
      [expect.objectContaining({ status: 'problem', hint: `Run "topo script delete ${draft?.slug}".` })],
    ])
  })

  test('deletes its draft before Ctrl-C ends it', { tags: 'signals' }, async () => {
    const { url } = await mock()
    await fault(url, { method: 'POST', path: '/v1/scripts', latencyMs: 800 })
    const child = start(['doctor', '--service', '--write', '--yes', '--json'], {
      cwd: folder(),
      env: as(url),
    })
    await expect.poll(() => sentKinds(url).then((sent) => sent.length), { timeout: 15_000 }).toBe(0)
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    // The journal shows a request once it is answered, so wait for the row.
    await expect.poll(() => left(url).then((found) => found.length), { timeout: 15_000, interval: 5 }).toBe(1)
    child.kill('SIGINT')
    const [code] = await once(child, 'close')
    expect([code, stderr]).toEqual([130, expect.stringContaining('Deleting the draft before exit')])
    expect(await left(url)).toEqual([])
  })

  test('does not count an exhausted quota as a fault of the service', async () => {
    const { url } = await mock({ quotas: { draftsPerDay: 0 } })
    const run = await probe({ env: as(url) }, '--write', '--yes')
    expect([run.code, run.of('writes')]).toEqual([
      0,
      [expect.objectContaining({ status: 'warning', message: expect.stringContaining('draftsPerDay') })],
    ])
  })
})

test('stops before the rate limit, and says so', async () => {
  const { url } = await mock({ rateLimit: 30 })
  const run = await probe({ env: as(url) })
  expect(run.code).toBe(0)
  expect((await requests(url)).length).toBeLessThanOrEqual(20)
  expect(run.of('further')[0]?.message).toMatch(/^not probed: only 1\d requests are left, more in \d+ s$/)
  expect(run.service.requests).toBeGreaterThan(10)
})

/** A service whose list counts five scripts and contains two. */
const script = { id: 's1', slug: 'one', name: 'One', code: 'x', tags: [], updatedAt: '2026-01-01T00:00:00Z' }
const serving =
  (answers: Record<string, Reply>): Reply =>
  (request, response, count) => {
    const path = request.url?.split('?')[0] ?? ''
    const reply = answers[`${request.method} ${path}`] ?? answers[path] ?? json(404, { error: 'not_found' })
    reply(request, response, count)
  }
const usual = {
  '/v1/scripts/gallery': json(200, { items: [] }),
  '/v1/scripts/public': json(200, { items: [] }),
  '/v1/collections': json(200, { items: [] }),
  '/v1/quota/me': json(200, { tierId: 'x', quotas: [] }),
  '/v1/scripts/s1': json(200, { item: script }),
}
const list = (items: object[], totalCount = items.length) => json(200, { items, totalCount })
const second = { ...script, id: 's2', slug: 'two' }

describe('a service that topo cannot sync with', () => {
  const against = async (answers: Record<string, Reply>) => {
    const { url } = await testServer(serving({ ...usual, ...answers }))
    return probe({ env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_doctor_0123456789' } })
  }

  test('lists fewer scripts than it counts', async () => {
    const run = await against({ '/v1/scripts/user': list([script, second], 5) })
    expect(run.code).toBe(1)
    expect(run.problems).toMatchObject([
      { check: 'paging', message: expect.stringContaining('3 of 5 entries are on no page') },
    ])
    expect(run.problems[0]?.effect).toContain('TOPO_LIST_INCOMPLETE')
    expect(run.service.paging[0]).toMatchObject({ by: 'none', cap: 2, total: 5, missing: 3 })
  })

  test('answers every slug with a script', async () => {
    const run = await against({
      '/v1/scripts/user': list([script]),
      '/v1/scripts/topo-doctor-no-such-script': json(200, { item: script }),
    })
    expect([run.code, run.service.errors]).toEqual([1, 'none'])
    expect(run.problems).toMatchObject([{ check: 'records', message: expect.stringContaining('HTTP 200') }])
  })

  test('accepts updates that are outdated, or moves no revision', async () => {
    const created = { ...script, id: 'd1' }
    const draft = (moves: boolean, changes = 0): Record<string, Reply> => ({
      '/v1/scripts/user': list([script]),
      'POST /v1/scripts': json(200, { item: created }),
      'PATCH /v1/scripts/d1': (request, response, count) => {
        changes++
        json(200, { item: created })(request, response, count)
      },
      'GET /v1/scripts/d1': (request, response, count) =>
        json(200, { item: { ...created, updatedAt: `2026-01-01T00:00:0${moves ? changes : 0}Z` } })(
          request,
          response,
          count,
        ),
      'DELETE /v1/scripts/d1': json(200, { ok: true }),
    })
    const both = await Promise.all(
      [true, false].map(async (moves) => {
        const { url } = await testServer(serving({ ...usual, ...draft(moves) }))
        const env = { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_doctor_0123456789' }
        return probe({ env }, '--write', '--yes')
      }),
    )
    const [unguarded, still] = both
    expect(unguarded?.service.write).toMatchObject({ guarded: false, revisionMoves: true, isGone: false })
    expect([unguarded?.code, unguarded?.of('writes').map(({ status }) => status)]).toEqual([
      0,
      ['ok', 'ok', 'warning', 'warning'],
    ])
    expect(still?.service.write).toMatchObject({ guarded: null, revisionMoves: false })
    expect([still?.code, still?.problems]).toMatchObject([1, [{ check: 'writes' }]])
  })

  test('answers with a page for people', async () => {
    const html: Reply = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>')
    const { url, requests: asked } = await testServer(html)
    const run = await probe({ env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_doctor_0123456789' } })
    expect([run.code, run.items.length]).toEqual([1, 1])
    expect(run.items[0]).toMatchObject({ check: 'service', status: 'problem', hint: expect.any(String) })
    expect(asked.length).toBe(1)
  })

  test('refuses the key, and then is not asked for anything else with it', async () => {
    const { url } = await mock()
    const run = await probe({ env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_nobody_0123456789' } })
    expect(run.code).toBe(1)
    expect(run.problems).toMatchObject([{ check: 'service', message: expect.stringMatching(/key/) }])
  })

  test('does not answer', async () => {
    const run = await probe({ env: { TOPO_BASE_URL: await closedAddress(), TOPO_API_KEY: 'ca_x' } })
    expect([run.code, run.items.length]).toEqual([1, 1])
  })
})

describe('limitations are told with what topo does', () => {
  const factsOf = async (answers: Record<string, Reply>) => {
    const { url } = await testServer(serving({ ...usual, ...answers }))
    return probe({ env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_doctor_0123456789' } })
  }

  test('lists without a revision', async () => {
    const run = await factsOf({ '/v1/scripts/user': list([{ id: 's1', slug: 'one' }]) })
    expect([run.code, run.of('revisions')]).toMatchObject([
      0,
      [{ status: 'warning', effect: expect.stringContaining('one request for each') }],
    ])
  })

  test('a list and a read with different revisions', async () => {
    const listed = { ...script, updatedAt: '2026-01-01T00:00:05Z' }
    const run = await factsOf({ '/v1/scripts/user': list([listed]) })
    expect(run.service.revisions).toMatchObject({ agreement: 'different' })
    expect(run.of('revisions')).toMatchObject([{ status: 'warning' }])
  })

  test('hostile values are cut and harmless', async () => {
    const evil = `\u001b]0;x\u0007${'9'.repeat(10_000)}`
    const run = await factsOf({
      '/v1/scripts/user': list([{ ...script, updatedAt: evil }]),
      '/v1/collections': json(200, { [evil]: [] }),
    })
    for (const { message } of run.items) expect(message.length).toBeLessThan(400)
    expect(run.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })
})

test('a pipe gets a record per line, a terminal a table', { tags: 'terminal' }, async () => {
  const url = await deployment(['cursor'])
  const { stdout } = await topo(['doctor', '--service'], { env: as(url) })
  const cells = stdout
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
  expect(cells.map((row) => row.length)).toEqual(cells.map(() => 5))
  expect(cells[2]).toEqual([
    ...['warning', 'paging', 'own scripts: by a cursor in the body, at most 10 entries at a time'],
    'topo sends the cursor back until no page has one. All 25 entries take 3 requests.',
    '',
  ])
  const { screen } = await topoOnTerminal(['doctor', '--service'], { env: as(url) })
  expect(screen).toContain('▲ paging     own scripts: by a cursor in the body')
  expect(screen).toContain('→ topo sends the cursor back until no page has one.')
  expect(screen).toMatch(/topo works with this service, with 3 limitations\. \d+ requests\./)
})

testAll('--local probes the local service', async () => {
  const run = await probe({ cwd: folder() }, '--local', '--write', '--yes')
  expect([run.code, run.problems, run.service.write.guarded]).toEqual([0, [], true])
})
