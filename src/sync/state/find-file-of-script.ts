/** Finds the local file of a remote script: by its sync record, else the named file, else by its slug. */
import { join } from 'node:path'
import { KnownError } from '../../errors.ts'
import { isBelow } from '../../files/path-containment.ts'
import type { Project } from '../../project/config/project.ts'
import { type LocalScript, loadOptionsOf, loadScript } from '../../project/script/load.ts'
import { fileSlugOf } from '../../project/script/metadata.ts'
import { includedFiles } from '../../project/select/candidate-files.ts'
import { byScript, type SyncRecord, type SyncRecords } from './sync-record.ts'

export interface FileOfScript {
  local: LocalScript
  /** Sync record, even if the file was moved since. */
  record: SyncRecord | undefined
}

/** @param named absolute path, if the script was named by its file */
export async function findFileOfScript(
  project: Project,
  { id, slug }: { id: string; slug: string },
  records: SyncRecords,
  named: string | undefined,
): Promise<FileOfScript | undefined> {
  const { root } = project
  const { path, record } = byScript(records).get(id) ?? {}
  const recorded = path === undefined ? undefined : join(root, path)
  const onRecord =
    recorded !== undefined &&
    (recorded === named || (isBelow(root, recorded) && !(await project.ignored.has(path ?? ''))))
      ? await load(project, recorded)
      : undefined
  if (onRecord) return { local: onRecord, record }
  for (const file of named === undefined ? await likelyFiles(project, slug) : [named]) {
    const local = await load(project, file)
    // A record takes precedence over a slug.
    if (local?.slug === slug && !records[local.path]) return { local, record }
  }
  return undefined
}

/** Files named like the slug first, so that most others need not be read. */
async function likelyFiles(project: Project, slug: string): Promise<string[]> {
  const files = await includedFiles(project)
  const [first, rest] = [true, false].map((same) =>
    files.filter((file) => (fileSlugOf(file) === slug) === same),
  )
  return [...(first ?? []), ...(rest ?? [])]
}

/** Undefined if the file is missing or unreadable. */
async function load(project: Project, file: string): Promise<LocalScript | undefined> {
  try {
    return await loadScript(file, loadOptionsOf(project))
  } catch (error) {
    if (error instanceof KnownError) return undefined
    throw error
  }
}
