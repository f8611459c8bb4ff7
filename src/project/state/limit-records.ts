/** Keeps a plan for some of the files from taking all the others for deleted. */

import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { Ignored } from '../config/ignored.ts'
import type { Project } from '../config/project.ts'
import type { RemoteHashes } from '../remote/remote-hashes.ts'
import type { Intent } from './send-journal.ts'
import type { SyncState } from './state.ts'
import type { SyncRecords } from './sync-record.ts'

/** What is known of some of the scripts: what they were at their last sync, and what was about to be sent since. */
export interface Known {
  records: SyncRecords
  intents: Intent[]
  /** Of revisions on the service. */
  hashes: RemoteHashes
}

export async function knownInScope(
  { root, ignored }: Pick<Project, 'root' | 'ignored'>,
  state: SyncState,
  address: string,
  files: readonly { path: string }[],
): Promise<Known> {
  const isInScope = scopeOf(root, files, ignored)
  const intents = await state.intents(address)
  const kept = await Promise.all(intents.map(({ from }) => isInScope(from)))
  return {
    records: await recordsInScope(root, await state.read(address), files, ignored),
    intents: intents.filter((_, n) => kept[n]),
    hashes: await state.remoteHashes(address),
  }
}

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
  const isInScope = scopeOf(root, files, ignored)
  const kept = await Promise.all(
    Object.entries(records).map(async (entry) => ((await isInScope(entry[0])) ? [entry] : [])),
  )
  return Object.fromEntries(kept.flat())
}

function scopeOf(root: string, files: readonly { path: string }[], ignored: Ignored | undefined) {
  const given = new Set(files.map((file) => file.path))
  return async (scriptPath: string): Promise<boolean> =>
    given.has(scriptPath) ||
    !((await ignored?.has(scriptPath)) || (await exists(path.join(root, scriptPath))))
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  )
