/** Comments, collections, profiles, reports and the account: their rules, and what a deletion removes with them. */
import { describe, expect, test } from 'vitest'
import { KnownError as Known, type KnownError } from '../../src/errors.ts'
import type { AuditRow } from '../../src/mock/database/rows.ts'
import { goodCode, testService } from './service.ts'

async function refusal(promise: Promise<unknown>): Promise<KnownError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Known)) throw new Error(`expected a KnownError, got ${String(error)}`)
  return error
}

async function idOf(service: ReturnType<typeof testService>, slug: string, user = 'alice') {
  return (await service.as(user).scripts.get({ params: { idOrSlug: slug } })).item.id
}

test('an id matches in either case; the id of a node does not', async () => {
  const service = testService()
  const id = (await idOf(service, 'alice-shop')).toUpperCase()
  const alice = service.as('alice')
  expect((await alice.scripts.get({ params: { idOrSlug: id } })).item.slug).toBe('alice-shop')
  const { item: folder } = await alice.collections.create({ body: { name: 'c' } })
  const params = { id: folder.id.toUpperCase() }
  await alice.collections.addScript({ params, body: { scriptId: id } })
  await alice.collections.removeScript({ params: { ...params, scriptId: id } })
  expect((await alice.collections.list()).items).toMatchObject([{ scriptCount: 0 }])
  const { item } = await alice.comments.create({
    params: { id },
    body: { content: id, targetType: 'node', targetId: id },
  })
  expect(item).toMatchObject({ content: id, targetId: id })
})

describe('comments', () => {
  test('are read by everybody, filtered by target', async () => {
    const service = testService()
    const id = await idOf(service, 'hello-topology')
    const anyone = service.as('')
    const all = await anyone.comments.list({ params: { id } })
    expect(all).not.toHaveProperty('totalCount')
    expect(all.items).toMatchObject([
      {
        content: 'Short and clear.',
        targetType: 'script',
        author: { username: 'alice', fullName: 'Alice Archer' },
      },
      { targetType: 'node', targetId: 'db', author: { username: 'bob' } },
    ])
    const at = async (query: object) => (await anyone.comments.list({ params: { id }, query })).items.length
    expect([
      await at({ targetType: 'node' }),
      await at({ targetId: 'db' }),
      await at({ targetId: 'web' }),
    ]).toEqual([1, 1, 0])
  })

  test('count for the hourly quota, and need a target on nodes and edges', async () => {
    const service = testService()
    const params = { id: await idOf(service, 'alice-shop') }
    const bob = service.as('bob')
    const missing = await refusal(bob.comments.create({ params, body: { content: 'x', targetType: 'node' } }))
    expect(missing).toMatchObject({ status: 422, details: { issues: [{ path: ['targetId'] }] } })
    const { item } = await bob.comments.create({
      params,
      body: { content: 'x', targetType: 'script', targetId: 'ignored' },
    })
    expect(item).toMatchObject({ content: 'x', targetType: 'script', targetId: null })
    for (let n = 1; n < 30; n++)
      await bob.comments.create({ params, body: { content: 'x', targetType: 'script' } })
    const over = await refusal(bob.comments.create({ params, body: { content: 'x', targetType: 'script' } }))
    expect(over).toMatchObject({ status: 429, details: { quota: 'commentsPerHour', limit: 30 } })
    service.advance(3600)
    await bob.comments.create({ params, body: { content: 'x', targetType: 'script' } })
  })

  test('over the byte limit of the tier are a 413', async () => {
    const service = testService()
    const params = { id: await idOf(service, 'alice-shop') }
    const body = { content: 'ü'.repeat(4097), targetType: 'script' as const }
    expect(await refusal(service.as('bob').comments.create({ params, body }))).toMatchObject({ status: 413 })
    await service.as('carol').comments.create({ params, body })
  })

  test.each(['new', 'legacy'])('are deleted by their author only, by the %s path', async (path) => {
    const service = testService()
    const id = await idOf(service, 'alice-shop')
    const { item } = await service.as('bob').comments.create({
      params: { id },
      body: { content: 'mine', targetType: 'script' },
    })
    const remove = (user: string) =>
      path === 'new'
        ? service.as(user).comments.delete({ params: { commentId: item.id } })
        : service.as(user).comments.deleteFromScript({ params: { id, commentId: item.id } })
    expect(await refusal(remove('alice'))).toMatchObject({ status: 403 })
    expect(await remove('bob')).toEqual({ ok: true })
    expect(await refusal(remove('bob'))).toMatchObject({ status: 404 })
  })

  test('of one script are not found at another', async () => {
    const service = testService()
    const { items } = await service
      .as('')
      .comments.list({ params: { id: await idOf(service, 'hello-topology') } })
    const params = { id: await idOf(service, 'alice-shop'), commentId: items[0]?.id ?? '' }
    expect(await refusal(service.as('alice').comments.deleteFromScript({ params }))).toMatchObject({
      status: 404,
    })
  })

  test('of a hidden script are hidden', async () => {
    const service = testService()
    const id = await idOf(service, 'alice-notes')
    expect(await refusal(service.as('bob').comments.list({ params: { id } }))).toMatchObject({ status: 404 })
    const body = { content: 'x', targetType: 'script' as const }
    expect(await refusal(service.as('bob').comments.create({ params: { id }, body }))).toMatchObject({
      status: 404,
    })
  })
})

describe('collections', () => {
  test('contain own and public scripts, each once, and only their owner sees them', async () => {
    const service = testService()
    const alice = service.as('alice')
    const { item } = await alice.collections.create({ body: { name: 'Shops', color: '#1f6feb' } })
    expect(item).toMatchObject({ name: 'Shops', scriptCount: 0 })
    const params = { id: item.id }
    const [notes, hello] = [await idOf(service, 'alice-notes'), await idOf(service, 'hello-topology')]
    for (const scriptId of [notes, hello, hello]) {
      expect(await alice.collections.addScript({ params, body: { scriptId } })).toEqual({ ok: true })
    }
    expect(await alice.collections.list()).toMatchObject({ items: [{ scriptCount: 2 }], totalCount: 1 })

    const bob = service.as('bob')
    expect((await bob.collections.list()).items).toEqual([])
    expect(await refusal(bob.collections.addScript({ params, body: { scriptId: hello } }))).toMatchObject({
      status: 404,
    })
    const { item: bobs } = await bob.collections.create({ body: { name: 'B' } })
    const hidden = bob.collections.addScript({ params: { id: bobs.id }, body: { scriptId: notes } })
    expect(await refusal(hidden)).toMatchObject({ status: 404 })

    await alice.collections.removeScript({ params: { id: item.id, scriptId: hello } })
    expect((await alice.collections.list()).items[0]?.scriptCount).toBe(1)
    await alice.scripts.delete({ params: { id: notes } })
    expect((await alice.collections.list()).items[0]?.scriptCount).toBe(0)
    expect((await alice.scripts.get({ params: { idOrSlug: hello } })).item.id).toBe(hello)
  })

  test.each([{ name: '' }, { name: 'x', color: 'red' }, {}])('%j is malformed', async (body) => {
    const response = await testService().request('/v1/collections', {
      method: 'POST',
      key: 'ca_demo_alice',
      body: JSON.stringify(body),
    })
    expect([response.status, (await response.json()).error]).toEqual([422, 'validation_failed'])
  })
})

test('profiles are public and contain no account data', async () => {
  const service = testService()
  const { item } = await service.as('').profiles.byUsername({ params: { username: 'bob' } })
  expect(Object.keys(item).sort()).toEqual(['avatarUrl', 'createdAt', 'fullName', 'id', 'username'])
  const nobody = service.as('').profiles.byUsername({ params: { username: 'nobody' } })
  expect(await refusal(nobody)).toMatchObject({ status: 404 })
})

describe('reports', () => {
  const reason = 'It shows our password.'
  test('are accepted for public scripts only', async () => {
    const service = testService()
    const body = { targetType: 'script' as const, targetId: await idOf(service, 'hello-topology'), reason }
    expect(await service.as('alice').reports.create({ body })).toMatchObject({
      ok: true,
      id: expect.any(String),
    })
    const notes = { ...body, targetId: await idOf(service, 'alice-notes') }
    expect(await refusal(service.as('alice').reports.create({ body: notes }))).toMatchObject({ status: 403 })
    expect(await refusal(service.as('bob').reports.create({ body: notes }))).toMatchObject({ status: 404 })
  })

  test.each([
    ['x'.repeat(9), 422],
    ['x'.repeat(10), 200],
    ['x'.repeat(2000), 200],
    ['x'.repeat(2001), 422],
  ])('need a reason of 10 to 2000 characters', async (text, status) => {
    const service = testService()
    const targetId = await idOf(service, 'hello-topology')
    const body = JSON.stringify({ targetType: 'script', targetId, reason: text })
    const response = await service.request('/v1/reports', { method: 'POST', key: 'ca_demo_alice', body })
    expect(response.status).toBe(status)
  })
})

test('deleting an account deletes all its data except the audit rows', async () => {
  const service = testService()
  const [alice, bob] = [service.as('alice'), service.as('bob')]
  const [shop, hello] = [await idOf(service, 'alice-shop'), await idOf(service, 'hello-topology')]
  await bob.scripts.star({ params: { id: shop } })
  await bob.comments.create({ params: { id: shop }, body: { content: 'nice', targetType: 'script' } })
  const { item: folder } = await bob.collections.create({ body: { name: 'F' } })
  await bob.collections.addScript({ params: { id: folder.id }, body: { scriptId: shop } })
  await alice.scripts.create({ body: { name: 'Mine', type: 'topology', code: goodCode } })
  await alice.comments.create({ params: { id: hello }, body: { content: 'mine', targetType: 'script' } })
  await alice.collections.create({ body: { name: 'C' } })

  expect(await alice.account.delete()).toEqual({ ok: true })
  expect(await refusal(alice.quota.me())).toMatchObject({ status: 401 })
  expect(await refusal(bob.profiles.byUsername({ params: { username: 'alice' } }))).toMatchObject({
    status: 404,
  })
  expect((await bob.collections.list()).items[0]?.scriptCount).toBe(0)

  const { tables } = service.database.snapshot()
  const [row] = (tables.audit ?? []) as readonly AuditRow[]
  const aliceId = row?.actorId as string
  expect(tables.audit).toMatchObject([{ action: 'account.deleted', actorEmail: 'alice@example.com' }])
  const { audit: _, ...others } = tables
  expect(JSON.stringify(others)).not.toContain(aliceId)
  expect(JSON.stringify(others)).not.toContain(shop)
})

describe('credentials', () => {
  const ask = async (headers: Record<string, string>) => {
    const response = await testService().request('/v1/quota/me', { headers })
    return response.status === 200 ? (await response.json()).tierId : response.status
  }
  test.each([
    ['a Bearer token', { authorization: 'Bearer ca_demo_alice' }, 'free'],
    ['X-API-Key', { 'x-api-key': 'ca_demo_carol' }, 'pro'],
    ['a session', { cookie: 'a=b; session=demo-carol' }, 'pro'],
    [
      'the Bearer token before the session',
      { authorization: 'Bearer ca_demo_alice', cookie: 'session=demo-carol' },
      'free',
    ],
    [
      'a bad Bearer token, whatever the session',
      { authorization: 'Bearer ca_x', cookie: 'session=demo-carol' },
      401,
    ],
    ['an unknown session', { cookie: 'session=x' }, 401],
    ['nothing', {}, 401],
  ])('%s', async (_what, headers, outcome) => {
    expect(await ask(headers)).toBe(outcome)
  })
})
