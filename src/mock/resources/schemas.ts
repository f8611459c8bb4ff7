/** Entity-relationship diagrams: *Schemas* of *Further endpoints*, inferred. Only their owner sees them. */
import type { SchemaRow } from '../database/inferred-rows.ts'
import { ownRow } from '../http/http-error.ts'
import { checkSize } from '../rules/plan-limits.ts'
import { paginateByOffset } from '../rules/serialize.ts'
import type { Handlers } from './handler.ts'

export const schemas: Handlers<'schemas'> = {
  list: ({ database, query, caller }) =>
    paginateByOffset(database.schemas.by('owner', caller.id), query, (row) => {
      const { code: _, ...entry } = toJson(row)
      return entry
    }),

  create: ({ database, body, caller }) => {
    checkSize(body.code, caller)
    const createdAt = database.stamp()
    const { name, description = null, code } = body
    const row = { id: database.newId(), ownerId: caller.id, name, description, code }
    return { item: toJson(database.schemas.put({ ...row, createdAt, updatedAt: createdAt })) }
  },

  get: ({ database, params, caller }) => ({
    item: toJson(ownRow(database.schemas.get(params.id), caller, 'schema')),
  }),

  update: ({ database, params, body, caller }) => {
    const row = ownRow(database.schemas.get(params.id), caller, 'schema')
    const { name = row.name, description = row.description, code = row.code } = body
    checkSize(code, caller)
    return {
      item: toJson(
        database.schemas.put({ ...row, name, description, code, updatedAt: database.stamp() }),
      ),
    }
  },

  delete: ({ database, params, caller }) => {
    database.schemas.delete(ownRow(database.schemas.get(params.id), caller, 'schema').id)
    return { ok: true }
  },
}

const toJson = ({ ownerId: _, ...row }: SchemaRow) => row
