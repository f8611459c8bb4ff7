/** Versions of a script's code, for its owner: *Versions* of *Further endpoints*, inferred. */
import type { Database } from '../database/database.ts'
import type { VersionRow } from '../database/inferred-rows.ts'
import type { ScriptRow } from '../database/rows.ts'
import { notFound } from '../http/http-error.ts'
import { paginateByOffset } from '../rules/serialize.ts'
import { checkRevision, versionOf, versionsOf } from '../rules/versions.ts'
import { ownedScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'
import { fullScript } from './script-answers.ts'

/** Stored versions of a script. */
const maxVersions = 100

export const versions: Handlers<'versions'> = {
  list: ({ database, params, query, caller }) => {
    const all = allVersions(database, ownedScript(database.script(params.id), caller))
    return paginateByOffset(all.toReversed(), query, toJson)
  },

  create: ({ database, params, body, caller }) => {
    const row = ownedScript(database.script(params.id), caller)
    return { item: toJson(recordVersion(database, row, row, body.message ?? null)) }
  },

  restore: ({ database, params, body, caller }) => {
    const row = ownedScript(database.script(params.id), caller)
    const version = allVersions(database, row).find(
      ({ versionNumber }) => String(versionNumber) === params.versionNumber,
    )
    if (!version) throw notFound('version not found')
    checkRevision(row, body.expectedUpdatedAt)
    if (version.code === row.code) return { item: fullScript(database, row, caller) }
    const restored = { ...row, code: version.code, updatedAt: database.stamp() }
    recordVersion(database, row, restored, `Version ${version.versionNumber} restored`)
    return { item: fullScript(database, database.scripts.put(restored), caller) }
  },
}

const allVersions = (database: Database, script: ScriptRow): readonly VersionRow[] =>
  versionsOf(script, database.versions.by('script', script.id))

/** Adds the version `after`, which replaces the code of `before`. */
export function recordVersion(
  database: Database,
  before: ScriptRow,
  after: ScriptRow,
  message: string | null = null,
): VersionRow {
  const known = allVersions(database, before)
  // The first version gets its row before it is overwritten.
  if (database.versions.count('script', before.id) === 0)
    for (const row of known) database.versions.put(row)
  for (const old of known.slice(0, Math.max(0, known.length + 1 - maxVersions)))
    database.versions.delete(old.id)
  const last = known.at(-1)?.versionNumber ?? 0
  return database.versions.put(versionOf(after, last + 1, message, database.stamp()))
}

const toJson = ({ id: _, ...row }: VersionRow) => row
