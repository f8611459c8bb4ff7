/** Versions of a script: each change of its code creates one. */
import * as z from 'zod/mini'
import type { VersionRow } from '../database/inferred-rows.ts'
import type { ScriptRow } from '../database/rows.ts'
import { HttpError, invalid } from '../http/http-error.ts'
import { issuesOf } from '../http/issues.ts'

const isoTime = z.object({ expectedUpdatedAt: z.iso.datetime({ offset: true }) })

/** Oldest first. Unchanged code is the first version, without a row. */
export const versionsOf = (
  script: ScriptRow,
  rows: readonly VersionRow[],
): readonly VersionRow[] =>
  rows.length > 0 ? rows : [versionOf(script, 1, null, script.createdAt)]

export const versionOf = (
  { id, code }: ScriptRow,
  versionNumber: number,
  message: string | null,
  createdAt: string,
): VersionRow => ({
  id: `${id} ${versionNumber}`,
  scriptId: id,
  versionNumber,
  code,
  message,
  createdAt,
})

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
