/** Collections: *Collections* of the document. They are their owner's alone. */
import type { Contract } from '../../api/resources/index.ts'
import type { Handlers } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { visible } from '../rules/visibility.ts'
import type { World } from '../world/database.ts'
import type { CollectionRow, UserRow } from '../world/rows.ts'

export const collections: Handlers<Contract['collections']> = {
  list: ({ world, caller }) => {
    const items = world.collections.by('owner', caller.id).map((row) => shown(world, row))
    return { items, totalCount: items.length }
  },

  create: ({ world, body, caller }) =>
    world.transaction(() => {
      const row = world.collections.put({
        id: world.newId(),
        ownerId: caller.id,
        name: body.name,
        description: body.description ?? null,
        color: body.color ?? null,
        createdAt: world.stamp(),
      })
      return { item: shown(world, row) }
    }),

  addScript: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const collection = own(world, params.id, caller)
      // Whoever may see a script owns it, or it is public.
      const script = visible(world, body.scriptId, caller)
      const id = `${collection.id} ${script.id}`
      if (!world.collected.get(id)) {
        world.collected.put({ id, collectionId: collection.id, scriptId: script.id })
      }
      return { ok: true }
    }),

  removeScript: ({ world, params, caller }) =>
    world.transaction(() => {
      const collection = own(world, params.id, caller)
      const id = `${collection.id} ${params.scriptId}`
      if (!world.collected.get(id)) throw notFound('the script is not in this collection')
      world.collected.delete(id)
      return { ok: true }
    }),
}

function own(world: World, id: string, caller: UserRow): CollectionRow {
  const row = world.collections.get(id)
  if (row?.ownerId !== caller.id) throw notFound('there is no such collection')
  return row
}

function shown(world: World, { ownerId: _, ...row }: CollectionRow) {
  return { ...row, scriptCount: world.collected.count('collection', row.id) }
}
