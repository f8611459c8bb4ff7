/** Versions of a script: each change of its code creates one. */

import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { VersionRow } from '../database/inferred-rows.ts'
import type { ScriptRow } from '../database/rows.ts'
import { HttpError, invalid } from '../http/http-error.ts'
import { issuesOf } from '../http/issues.ts'

const isoTime = z.object({ expectedUpdatedAt: z.iso.datetime({ offset: true }) })

/** Stored versions of a script. */
const maxVersions = 100

/** Oldest first. Unchanged code is the first version, without a row. */
export function versionsOf(database: Database, script: ScriptRow): VersionRow[] {
  const rows = database.versions.by('script', script.id)
  return rows.length > 0 ? rows : [versionOf(script, 1, null, script.createdAt)]
}

/** Adds the version `after`, which replaces the code of `before`. */
export function recordVersion(
  database: Database,
  before: ScriptRow,
  after: ScriptRow,
  message: string | null = null,
): VersionRow {
  const known = versionsOf(database, before)
  // The first version gets its row before it is overwritten.
  if (database.versions.count('script', before.id) === 0) for (const row of known) database.versions.put(row)
  for (const old of known.slice(0, Math.max(0, known.length + 1 - maxVersions)))
    database.versions.delete(old.id)
  const last = known.at(-1)?.versionNumber ?? 0
  return database.versions.put(versionOf(after, last + 1, message, database.stamp()))
}

const versionOf = (
  { id, code }: ScriptRow,
  versionNumber: number,
  message: string | null,
  createdAt: string,
): VersionRow => ({ id: `${id} ${versionNumber}`, scriptId: id, versionNumber, code, message, createdAt })

/** 409 if the change is based on another revision, 422 if that is no ISO 8601 time. */
export function checkRevision({ updatedAt }: ScriptRow, expected: string | undefined): void {
  if (expected === undefined || Date.parse(expected) === Date.parse(updatedAt)) return
  const { success, error } = isoTime.safeParse({ expectedUpdatedAt: expected })
  if (!success) throw invalid(issuesOf(error, isoTime))
  throw new HttpError(409, {
    error: 'conflict',
    message: 'the script was changed after this revision',
    updatedAt,
  })
}
