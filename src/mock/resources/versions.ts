/** Versions of a script's code, for its owner: *Versions* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import type { VersionRow } from '../database/inferred-rows.ts'
import type { Handlers } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { paginateByOffset, toScript } from '../rules/serialize.ts'
import { checkRevision, recordVersion, versionsOf } from '../rules/versions.ts'
import { ownedScript } from '../rules/visibility.ts'

export const versions: Handlers<Contract['versions']> = {
  list: ({ world, params, query, caller }) =>
    paginateByOffset(versionsOf(world, ownedScript(world, params.id, caller)).reverse(), query, toJson),

  create: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = ownedScript(world, params.id, caller)
      return { item: toJson(recordVersion(world, row, row, body.message ?? null)) }
    }),

  restore: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = ownedScript(world, params.id, caller)
      const version = versionsOf(world, row).find(
        ({ versionNumber }) => String(versionNumber) === params.versionNumber,
      )
      if (!version) throw notFound('version not found')
      checkRevision(row, body.expectedUpdatedAt)
      if (version.code === row.code) return { item: toScript(world, row, caller) }
      const restored = { ...row, code: version.code, updatedAt: world.stamp() }
      recordVersion(world, row, restored, `Version ${version.versionNumber} restored`)
      return { item: toScript(world, world.scripts.put(restored), caller) }
    }),
}

const toJson = ({ id: _, ...row }: VersionRow) => row
