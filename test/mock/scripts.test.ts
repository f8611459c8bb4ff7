import { describe, expect, test } from 'vitest'
import { KnownError } from '../../src/errors.ts'
import { goodCode, testService } from './service.ts'

const draft = (slug: string) => ({ slug, name: slug, type: 'topology', code: goodCode })

async function failure(promise: Promise<unknown>): Promise<KnownError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof KnownError)) throw new Error(`expected a KnownError, got ${String(error)}`)
  return error
}

describe('create', () => {
  test('returns the script, private by default', async () => {
    const alice = testService().as('alice')
    const { item } = await alice.scripts.create({ body: draft('checkout') })
    expect(item).toMatchObject({ slug: 'checkout', isPublic: false, publishedAt: null, engineVersion: '1.0' })
    expect((await alice.scripts.get({ params: { idOrSlug: item.id } })).item.code).toBe(goodCode)
  })

  test('creates a unique slug from the name', async () => {
    const alice = testService().as('alice')
    const body = { name: 'Zażółć & Co', type: 'topology', code: goodCode }
    expect((await alice.scripts.create({ body })).item.slug).toBe('zazo-c-co')
    expect((await alice.scripts.create({ body })).item.slug).toBe('zazo-c-co-2')
  })

  test('refuses a used slug with 409, and a slug that is a route with 422', async () => {
    const alice = testService().as('alice')
    const taken = await failure(alice.scripts.create({ body: draft('hello-topology') }))
    expect(taken).toMatchObject({ status: 409, code: 'TOPO_SLUG_TAKEN' })
    expect(await failure(alice.scripts.create({ body: draft('gallery') }))).toMatchObject({ status: 422 })
  })

  test('refuses an invalid script in the documented shape, without using quota', async () => {
    const alice = testService().as('alice')
    const code = goodCode.replace('await topology', "topology.connect('web', 'ghost')\nawait topology")
    const error = await failure(alice.scripts.create({ body: { ...draft('broken'), code } }))
    expect(error).toMatchObject({ status: 422, code: 'TOPO_REJECTED', exitCode: 1 })
    expect(error.details).toMatchObject({
      error: 'validation_failed',
      details: expect.stringContaining('ghost'),
      errors: [{ type: 'known-connection-ends', message: expect.any(String), fix: expect.any(String) }],
    })
    expect((await alice.quota.me()).quotas).toContainEqual(
      expect.objectContaining({ key: 'draftsPerDay', used: 0 }),
    )
    expect((await alice.scripts.own()).totalCount).toBe(2)
  })

  test('reports missing parts with the type "missing"', async () => {
    const error = await failure(
      testService()
        .as('alice')
        .scripts.create({ body: { ...draft('empty'), code: '1' } }),
    )
    expect(error.details).toMatchObject({ errors: [{ type: 'missing' }, { type: 'missing' }, {}] })
  })

  test('does not validate scripts of other types', async () => {
    const { item } = await testService()
      .as('alice')
      .scripts.create({ body: { ...draft('free'), type: 'sketch', code: 'anything' } })
    expect(item.type).toBe('sketch')
  })

  test("uses quota for drafts, and for publications when public; the window follows the service's clock", async () => {
    const service = testService()
    const alice = service.as('alice')
    const used = async () =>
      Object.fromEntries((await alice.quota.me()).quotas.map(({ key, used }) => [key, used]))
    for (let n = 0; n < 5; n++)
      await alice.scripts.create({ body: { ...draft(`public-${n}`), isPublic: true } })
    expect(await used()).toMatchObject({ draftsPerDay: 5, publishPerDay: 5 })

    const error = await failure(alice.scripts.create({ body: { ...draft('public-6'), isPublic: true } }))
    expect(error).toMatchObject({ status: 429, exitCode: 5, details: { quota: 'publishPerDay', limit: 5 } })
    expect(await used()).toMatchObject({ draftsPerDay: 5, publishPerDay: 5 })

    service.advance(86_400)
    expect(await used()).toMatchObject({ draftsPerDay: 0, publishPerDay: 0 })
    await alice.scripts.create({ body: { ...draft('public-6'), isPublic: true } })
  })

  test('refuses code over the byte limit of the tier with 413', async () => {
    const service = testService()
    const code = `${goodCode}//${'ü'.repeat(128 * 1024)}`
    expect(
      await failure(service.as('alice').scripts.create({ body: { ...draft('big'), code } })),
    ).toMatchObject({
      status: 413,
      details: { error: 'payload_too_large' },
    })
    await service.as('carol').scripts.create({ body: { ...draft('big'), code } })
  })

  test.each([
    ['not JSON', '{'],
    ['a list', '[]'],
    ['no name', JSON.stringify({ type: 'topology', code: '' })],
    ['an empty name', JSON.stringify({ ...draft('a'), name: '' })],
    ['a hostile slug', JSON.stringify({ ...draft('../a'), slug: '../a' })],
    ['a number for code', JSON.stringify({ ...draft('a'), code: 1 })],
  ])('answers %s with 422 validation_failed', async (_what, body) => {
    const response = await testService().request('/v1/scripts', {
      method: 'POST',
      key: 'ca_demo_alice',
      body,
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      error: 'validation_failed',
      issues: [{ path: expect.any(Array), message: expect.any(String) }],
    })
  })
})

describe('update', () => {
  test('sets publishedAt when it is made public, and uses one publication', async () => {
    const service = testService()
    const alice = service.as('alice')
    const { item: notes } = await alice.scripts.get({ params: { idOrSlug: 'alice-notes' } })
    const { item } = await alice.scripts.update({ params: { id: notes.id }, body: { isPublic: true } })
    expect(item.publishedAt).toBe('2026-03-01T12:00:00.000Z')
    await alice.scripts.update({ params: { id: notes.id }, body: { isPublic: true, name: 'Again' } })
    expect((await alice.quota.me()).quotas[0]).toMatchObject({ key: 'publishPerDay', used: 1 })
  })

  test('updatedAt strictly increases, also within a millisecond', async () => {
    const alice = testService().as('alice')
    const { item: first } = await alice.scripts.create({ body: draft('ticks') })
    const stamps = [first.updatedAt ?? '']
    for (let n = 0; n < 3; n++) {
      const { item } = await alice.scripts.update({ params: { id: first.id }, body: { name: `n${n}` } })
      stamps.push(item.updatedAt ?? '')
    }
    expect(new Set(stamps).size).toBe(4)
    expect([...stamps].sort()).toEqual(stamps)
  })

  test('a stale expectedUpdatedAt is a 409 with the revision, and changes nothing', async () => {
    const alice = testService().as('alice')
    const { item: before } = await alice.scripts.create({ body: draft('raced') })
    const guard = { expectedUpdatedAt: before.updatedAt as string }
    const { item: after } = await alice.scripts.update({
      params: { id: before.id },
      body: { name: 'A', ...guard },
    })
    const error = await failure(
      alice.scripts.update({ params: { id: before.id }, body: { name: 'B', ...guard } }),
    )
    expect(error).toMatchObject({ status: 409, exitCode: 6, details: { updatedAt: after.updatedAt } })
    expect((await alice.scripts.get({ params: { idOrSlug: before.id } })).item.name).toBe('A')
  })

  test('the same instant in another offset is the same revision', async () => {
    const alice = testService().as('alice')
    const { item } = await alice.scripts.create({ body: draft('offset') })
    const expectedUpdatedAt = (item.updatedAt as string).replace('12:00', '14:00').replace('Z', '+02:00')
    await alice.scripts.update({ params: { id: item.id }, body: { name: 'B', expectedUpdatedAt } })
  })

  test('is not validated by the service', async () => {
    const alice = testService().as('alice')
    const { item } = await alice.scripts.create({ body: draft('patched') })
    await alice.scripts.update({ params: { id: item.id }, body: { code: 'not even (a script' } })
  })
})

describe('access to scripts', () => {
  test.each([
    ['no key', undefined, 401],
    ['an unknown key', 'ca_nobody', 401],
    ['a revoked key', 'ca_demo_revoked', 401],
  ])('%s cannot list own scripts', async (_who, key, status) => {
    const response = await testService().request('/v1/scripts/user', key === undefined ? {} : { key })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: 'unauthorized' })
  })

  test('X-API-Key works like Bearer', async () => {
    const headers = { 'x-api-key': 'ca_demo_alice' }
    expect((await testService().request('/v1/scripts/user', { headers })).status).toBe(200)
  })

  test("somebody else's private script is a 404 to every method, a public one a 403 on writes", async () => {
    const service = testService()
    const { item: notes } = await service.as('alice').scripts.get({ params: { idOrSlug: 'alice-notes' } })
    const bob = service.as('bob')
    const params = { id: notes.id }
    const attempts = [
      bob.scripts.get({ params: { idOrSlug: notes.id } }),
      bob.scripts.get({ params: { idOrSlug: 'alice-notes' } }),
      bob.scripts.update({ params, body: { name: 'x' } }),
      bob.scripts.delete({ params }),
      bob.scripts.star({ params }),
      bob.scripts.view({ params }),
    ]
    for (const attempt of attempts) expect(await failure(attempt)).toMatchObject({ status: 404 })

    const { item: shop } = await bob.scripts.get({ params: { idOrSlug: 'alice-shop' } })
    const writes = [
      bob.scripts.update({ params: { id: shop.id }, body: { name: 'x' } }),
      bob.scripts.delete({ params: { id: shop.id } }),
    ]
    for (const write of writes) expect(await failure(write)).toMatchObject({ status: 403 })
  })

  test.each([
    ['carol', true],
    ['erin', true],
    ['bob', false],
    ['', false],
  ])('the gate on kafka-at-scale for "%s"', async (user, entitled) => {
    const { item } = await testService()
      .as(user)
      .scripts.get({ params: { idOrSlug: 'kafka-at-scale' } })
    expect(item.userCanAccess).toBe(entitled)
    expect(item.code !== '').toBe(entitled)
    expect(item.readme !== null).toBe(entitled)
    expect(item.readmePreview === null).toBe(entitled)
  })

  test.each([
    ['team-case', 'dave', true],
    ['team-case', 'erin', false],
    ['untagged-case', 'carol', true],
    ['untagged-case', 'erin', false],
    ['free-case', '', true],
    ['caching-basics', '', true],
  ])('%s is open to "%s": %s', async (slug, user, entitled) => {
    const { item } = await testService()
      .as(user)
      .scripts.get({ params: { idOrSlug: slug } })
    expect(item.userCanAccess).toBe(entitled)
  })
})

describe('other operations', () => {
  test('star toggles, view counts', async () => {
    const bob = testService().as('bob')
    const { item } = await bob.scripts.get({ params: { idOrSlug: 'alice-shop' } })
    const params = { id: item.id }
    expect(await bob.scripts.star({ params })).toEqual({ starred: true })
    expect((await bob.scripts.get({ params: { idOrSlug: item.id } })).item.starCount).toBe(1)
    expect(await bob.scripts.star({ params })).toEqual({ starred: false })
    expect(await bob.scripts.view({ params })).toEqual({ ok: true, viewCount: 8 })
  })

  test('delete is permanent', async () => {
    const alice = testService().as('alice')
    const { item } = await alice.scripts.create({ body: draft('gone') })
    expect(await alice.scripts.delete({ params: { id: item.id } })).toEqual({ ok: true })
    expect(await failure(alice.scripts.delete({ params: { id: item.id } }))).toMatchObject({ status: 404 })
  })

  test('the gallery lists public scripts without their code, and filters', async () => {
    const anyone = testService().as('')
    const all = await anyone.scripts.gallery()
    expect(all.totalCount).toBe(8)
    expect(all.items.map(({ slug }) => slug)).not.toContain('alice-notes')
    expect(all.items[0]).not.toHaveProperty('code')
    const slugs = async (query: object) =>
      (await anyone.scripts.gallery({ query })).items.map(({ slug }) => slug).sort()
    expect(await slugs({ query: 'PAYMENTS' })).toEqual(['payments-platform'])
    expect(await slugs({ category: 'commerce' })).toEqual(['alice-shop', 'payments-platform'])
    expect(await slugs({ tag: 'kafka' })).toEqual(['payments-platform'])
    expect(await slugs({ page: 2, pageSize: 6 })).toHaveLength(2)
  })

  test('own scripts are paged', async () => {
    const alice = testService().as('alice')
    const { items, totalCount } = await alice.scripts.own({ query: { limit: 1, offset: 1 } })
    expect([items.map(({ slug }) => slug), totalCount]).toEqual([['alice-shop'], 2])
  })

  test('the same seed and clock give the same ids and answers', async () => {
    const make = async () =>
      testService()
        .as('alice')
        .scripts.create({ body: draft('same') })
    expect(await make()).toEqual(await make())
  })

  test("every answer has the mock's headers, rate limit and request id", async () => {
    const service = testService({ rateLimit: 2 })
    const ask = () => service.request('/v1/quota/me', { key: 'ca_demo_alice' })
    const first = await ask()
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'x-topo-mock': '1',
      'x-request-id': expect.any(String),
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '3600',
    })
    await ask()
    const third = await ask()
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await third.json()).toMatchObject({ error: 'rate_limited' })
    service.advance(3600)
    expect((await ask()).status).toBe(200)
  })

  test('an unknown path is a 404 in the documented shape', async () => {
    const response = await testService().request('/v1/nothing')
    expect([response.status, await response.json()]).toMatchObject([404, { error: 'not_found' }])
  })
})
