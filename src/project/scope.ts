/** Keeps a plan for some of the files from taking all the others for deleted. */

import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { Ignored } from './ignored.ts'
import type { SyncRecords } from './state.ts'

/**
 * The records of the files given, and of files that are no longer on disk. What is ignored is in no plan, be its
 * file gone: a script must not be deleted because somebody has stopped looking after it here.
 */
export async function recordsInScope(
  root: string,
  records: SyncRecords,
  files: readonly { path: string }[],
  ignored?: Ignored,
): Promise<SyncRecords> {
  const given = new Set(files.map((file) => file.path))
  const kept = await Promise.all(
    Object.entries(records).map(async ([scriptPath, record]) => {
      const outOfScope =
        !given.has(scriptPath) &&
        ((await ignored?.has(scriptPath)) || (await exists(path.join(root, scriptPath))))
      return outOfScope ? [] : [[scriptPath, record] as const]
    }),
  )
  return Object.fromEntries(kept.flat())
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  )
