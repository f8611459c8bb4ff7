/** Versions of a script's code, for its owner: *Versions* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import type { VersionRow } from '../database/inferred-rows.ts'
import { notFound } from '../http/http-error.ts'
import { paginateByOffset, toScript } from '../rules/serialize.ts'
import { checkRevision, recordVersion, versionsOf } from '../rules/versions.ts'
import { ownedScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'

export const versions: Handlers<Contract['versions']> = {
  list: ({ database, params, query, caller }) =>
    paginateByOffset(versionsOf(database, ownedScript(database, params.id, caller)).reverse(), query, toJson),

  create: ({ database, params, body, caller }) =>
    database.transaction(() => {
      const row = ownedScript(database, params.id, caller)
      return { item: toJson(recordVersion(database, row, row, body.message ?? null)) }
    }),

  restore: ({ database, params, body, caller }) =>
    database.transaction(() => {
      const row = ownedScript(database, params.id, caller)
      const version = versionsOf(database, row).find(
        ({ versionNumber }) => String(versionNumber) === params.versionNumber,
      )
      if (!version) throw notFound('version not found')
      checkRevision(row, body.expectedUpdatedAt)
      if (version.code === row.code) return { item: toScript(database, row, caller) }
      const restored = { ...row, code: version.code, updatedAt: database.stamp() }
      recordVersion(database, row, restored, `Version ${version.versionNumber} restored`)
      return { item: toScript(database, database.scripts.put(restored), caller) }
    }),
}

const toJson = ({ id: _, ...row }: VersionRow) => row
