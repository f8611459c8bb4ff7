/** Keeps its promises for any sequence of requests. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../src/api/contract/contract.ts'
import type { Provider } from '../../src/mock/database/database.ts'
import type { KeyRow, ScriptRow, SessionRow, UserRow } from '../../src/mock/database/rows.ts'
import type { Snapshot } from '../../src/mock/database/snapshot.ts'
import { openApiDocument } from '../../src/mock/openapi/document.ts'
import { cases } from '../cases.ts'
import { type OpenApi, openApiChecker } from '../contract/openapi.ts'
import { hugeBodies, operationAt, type Step, steps } from './arbitrary-requests.ts'
import { changedTables, checkRevisions, checkRows, foreignChanges } from './invariants.ts'
import { fixtures } from './marked-world.ts'
import { resolveReferences } from './resolve-references.ts'
import { type TestService, testService } from './service.ts'
import { leaks, rowsOf, type User } from './visibility.ts'

/** Number of sequences of up to 30 requests; 400 take about eight seconds, a million run for a night. */
const sequences = cases(400, 0.03)

/** The OpenAPI document holds for every answer. */
const document = openApiChecker(openApiDocument('http://localhost') as unknown as OpenApi)

/** Sequences that failed once. */
const foundByChance: Step[] = [
  {
    request: {
      method: 'DELETE',
      path: '/v1/collections/../scripts/@script:0',
      headers: { authorization: 'Bearer ca_demo_alice' },
      body: undefined,
    },
  },
  {
    request: {
      method: 'GET',
      path: '/v1/workspaces/',
      headers: { authorization: 'Bearer ca_demo_alice' },
      body: undefined,
    },
  },
]

const statuses = [400, 401, 403, 404, 409, 413, 422, 429, 503]

test('the service keeps its promises for any sequence of requests', {
  timeout: 30_000 + sequences * 100,
}, async () => {
  const property = fc.asyncProperty(
    steps,
    fc.constantFrom<Provider>('bank', 'bank', 'widget', 'widget', 'none'),
    async (sequence, provider) => {
      const service = testService({ fixtures, provider })
      const marks = { count: 0 }
      for (const step of sequence) await play(service, step, marks)
      checkRows(service.control.state())
      await checkCounts(service)
    },
  )
  await fc.assert(property, { numRuns: sequences, examples: [[foundByChance, 'bank']] })
})

async function play(service: TestService, step: Step, marks: { count: number }): Promise<void> {
  const before = service.control.state()
  if ('advanceSeconds' in step) return service.advance(step.advanceSeconds)
  if ('payment' in step) {
    const path = `/__mock/payments/${resolveReferences(step.payment, before, marks)}`
    const response = await service.request(path, {
      method: 'POST',
      body: JSON.stringify({ status: step.becomes }),
    })
    expect([200, 404, 409]).toContain(response.status)
    return
  }
  const { method, headers } = step.request
  const caller = callerOf(before, headers)
  const path = resolveReferences(step.request.path, before, marks, caller)
  const sent = step.request.body
  const body = sent === undefined ? undefined : resolveReferences(sent, before, marks, caller)
  const { pathname, search } = new URL(path, 'http://localhost')
  const response = await service.request(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const after = service.control.state()
  const what = `${method} ${path} ${JSON.stringify(headers)} ${body?.slice(0, 500)}\n→ ${response.status} ${text.slice(0, 500)}`

  if (!pathname.startsWith('/v/'))
    checkAnswer(
      {
        operation: operationAt(method, pathname),
        caller,
        provider: service.database.provider,
      },
      response,
      text,
      what,
    )
  if (pathname.startsWith('/v1/')) {
    const answer: unknown = JSON.parse(text)
    // The service gets the path without its dot segments.
    const exchange = { method, path: pathname + search, headers, body, response, answer }
    expect(document.check(exchange), what).toEqual([])
  }
  // Administrators see all users and change rows of others.
  const administers = caller?.isAdmin && /^\/v1\/(admin|audit)\//.test(pathname)
  const leaked = leaks(text, `${decoded(path)} ${body}`, caller ?? undefined, [before, after])
  if (!administers) expect(leaked, what).toEqual([])
  const refused = response.status >= 400
  const reads = method === 'GET' && pathname.startsWith('/v1/') && pathname !== '/v1/billing/me'
  if (refused || reads) expect(changedTables(before, after), what).toEqual([])
  checkRevisions(before, after, what)
  if (!administers) expect(foreignChanges(before, after, caller ?? undefined), what).toEqual([])
}

interface AskedOperation {
  readonly operation: Operation | undefined
  readonly caller: User | null
  readonly provider: Provider
}

function checkAnswer(
  { operation, caller, provider }: AskedOperation,
  response: Response,
  text: string,
  what: string,
): void {
  expect(response.headers.get('content-type'), what).toMatch(/^application\/json/)
  const answer = JSON.parse(text) as Record<string, unknown>
  const unknown = caller === null || (caller === undefined && operation?.auth === 'key')
  if (operation && unknown) expect(response.status, what).toBe(401)
  if (operation)
    expect(response.headers.get('x-topo-inferred') === '1', what).toBe(operation.inferred)
  const unpaid =
    provider === 'none' &&
    operation?.section === 'Endpoints / Billing' &&
    operation.path !== '/v1/billing/status'
  if (unpaid) expect([401, 503], what).toContain(response.status)
  if (response.status === 200) {
    if (!operation) throw new Error(`unknown endpoint: ${what}`)
    expect(operation.response.safeParse(answer).error, what).toBeUndefined()
    return
  }
  expect(statuses, what).toContain(response.status)
  expect(answer.error, what).toEqual(expect.stringMatching(/^[a-z_]+$/))
  if (response.status === 503)
    expect({ ...answer, provider }, what).toMatchObject({
      error: 'billing_not_configured',
      provider: 'none',
    })
  if (response.status === 422 && answer.issues !== undefined) {
    const issue = { path: expect.any(Array), message: expect.any(String) }
    for (const one of answer.issues as unknown[]) expect(one, what).toMatchObject(issue)
  }
}

/** Undefined for no credentials, null for invalid ones. */
function callerOf(state: Snapshot, headers: Readonly<Record<string, string>>): User | null {
  const key = headers.authorization?.slice('Bearer '.length) ?? headers['x-api-key']
  const session = headers.cookie?.slice('session='.length)
  if (key === undefined && session === undefined) return undefined
  const grants =
    key === undefined ? rowsOf<SessionRow>(state, 'sessions') : rowsOf<KeyRow>(state, 'keys')
  const grant = grants.find(({ id }) => id === (key ?? session))
  if (!grant || ('revoked' in grant && grant.revoked)) return null
  return rowsOf<UserRow>(state, 'users').find(({ id }) => id === grant.userId) ?? null
}

/** Counters of a caller match the rows. */
async function checkCounts(service: TestService): Promise<void> {
  const state = service.control.state()
  const scripts = rowsOf<ScriptRow>(state, 'scripts')
  const where = (table: string, field: string, value: string) =>
    rowsOf<Record<string, string>>(state, table).filter((row) => row[field] === value).length
  const ask = async (path: string, user?: string) => {
    const response = await service.request(
      path,
      user === undefined ? {} : { key: `ca_demo_${user}` },
    )
    expect(response.status, path).toBe(200)
    return (await response.json()) as {
      items: Record<string, unknown>[]
      item: Record<string, unknown>
      totalCount: number
      quotas: { used: number; limit: number }[]
    }
  }
  const gallery = await ask('/v1/scripts/gallery?pageSize=100')
  expect(gallery.totalCount).toBe(scripts.filter(({ isPublic }) => isPublic).length)
  for (const item of gallery.items)
    expect(item.starCount).toBe(where('stars', 'scriptId', item.id as string))
  for (const { id, username } of rowsOf<UserRow>(state, 'users')) {
    const own = await ask('/v1/scripts/user?limit=100', username)
    expect([own.totalCount, own.items.length]).toEqual([
      where('scripts', 'ownerId', id),
      where('scripts', 'ownerId', id),
    ])
    const collections = await ask('/v1/collections', username)
    expect(collections.totalCount).toBe(where('collections', 'ownerId', id))
    for (const item of collections.items)
      expect(item.scriptCount).toBe(where('collected', 'collectionId', item.id as string))
    const { quotas } = await ask('/v1/quota/me', username)
    for (const { used, limit } of quotas)
      expect(used >= 0 && used <= limit, `${used} of ${limit}`).toBe(true)
    for (const { slug } of own.items) {
      const { item } = await ask(`/v1/scripts/${slug}`, username)
      expect(item.slug).toBe(slug)
      const comments = await ask(`/v1/scripts/${item.id}/comments`, username)
      expect(comments.items.length).toBe(where('comments', 'scriptId', item.id as string))
    }
  }
  const journal = await service.request('/__mock/requests')
  expect(journal.status, 'the journal can be read').toBe(200)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

test('a refused request does not change even the order of the rows', async () => {
  const service = testService()
  const create = (slug: string) =>
    service.request('/v1/scripts', {
      method: 'POST',
      key: 'ca_demo_alice',
      body: JSON.stringify({ name: 'x', type: 'sketch', code: 'x', slug }),
    })
  await create('one')
  await create('two')
  // Earlier uses are outside their window and are removed by the next use.
  service.advance(40 * 86_400)
  const before = service.control.state()
  expect((await create('one')).status).toBe(409)
  expect(changedTables(before, service.control.state())).toEqual([])
})

describe('a malformed request body', () => {
  const bodies = [
    '{',
    '',
    'null',
    '[]',
    '"x"',
    '\u0000',
    '{"name":"x",}',
    '['.repeat(100_000),
    'name=x&type=sketch',
  ]
  test.each(bodies.map((body) => [body.slice(0, 20), body]))(
    '%j is a 422 and changes nothing',
    async (_, body) => {
      const service = testService()
      const before = service.control.state()
      const response = await service.request('/v1/scripts', {
        method: 'POST',
        key: 'ca_demo_alice',
        body,
      })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({
        error: 'validation_failed',
        issues: expect.any(Array),
      })
      expect(changedTables(before, service.control.state())).toEqual([])
    },
  )

  test.each(['@objects', '@arrays'])(
    '%s, nested deeper than a call stack, is a 422 and in the journal',
    async (name) => {
      const service = testService()
      const body = hugeBodies[name] ?? ''
      const response = await service.request('/v1/collections', {
        method: 'POST',
        key: 'ca_demo_alice',
        body,
      })
      expect(response.status).toBe(422)
      const journal = await service.request('/__mock/requests')
      expect(journal.status).toBe(200)
      expect(await journal.json()).toMatchObject({
        items: [{ path: '/v1/collections', status: 422 }],
      })
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'image/png',
  ])('JSON with the content type %s never causes a 500', async (type) => {
    const body = JSON.stringify({ name: 'x', type: 'sketch', code: 'x' })
    const response = await testService().request('/v1/scripts', {
      method: 'POST',
      key: 'ca_demo_alice',
      headers: { 'content-type': type },
      body,
    })
    expect([200, 422]).toContain(response.status)
    expect(await response.json()).toBeTypeOf('object')
  })

  const huge = 'x'.repeat(10 * 1024 * 1024)
  test.each([
    ['POST', '/v1/scripts', { name: 'x', type: 'sketch', code: huge }],
    ['DELETE', '/v1/scripts/alice-shop', { why: huge }],
  ])('%s %s of 10 MB is a 413 and changes nothing', async (method, path, body) => {
    const service = testService()
    const before = service.control.state()
    const response = await service.request(path, {
      method,
      key: 'ca_demo_alice',
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: 'payload_too_large' })
    expect(changedTables(before, service.control.state())).toEqual([])
  })
})
