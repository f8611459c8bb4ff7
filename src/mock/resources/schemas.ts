/** Entity-relationship diagrams: *Schemas* of *Further endpoints*, inferred. Only their owner sees them. */
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { SchemaRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { checkSize } from '../rules/plan-limits.ts'
import { paginateByOffset } from '../rules/serialize.ts'

export const schemas: Handlers<Contract['schemas']> = {
  list: ({ world, query, caller }) =>
    paginateByOffset(world.schemas.by('owner', caller.id), query, (row) => {
      const { code: _, ...entry } = toJson(row)
      return entry
    }),

  create: ({ world, body, caller }) => {
    checkSize(body.code, caller)
    return world.transaction(() => {
      const createdAt = world.stamp()
      const { name, description = null, code } = body
      const row = { id: world.newId(), ownerId: caller.id, name, description, code }
      return { item: toJson(world.schemas.put({ ...row, createdAt, updatedAt: createdAt })) }
    })
  },

  get: ({ world, params, caller }) => ({ item: toJson(own(world, params.id, caller)) }),

  update: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = own(world, params.id, caller)
      const { name = row.name, description = row.description, code = row.code } = body
      checkSize(code, caller)
      return {
        item: toJson(world.schemas.put({ ...row, name, description, code, updatedAt: world.stamp() })),
      }
    }),

  delete: ({ world, params, caller }) =>
    world.transaction(() => {
      world.schemas.delete(own(world, params.id, caller).id)
      return { ok: true }
    }),
}

function own(world: Database, id: string, caller: UserRow): SchemaRow {
  const row = world.schemas.get(id)
  if (row?.ownerId !== caller.id) throw notFound('schema not found')
  return row
}

const toJson = ({ ownerId: _, ...row }: SchemaRow) => row
