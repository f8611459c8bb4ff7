/** `bare` answers arrays and objects without an envelope. */
import { expect, test } from 'vitest'
import { accentedService, sketch } from './accented-service.ts'

test('lists are arrays and single resources themselves', async () => {
  const { ask, get, script } = await accentedService(['bare'])
  const own = (await get('/v1/scripts/user')).body
  expect(own).toEqual(expect.arrayContaining([expect.objectContaining({ slug: 'alice-shop' })]))
  expect((await get('/v1/scripts/alice-shop')).body).toMatchObject({
    slug: 'alice-shop',
    code: expect.any(String),
  })
  expect((await get('/v1/scripts/alice-shop/comments')).body).toBeInstanceOf(Array)
  const created = await ask('POST', '/v1/scripts', { body: sketch('bare-one') })
  expect(created.body).toMatchObject({ id: script('bare-one').id, slug: 'bare-one' })
})

test('other answers and refusals keep their shape', async () => {
  const { ask, get, script } = await accentedService(['bare'])
  expect((await get('/v1/quota/me')).body.quotas).toBeInstanceOf(Array)
  expect((await get('/v1/scripts/nothing')).body).toMatchObject({ error: 'not_found' })
  expect((await ask('DELETE', `/v1/scripts/${script('alice-shop').id}`)).body).toEqual({ ok: true })
})

test('only /v1 has an accent', async () => {
  const { get } = await accentedService(['bare', 'partial', 'legacy'])
  expect((await get('/__mock/requests')).body).toEqual({ items: [] })
  expect((await get('/__mock/state')).body.tables.scripts[0].id).toMatch(/^[0-9a-f]{8}-/)
  expect((await get('/v/hello-topology')).text).toContain('<html')
  expect((await get('/elsewhere')).body).toMatchObject({ error: 'not_found' })
})

test('the journal shows what was sent and answered', async () => {
  const { ask, get } = await accentedService(['bare', 'tidy', 'cursor'])
  await ask('POST', '/v1/scripts', { body: sketch('noted', { name: ' x ' }) })
  await get('/v1/scripts/user?offset=4')
  const [write, read] = (await get('/__mock/requests')).body.items
  expect(write).toMatchObject({
    requestBody: { name: ' x ', code: '// noted\n' },
    responseBody: { slug: 'noted', name: 'x' },
  })
  expect(read).toMatchObject({ query: { offset: '4' }, responseBody: expect.any(Array) })
})
