/** Collections: *Collections* of the document. Only their owner sees them. */
import type { Database } from '../database/database.ts'
import type { CollectionRow } from '../database/rows.ts'
import { notFound, ownRow } from '../http/http-error.ts'
import { visibleScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'

export const collections: Handlers<'collections'> = {
  list: ({ database, caller }) => {
    const items = database.collections.by('owner', caller.id).map((row) => toJson(database, row))
    return { items, totalCount: items.length }
  },

  create: ({ database, body, caller }) => {
    const row = database.collections.put({
      id: database.newId(),
      ownerId: caller.id,
      name: body.name,
      description: body.description ?? null,
      color: body.color ?? null,
      createdAt: database.stamp(),
    })
    return { item: toJson(database, row) }
  },

  addScript: ({ database, params, body, caller }) => {
    const collection = ownRow(database.collections.get(params.id), caller, 'collection')
    // A visible script is the caller's or public.
    const script = visibleScript(database.script(body.scriptId), caller)
    const id = `${collection.id} ${script.id}`
    if (!database.collected.get(id)) {
      database.collected.put({ id, collectionId: collection.id, scriptId: script.id })
    }
    return { ok: true }
  },

  removeScript: ({ database, params, caller }) => {
    const collection = ownRow(database.collections.get(params.id), caller, 'collection')
    const id = `${collection.id} ${params.scriptId}`
    if (!database.collected.get(id)) throw notFound('the script is not in this collection')
    database.collected.delete(id)
    return { ok: true }
  },
}

function toJson(database: Database, { ownerId: _, ...row }: CollectionRow) {
  return { ...row, scriptCount: database.collected.count('collection', row.id) }
}
