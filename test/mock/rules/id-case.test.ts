/** UUIDs of requests match in either case. */
import { expect, test } from 'vitest'
import { testService } from '../service.ts'

test('an id matches in either case; the id of a node does not', async () => {
  const alice = testService().as('alice')
  const { item: shop } = await alice.scripts.get({ params: { idOrSlug: 'alice-shop' } })
  const id = shop.id.toUpperCase()
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
