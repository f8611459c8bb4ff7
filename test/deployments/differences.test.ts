/** Each difference answers as its name says, and stores what the embedded service stores. */
import { expect, test } from 'vitest'
import { service } from '../floor/service.ts'
import { type DifferenceName, differenceNames } from './differences.ts'

async function asked(differences: DifferenceName[], rateLimit?: number) {
  const running = await service({
    differences,
    rateLimit,
    now: () => Date.UTC(2026, 2, 1, 12, 0, 0, 250),
  })
  const ask = async (request: string, body?: object, key = 'ca_demo_alice') => {
    const [method, path = ''] = request.split(' ')
    const init = {
      method,
      headers: { 'x-api-key': key },
      ...(body && { body: JSON.stringify(body) }),
    }
    const response = await fetch(new URL(path, running.url), init)
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    // biome-ignore lint/suspicious/noExplicitAny: every endpoint has its own JSON.
    const read: any = isJson ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body: read }
  }
  return { ...running, ask }
}

const sketch = (slug: string, more: object = {}) => ({
  slug,
  name: slug,
  type: 'sketch',
  code: 'x',
  ...more,
})
const own = 'GET /v1/scripts/user'

test('cursor pages lists by nextCursor or Link, ten entries at most', async () => {
  const { ask } = await asked(['cursor'])
  for (let n = 0; n < 11; n++) await ask('POST /v1/collections', { name: `c${n}` })
  const first = (await ask('GET /v1/collections?offset=5')).body
  const second = (await ask(`GET /v1/collections?cursor=${first.nextCursor}`)).body
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([
    10,
    first.totalCount - 10,
    null,
  ])
  const gallery = (await ask('GET /v1/scripts/gallery?pageSize=1&page=2')).headers.get('link')
  const [, link] = /^<(.*)>; rel="next"$/.exec(gallery ?? '') ?? []
  const [two] = (await ask(`GET ${link}`)).body.items
  expect(two).toEqual((await ask('GET /v1/scripts/gallery')).body.items[1])
})

test('lean answers little, and does the same', async () => {
  const { ask, script } = await asked(['lean'])
  const created = (await ask('POST /v1/scripts', sketch('new-one'))).body
  const id = script('new-one')?.id
  expect(created).toEqual({ item: { id, slug: 'new-one' } })
  const { items, ...rest } = (await ask(own)).body
  expect([Object.keys(items[0]), rest]).toEqual([['id', 'slug', 'name', 'updatedAt'], {}])
  const theme = await ask('PATCH /v1/account/preferences', { theme: 'dark' })
  expect([theme.status, theme.body]).toEqual([204, ''])
  expect((await ask(`DELETE /v1/scripts/${id}`)).body).toBe('')
  expect(script('new-one')).toBeUndefined()
})

test('legacy has numbers as ids, other dates, counts and errors', async () => {
  const { ask, script } = await asked(['legacy'])
  const { id, updatedAt } = (await ask('POST /v1/scripts', sketch('counted'))).body.item
  expect([typeof id, updatedAt]).toEqual(['number', '2026-03-01 12:00:00.250000+00'])
  const renamed = { name: 'Renamed', expectedUpdatedAt: updatedAt }
  expect((await ask(`PATCH /v1/scripts/${id}`, renamed)).body.item.id).toBe(id)
  expect(script('counted')?.name).toBe('Renamed')
  expect((await ask(`PATCH /v1/scripts/${id}`, renamed)).body.error).toMatchObject({
    code: 'conflict',
  })
  expect((await ask(own)).body).toEqual({ items: expect.any(Array), total_count: 3 })
  expect((await ask(own, undefined, 'ca_nobody')).body).toBe('unauthorized')
})

test('legacy refuses above the rate limit as an auth layer does', async () => {
  const { ask } = await asked(['legacy'], 1)
  expect((await ask(own)).headers.get('x-ratelimit-remaining')).toBe('0')
  const found = []
  for (const request of [own, 'POST /v1/collections', 'PATCH /v1/scripts/x']) {
    const { status, headers, body } = await ask(request, request === own ? undefined : {})
    found.push([status, headers.get('retry-after'), body.error.code])
  }
  expect(found).toEqual([
    [403, '3600', 'rate_limit_exceeded'],
    [401, '3600', 'unauthorized'],
    [403, null, 'forbidden'],
  ])
})

test('tidy stores a normalized form, renames taken slugs, and lists microseconds', async () => {
  const { ask, script } = await asked(['tidy'])
  const sent = sketch('hello-topology', {
    name: ' Hello ',
    code: 'x \n\n',
    tags: ['Zoo', ' apple', 'zoo'],
  })
  const { slug, updatedAt } = (await ask('POST /v1/scripts', sent)).body.item
  const stored = { slug: 'hello-topology-2', name: 'Hello', code: 'x', tags: ['apple', 'zoo'] }
  expect([slug, script(slug)]).toMatchObject([stored.slug, stored])
  const { items } = (await ask(own)).body
  const listed = items.find((one: { slug: string }) => one.slug === slug)
  expect(listed.updatedAt).toBe(updatedAt.replace('Z', '000Z'))
})

test('bare has no envelopes, partial no further endpoints, and nothing else changes', async () => {
  const { ask } = await asked(['bare', 'partial'])
  expect((await ask(own)).body).toEqual([expect.any(Object), expect.any(Object)])
  expect((await ask('GET /v1/scripts/hello-topology')).body).toMatchObject({
    slug: 'hello-topology',
  })
  expect(await ask('GET /v1/me/pins')).toMatchObject({
    status: 404,
    body: expect.stringMatching(/<pre>Cannot GET/),
  })
  expect((await ask('POST /v1/workspaces', {})).status).toBe(405)
  expect((await ask('GET /v1/me/pins', undefined, 'ca_nobody')).status).toBe(401)
  const all = await asked(differenceNames)
  expect((await all.ask('GET /__mock/requests')).body).toEqual({ items: [] })
  expect((await all.ask('GET /v/hello-topology')).body).toContain('<html')
})
