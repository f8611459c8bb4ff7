/** `legacy` has numbers as ids, other dates, other errors and other limits. */
import { expect, test } from 'vitest'
import type { ScriptRow } from '../../../src/mock/database/rows.ts'
import { rowsOf } from '../visibility.ts'
import { accentedService, sketch } from './accented-service.ts'

test('ids are numbers in paths, bodies and answers', async () => {
  const { ask, get, script } = await accentedService(['legacy'])
  const { id } = (await ask('POST', '/v1/scripts', { body: sketch('counted') })).body.item
  expect(id).toEqual(expect.any(Number))
  expect((await get(`/v1/scripts/${id}`)).body.item).toMatchObject({ id, slug: 'counted' })
  const listed = (await get('/v1/scripts/user?limit=100')).body.items
  expect(listed.find(({ slug }: { slug: string }) => slug === 'counted').id).toBe(id)
  expect((await ask('PATCH', `/v1/scripts/${id}`, { body: { name: 'Renamed' } })).body.item.id).toBe(id)
  expect(script('counted').name).toBe('Renamed')

  const folder = (await ask('POST', '/v1/collections', { body: { name: 'Mine' } })).body.item.id
  expect((await ask('POST', `/v1/collections/${folder}/scripts`, { body: { scriptId: id } })).body).toEqual({
    ok: true,
  })
  expect(
    (await ask('POST', `/v1/collections/${folder}/scripts`, { body: { scriptId: `${id}` } })).status,
  ).toBe(200)
  expect((await ask('DELETE', `/v1/collections/${folder}/scripts/${id}`)).body).toEqual({ ok: true })
  const comment = (
    await ask('POST', `/v1/scripts/${id}/comments`, {
      body: { content: 'x', targetType: 'node', targetId: '17' },
    })
  ).body.item
  expect(comment).toMatchObject({ id: expect.any(Number), scriptId: id, targetId: '17' })
  expect((await ask('DELETE', `/v1/comments/${comment.id}`)).status).toBe(200)
  // The UUID works as well; a number of nothing is not found.
  expect((await get(`/v1/scripts/${script('counted').id}`)).status).toBe(200)
  expect((await get('/v1/scripts/17')).status).toBe(404)
  expect((await ask('POST', `/v1/collections/${folder}/scripts`, { body: { scriptId: 17 } })).status).toBe(
    404,
  )
})

test('a number means the same script after a restart', async () => {
  const first = await accentedService(['legacy'])
  const { id } = (await first.ask('POST', '/v1/scripts', { body: sketch('kept') })).body.item
  const second = await accentedService(['legacy'], { fixtures: first.control.state() })
  expect((await second.get(`/v1/scripts/${id}`)).body.item.slug).toBe('kept')
})

test('dates have the form of a database, and come back in any form', async () => {
  const { ask, get } = await accentedService(['legacy'])
  const { id, updatedAt } = (await ask('POST', '/v1/scripts', { body: sketch('dated') })).body.item
  expect(updatedAt).toBe('2026-03-01 12:00:00.250000+00')
  const { items } = (await get('/v1/scripts/user?limit=100')).body
  expect(items.find((one: { id: number }) => one.id === id)).toMatchObject({
    createdAt: updatedAt,
    publishedAt: null,
  })
  const patch = async (expectedUpdatedAt: unknown) =>
    (await ask('PATCH', `/v1/scripts/${id}`, { body: { expectedUpdatedAt } })).status
  const forms = [
    ...[updatedAt, '2026-03-01 12:00:00.25+00', '2026-03-01T12:00:00.250Z', '2026-03-01 15:00:00.250+0300'],
    ...['2026-03-01 17:30:00.25+05:30', '2026-03-01T12:00:00.250000', '2026-03-01T07:00:00.250-05:00'],
  ]
  for (const form of forms) expect([form, await patch(form)]).toEqual([form, 200])
  expect(await patch('2026-03-01 12:00:00.251+00')).toBe(409)
  for (const wrong of ['yesterday', '2026-13-01 12:00:00+00', 5, null]) expect(await patch(wrong)).toBe(422)
  const conflict = await ask('PATCH', `/v1/scripts/${id}`, {
    body: { expectedUpdatedAt: '2020-01-01T00:00:00Z' },
  })
  expect(conflict).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message: expect.any(String), details: { updatedAt } } },
  })
})

test('lists count in total_count or meta.total', async () => {
  const { get, control } = await accentedService(['legacy'])
  const alice = rowsOf<ScriptRow>(control.state(), 'scripts').filter(({ slug }) => slug.startsWith('alice'))
  expect((await get('/v1/scripts/user')).body).toEqual({
    items: expect.any(Array),
    total_count: alice.length,
  })
  const { items, meta, ...rest } = (await get('/v1/scripts/gallery?pageSize=100')).body
  expect([meta.total, rest]).toEqual([items.length, {}])
})

test('errors are nested or a bare code', async () => {
  const { ask, get } = await accentedService(['legacy'], { quotas: { draftsPerDay: 0 } })
  expect((await get('/v1/scripts/nothing')).body).toEqual({
    error: { code: 'not_found', message: 'script not found' },
  })
  const wrongKey = await ask('GET', '/v1/quota/me', { key: 'ca_nobody' })
  expect([wrongKey.status, wrongKey.text, wrongKey.headers.get('content-type')]).toEqual([
    401,
    'unauthorized',
    'text/plain',
  ])
  expect(await ask('POST', '/v1/scripts', { body: sketch('one-more') })).toMatchObject({
    status: 429,
    body: { error: { code: 'quota_exceeded', details: { quota: 'draftsPerDay', limit: 0 } } },
  })
  expect((await ask('POST', '/v1/scripts', { body: {} })).body.error).toMatchObject({
    code: 'validation_failed',
    details: { issues: expect.any(Array) },
  })
})

test('the auth layer refuses above the rate limit', async () => {
  const { ask, get } = await accentedService(['legacy'], { rateLimit: 1 })
  expect((await get('/v1/quota/me')).headers.get('x-ratelimit-remaining')).toBe('0')
  const read = await get('/v1/quota/me')
  expect([read.status, read.body.error.code, read.headers.get('retry-after')]).toEqual([
    403,
    'rate_limit_exceeded',
    '3600',
  ])
  const post = await ask('POST', '/v1/collections', { body: { name: 'x' } })
  expect([post.status, post.body.error.code, post.headers.get('retry-after')]).toEqual([
    401,
    'unauthorized',
    '3600',
  ])
  const patch = await ask('PATCH', '/v1/scripts/x', { body: {} })
  expect([patch.status, patch.headers.get('retry-after')]).toEqual([403, null])
  expect(patch.body.error.message).toContain('rate limit exceeded, try again in 3600 seconds')
})
