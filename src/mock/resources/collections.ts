/** Collections: *Collections* of the document. Only their owner sees them. */
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { CollectionRow, UserRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { visibleScript } from '../rules/visibility.ts'

export const collections: Handlers<Contract['collections']> = {
  list: ({ world, caller }) => {
    const items = world.collections.by('owner', caller.id).map((row) => toJson(world, row))
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
      return { item: toJson(world, row) }
    }),

  addScript: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const collection = own(world, params.id, caller)
      // A visible script is the caller's or public.
      const script = visibleScript(world, body.scriptId, caller)
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

function own(world: Database, id: string, caller: UserRow): CollectionRow {
  const row = world.collections.get(id)
  if (row?.ownerId !== caller.id) throw notFound('collection not found')
  return row
}

function toJson(world: Database, { ownerId: _, ...row }: CollectionRow) {
  return { ...row, scriptCount: world.collected.count('collection', row.id) }
}
