/** Drops sync records of unselected files, so that they do not look deleted. */

import path from 'node:path'
import { statsOf } from '../../files/topo-folder.ts'
import type { Project } from '../../project/config/project.ts'
import type { ScriptContent } from '../../project/script/content.ts'
import type { RemoteHashes } from '../remote/remote-hashes.ts'
import { readBase } from './base-store.ts'
import type { Intent } from './send-journal.ts'
import type { SyncState } from './state.ts'
import type { SyncRecords } from './sync-record.ts'

/** Local knowledge about the selected scripts: sync records, and unfinished sends since. */
export interface SyncKnowledge {
  records: SyncRecords
  /** Mark of the key that this run uses. */
  key?: string | undefined
  intents: Intent[]
  /** Hashes of remote revisions. */
  hashes: RemoteHashes
  /** Content at the last sync, by its `contentHash`. */
  baseOf: (hash: string) => Promise<ScriptContent | undefined>
}

export async function readSyncKnowledge(
  { root, ignored }: Pick<Project, 'root' | 'ignored'>,
  state: SyncState,
  address: string,
  files: readonly { path: string }[],
): Promise<SyncKnowledge> {
  const inScope = <T>(items: readonly T[], pathOf: (item: T) => string) =>
    withinScope(items, pathOf, { root, ignored }, files)
  const records = await inScope(
    Object.entries(await state.read(address)),
    ([scriptPath]) => scriptPath,
  )
  return {
    records: Object.fromEntries(records),
    key: state.key,
    intents: await inScope(await state.intents(address), ({ from }) => from),
    hashes: await state.remoteHashes(address),
    baseOf: (hash) => readBase(root, hash),
  }
}

/**
 * Keeps what is about the given files, and about files that are no longer on disk. Ignored paths are dropped even if
 * their file is gone: ignoring a script must not delete it.
 */
export async function withinScope<T>(
  items: readonly T[],
  pathOf: (item: T) => string,
  { root, ignored }: Pick<Project, 'root' | 'ignored'>,
  files: readonly { path: string }[],
): Promise<T[]> {
  const given = new Set(files.map((file) => file.path))
  const others = items.filter((item) => !given.has(pathOf(item)))
  const gone = others.filter((item) => statsOf(path.join(root, pathOf(item))) === undefined)
  const kept = new Set(await ignored.filter(gone, pathOf))
  return items.filter((item) => given.has(pathOf(item)) || kept.has(item))
}
