/** Drops sync records of unselected files, so that they do not look deleted. */

import path from 'node:path'
import type { IgnoreRules } from '../config/ignore-rules.ts'
import type { Project } from '../config/project.ts'
import { statsOf } from '../files/topo-folder.ts'
import type { RemoteHashes } from '../remote/remote-hashes.ts'
import type { ScriptContent } from '../script/content.ts'
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
  const isInScope = scopeOf(root, files, ignored)
  const intents = await state.intents(address)
  const kept = await Promise.all(intents.map(({ from }) => isInScope(from)))
  return {
    records: await recordsInScope(root, await state.read(address), files, ignored),
    key: state.key,
    intents: intents.filter((_, n) => kept[n]),
    hashes: await state.remoteHashes(address),
    baseOf: (hash) => readBase(root, hash),
  }
}

/**
 * Records of the given files, and of files that are no longer on disk. Ignored paths are dropped even if their
 * file is gone: ignoring a script must not delete it.
 */
export async function recordsInScope(
  root: string,
  records: SyncRecords,
  files: readonly { path: string }[],
  ignored?: IgnoreRules,
): Promise<SyncRecords> {
  const isInScope = scopeOf(root, files, ignored)
  const kept = await Promise.all(
    Object.entries(records).map(async (entry) => ((await isInScope(entry[0])) ? [entry] : [])),
  )
  return Object.fromEntries(kept.flat())
}

function scopeOf(root: string, files: readonly { path: string }[], ignored: IgnoreRules | undefined) {
  const given = new Set(files.map((file) => file.path))
  return async (scriptPath: string): Promise<boolean> =>
    given.has(scriptPath) ||
    !((await ignored?.has(scriptPath)) || statsOf(path.join(root, scriptPath)) !== undefined)
}
