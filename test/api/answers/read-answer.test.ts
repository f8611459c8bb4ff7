/** Answers of other deployments, as the client reads them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../../src/api/client/client.ts'
import { createTransport } from '../../../src/api/transport/transport.ts'
import { KnownError } from '../../../src/errors.ts'
import { ownScripts } from '../../../src/sync/remote/read-remote.ts'
import { cases } from '../../cases.ts'
import { impatientClock } from '../../clock.ts'
import { json, testServer } from '../server.ts'

const answering = (answer: unknown) =>
  createClient(
    { clock: impatientClock, send: async () => structuredClone(answer) },
    'http://localhost',
  )
const params = { idOrSlug: 's' }

describe('a field of another type', () => {
  const read = async (fields: object) =>
    (
      await answering({ item: { id: 'i', slug: 's', name: 'n', ...fields } }).scripts.get({
        params,
      })
    ).item

  test.each<[string, object, object]>([
    ['a number where a text was', { id: 17, slug: 5 }, { id: '17', slug: '5' }],
    ['a text where a number was', { viewCount: '12', starCount: 'many' }, { viewCount: 12 }],
    ['a text where true was', { isPublic: 'true', userCanAccess: 'yes' }, { isPublic: true }],
    [
      '0 and 1 where true and false were',
      { isPublic: 1, userCanAccess: '0' },
      { isPublic: true, userCanAccess: false },
    ],
    ['null', { viewCount: null, tags: null }, { tags: null }],
    ['another type that nobody needs', { viewCount: {}, tags: 7, publishedAt: [], section: 7 }, {}],
    ['tags as a text', { tags: 'a, b,' }, { tags: ['a', 'b'] }],
    ['tags as records', { tags: [{ id: 1, name: 'a' }, { slug: 'b' }] }, { tags: ['a', 'b'] }],
    ['the name of an inherited property', { isPublic: 'constructor' }, {}],
    ['no slug', { slug: null }, { slug: 'i' }],
    ['parts of a list', { tags: ['a', 7, null, {}] }, { tags: ['a', '7'] }],
  ])('%s is converted or dropped', async (_what, given, expected) => {
    expect(await read(given)).toEqual({ id: 'i', slug: 's', name: 'n', ...expected })
  })

  test('a script without a name is called by its slug', async () => {
    expect(await read({ name: null })).toEqual({ id: 'i', slug: 's', name: 's' })
  })

  test('only the id is relied on', async () => {
    for (const field of ['id']) {
      for (const value of [null, {}, undefined]) {
        await expect(read({ [field]: value })).rejects.toMatchObject({
          code: 'TOPO_ANSWER_UNKNOWN',
          message: `GET /v1/scripts/s got an unexpected answer: it has no "${field}".`,
        })
      }
    }
  })
})

describe('a list', () => {
  const item = { id: 'i', slug: 's', name: 'n' }
  test.each([
    { items: [item] },
    [item],
    { data: [item] },
    { data: { items: [item], total: 1 } },
    { items: [null, item] },
  ])('is read from %j', async (answer) => {
    expect((await answering(answer).scripts.own()).items).toEqual([item])
  })

  test.each([{ items: ['a', 7] }, [true], { data: [['a'], 'b'] }])(
    'of no records, %j, is no empty list',
    async (answer) => {
      await expect(answering(answer).scripts.own()).rejects.toMatchObject({
        code: 'TOPO_NOT_THE_SERVICE',
      })
    },
  )

  test.each(['text', 7, { error: 'later' }, { items: 'text' }, { value: { a: 1 } }])(
    'that the document does not describe is not read from %j',
    async (answer) => {
      await expect(answering(answer).notifications.list()).rejects.toMatchObject({
        code: 'TOPO_ANSWER_UNKNOWN',
        message: 'GET /v1/notifications got an unexpected answer: it contains no list.',
      })
    },
  )

  test.each([null, {}, { ok: true }, { items: null }, { data: [] }])(
    'that the document does not describe is empty as %j',
    async (answer) => expect((await answering(answer).notifications.list()).items).toEqual([]),
  )
})

describe('a field around a list of 46 scripts', () => {
  const mine = Array.from({ length: 46 }, (_, id) => ({ id: `i${id}`, slug: `s${id}`, name: 'n' }))
  const odd = fc.constantFrom(null, '', 'text', {}, [], { href: null }, { href: {} }, false, 0, -1)
  const names = [
    'totalCount',
    'total',
    'next',
    'nextCursor',
    'next_page',
    'hasMore',
    'has_next',
    'meta',
    'pagination',
    'page',
    'links',
    '_links',
  ]
  /** Each field absent or odd, also inside the records for paging. */
  const fields = fc.record(
    {
      ...Object.fromEntries(names.map((name) => [name, odd])),
      meta: fc.dictionary(fc.constantFrom(...names), odd),
    },
    { requiredKeys: [] },
  )

  /** Pages of 20, by offset; other parameters are ignored. */
  async function readAll(around: object) {
    const asked: unknown[] = []
    const client = createClient(
      {
        clock: impatientClock,
        send: async ({ query }) => {
          asked.push(query)
          const offset = Number(query?.offset ?? 0)
          return { ...around, items: mine.slice(offset, offset + 20) }
        },
      },
      'http://localhost',
    )
    return { ...(await ownScripts(client)), asked }
  }

  test('loses no page, whatever its type', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async (around) => {
        const { items, totalCount, asked } = await readAll(around)
        expect([items.length, totalCount]).toEqual([46, 46])
        expect(asked.length).toBeLessThan(7)
      }),
      { numRuns: cases(2000) },
    )
  })

  test.each([
    { next: null },
    { totalCount: null },
    { totalCount: 46, next: null },
    { next: 'text' },
  ])('is no next page and no count as %j', async (around) =>
    expect((await readAll(around)).items).toHaveLength(46),
  )
})

test.each([
  [{ success: false, error: 'quota_exceeded', message: 'no more' }, 'TOPO_QUOTA_EXCEEDED'],
  [{ ok: false, error: { code: 'locked', message: 'it is locked' } }, 'TOPO_REFUSED'],
])('a refusal with a status of success, %j, is a refusal', async (body, code) => {
  const { url } = await testServer(json(200, body))
  const client = createClient(createTransport({ clock: impatientClock, baseUrl: url }), url)
  await expect(client.scripts.delete({ params: { id: 'i' } })).rejects.toMatchObject({ code })
  await expect(client.scripts.update({ params: { id: 'i' }, body: {} })).rejects.toMatchObject({
    code,
  })
})

test('a next page at the inner address of a service is asked for at the known address', async () => {
  const { url } = await testServer((request, response, count) => {
    const isFirst = !request.url?.includes('after')
    const link = '<http://internal.svc:8080/v1/scripts/user?after=1>; rel="next"'
    json(200, { items: [{ id: isFirst ? 1 : 2, slug: 's' }] }, isFirst ? { link } : {})(
      request,
      response,
      count,
    )
  })
  const { items } = await ownScripts(
    createClient(createTransport({ clock: impatientClock, baseUrl: url }), url),
  )
  expect(items.map(({ id }) => id)).toEqual(['1', '2'])
})

describe('a write that was answered', () => {
  test.each([
    {},
    { ok: true },
    { success: true },
    { message: 'deleted' },
    'deleted',
    null,
    { ok: 'yes' },
  ])('with %j is done', async (answer) => {
    expect(await answering(answer).scripts.delete({ params: { id: 'i' } })).toMatchObject({
      ok: true,
    })
    const { item } = await answering(answer).scripts.update({
      params: { id: 'i' },
      body: { name: 'n' },
    })
    expect(item).toEqual({})
  })

  test('with id and slug is done', async () => {
    for (const answer of [
      { item: { id: 7, slug: 's' } },
      { id: 7, slug: 's' },
      { data: { id: 7, slug: 's' } },
    ]) {
      const { item } = await answering(answer).scripts.update({
        params: { id: '7' },
        body: { name: 'n' },
      })
      expect(item).toMatchObject({ id: '7', slug: 's' })
    }
  })

  test('with a payment id that is a number is done', async () => {
    const client = answering({
      subscriptionId: 1,
      paymentId: 2,
      paymentUrl: 'https://pay',
      orderId: 3,
    })
    expect(await client.billing.purchaseBundle({ body: { bundleId: 'b' } })).toEqual({
      subscriptionId: '1',
      paymentId: '2',
      paymentUrl: 'https://pay',
      orderId: '3',
    })
  })
})

test('other records are found in an envelope too', async () => {
  expect(await answering({ data: { configured: true } }).billing.status()).toEqual({
    configured: true,
  })
  const quotas = [{ key: 'draftsPerDay', used: '3', limit: null, windowSeconds: '86400' }]
  expect(await answering({ quotas }).quota.me()).toEqual({
    tierId: 'unknown',
    isAdmin: false,
    quotas: [
      { key: 'draftsPerDay', used: 3, limit: Number.MAX_SAFE_INTEGER, windowSeconds: 86400 },
    ],
  })
})

test('any answer is read or refused with a known error in our words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (answer) => {
      const client = answering(answer)
      for (const call of [
        () => client.scripts.own(),
        () => client.scripts.get({ params }),
        () => client.scripts.update({ params: { id: 'i' }, body: {} }),
        () => client.quota.me(),
        () => client.billing.me(),
      ]) {
        const error = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (error === undefined) continue
        expect(error).toBeInstanceOf(KnownError)
        expect((error as KnownError).message).not.toMatch(/expected \w+, received|Invalid/)
      }
    }),
  )
})
