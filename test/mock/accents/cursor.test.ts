/** `cursor` pages every list by cursor. */
import { expect, test } from 'vitest'
import type { AccentName } from '../../../src/mock/accents/names.ts'
import { type Answer, accentedService, sketch } from './accented-service.ts'

async function service(count: number, accents: AccentName[] = ['cursor']) {
  const running = await accentedService(accents, {
    quotas: { draftsPerDay: 'unlimited', publishPerDay: 'unlimited', commentsPerHour: 'unlimited' },
    fixtures: 'demo',
  })
  const { ask } = running
  for (let n = 0; n < count; n++) {
    await ask('POST', '/v1/scripts', { body: sketch(`page-${n}`, { isPublic: true }) })
  }
  return running
}

const slugs = ({ body }: Answer): string[] => (body.items ?? body).map(({ slug }: { slug: string }) => slug)
const linkOf = ({ headers }: Answer) => /^<([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

test('own scripts follow nextCursor, ten at most, each once', async () => {
  const { get } = await service(23)
  const first = await get('/v1/scripts/user?limit=100')
  expect(first.body.items).toHaveLength(10)
  const found = slugs(first)
  let { nextCursor } = first.body
  for (let pages = 0; nextCursor !== null; pages++) {
    expect(pages).toBeLessThan(5)
    const page = await get(`/v1/scripts/user?limit=100&cursor=${nextCursor}`)
    found.push(...slugs(page))
    nextCursor = page.body.nextCursor
  }
  expect(found).toHaveLength(first.body.totalCount)
  expect(new Set(found).size).toBe(found.length)
  expect(first.headers.get('link')).toBeNull()
})

test('offset and page have no effect', async () => {
  const { get } = await service(12)
  expect(slugs(await get('/v1/scripts/user?limit=5&offset=5'))).toEqual(
    slugs(await get('/v1/scripts/user?limit=5')),
  )
  expect(slugs(await get('/v1/scripts/gallery?page=2&pageSize=5'))).toEqual(
    slugs(await get('/v1/scripts/gallery?pageSize=5')),
  )
})

test('the gallery and public scripts follow Link, which keeps the query', async () => {
  const { get, url } = await service(23)
  for (const path of ['/v1/scripts/gallery?query=page-&pageSize=100', '/v1/scripts/public?limit=100']) {
    const found: string[] = []
    let next: string | undefined = url + path
    for (let pages = 0; next !== undefined; pages++) {
      expect(pages).toBeLessThan(8)
      const page = await get(next)
      expect(page.body.nextCursor).toBeUndefined()
      found.push(...slugs(page))
      next = linkOf(page)
    }
    expect(new Set(found).size).toBe(found.length)
    expect(found.filter((slug) => slug.startsWith('page-'))).toHaveLength(23)
    if (path.includes('query')) expect(found.filter((slug) => !slug.startsWith('page-'))).toEqual([])
  }
})

test('lists that do not page otherwise page too', async () => {
  const { ask, get } = await service(0)
  for (let n = 0; n < 12; n++) {
    await ask('POST', '/v1/collections', { body: { name: `c${n}` } })
    await ask('POST', '/v1/scripts/alice-shop/comments', { body: { content: `${n}`, targetType: 'script' } })
  }
  const collections = await get('/v1/collections')
  expect(collections.body.items).toHaveLength(10)
  const rest = await get(`/v1/collections?cursor=${collections.body.nextCursor}`)
  expect(collections.body.items.length + rest.body.items.length).toBe(collections.body.totalCount)
  expect(rest.body.nextCursor).toBeNull()
  const comments = await get('/v1/scripts/alice-shop/comments')
  expect(comments.body.items).toHaveLength(10)
  expect((await get(linkOf(comments) ?? '')).body.items.length).toBeGreaterThan(1)
})

test('a cursor that is none is refused, a size that is none too', async () => {
  const { get } = await service(0)
  for (const text of [
    'x',
    '',
    Buffer.from('5:10').toString('base64url'),
    Buffer.from('0:500').toString('base64url'),
  ]) {
    expect(await get(`/v1/scripts/user?cursor=${text}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_cursor' },
    })
  }
  expect((await get('/v1/scripts/user?limit=0')).status).toBe(422)
})

test('arrays have their cursor in Link', async () => {
  const { get } = await service(12, ['cursor', 'bare'])
  const first = await get('/v1/scripts/user')
  expect(first.body).toHaveLength(10)
  const second = await get(linkOf(first) ?? '')
  expect(new Set([...slugs(first), ...slugs(second)]).size).toBe(first.body.length + second.body.length)
})
