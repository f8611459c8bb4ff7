/** `tidy` stores something else than it was sent. */
import { expect, test } from 'vitest'
import { accentedService, sketch } from './accented-service.ts'

test('stores code, readme, names and tags in a normalized form', async () => {
  const { ask, script } = await accentedService(['tidy'])
  const sent = {
    ...sketch('tidied', { name: '  Tidied ', description: ' of spaces\n', code: 'code  \n\n' }),
    ...{ readme: '# Readme\n', tags: ['Zoo', ' apple', 'zoo'] },
  }
  const { body } = await ask('POST', '/v1/scripts', { body: sent })
  const stored = { name: 'Tidied', description: 'of spaces', code: 'code', readme: '# Readme' }
  expect(script('tidied')).toMatchObject({ ...stored, tags: ['apple', 'zoo'] })
  expect(body.item).toMatchObject({ ...stored, tags: ['apple', 'zoo'] })
  await ask('PATCH', `/v1/scripts/${body.item.id}`, { body: { code: ' next\n', tags: ['B', 'a'] } })
  expect(script('tidied')).toMatchObject({ code: ' next', tags: ['a', 'b'] })
  // The schema reports what is no text.
  expect((await ask('PATCH', `/v1/scripts/${body.item.id}`, { body: { code: 1, tags: [2] } })).status).toBe(
    422,
  )
})

test('renames a taken slug on create alone', async () => {
  const { ask, script } = await accentedService(['tidy'])
  const again = async () => (await ask('POST', '/v1/scripts', { body: sketch('alice-shop') })).body.item.slug
  expect([await again(), await again()]).toEqual(['alice-shop-2', 'alice-shop-3'])
  const { id } = script('alice-shop-3')
  expect(await ask('PATCH', `/v1/scripts/${id}`, { body: { slug: 'alice-shop' } })).toMatchObject({
    status: 409,
    body: { error: 'slug_taken' },
  })
  // Without the accent it is refused.
  const plain = await accentedService([])
  expect((await plain.ask('POST', '/v1/scripts', { body: sketch('alice-shop') })).status).toBe(409)
})

test('lists write the same instant with microseconds, which a write accepts', async () => {
  const { ask, get, script } = await accentedService(['tidy'])
  const { body } = await ask('POST', '/v1/scripts', { body: sketch('timed') })
  const { updatedAt } = script('timed')
  expect(updatedAt).toMatch(/\.\d{3}Z$/)
  expect(body.item.updatedAt).toBe(updatedAt)
  expect((await get('/v1/scripts/timed')).body.item.updatedAt).toBe(updatedAt)
  const { items } = (await get('/v1/scripts/user?limit=100')).body
  const listed = items.find(({ slug }: { slug: string }) => slug === 'timed').updatedAt
  expect(listed).toBe(updatedAt.replace('Z', '000Z'))
  const patch = { body: { name: 'x', expectedUpdatedAt: listed } }
  expect((await ask('PATCH', `/v1/scripts/${body.item.id}`, patch)).status).toBe(200)
  expect((await ask('PATCH', `/v1/scripts/${body.item.id}`, patch)).status).toBe(409)
})
