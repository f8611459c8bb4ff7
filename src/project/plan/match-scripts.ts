/** Matches each local file with its remote script. */

import type { RemoteScript } from '../remote/read-remote.ts'
import { matchRenames } from '../script/match-renames.ts'
import { inShard } from '../select/shard.ts'
import type { SyncRecord } from '../state/sync-record.ts'
import type { PlanInput, PlannedFile } from './input.ts'

export interface Match {
  file: PlannedFile
  /** Undefined if missing, or if it belongs to another script than the matched one. */
  record?: SyncRecord | undefined
  remote?: RemoteScript | undefined
  movedFrom?: string | undefined
}

export interface Orphan {
  path: string
  remote: RemoteScript
  /** `contentHash` on the service at the last sync. */
  hash: string
}

/**
 * A file with the slug and content of the last sync of another path first: both files may have swapped their names. Then
 * by the id in the sync record, then by slug, then by the text of a script whose file is gone: the file was renamed. A
 * script belongs to one file at most; a record takes precedence over a slug. All files are matched, then the result is limited to the shard.
 */
export function matchScripts({
  files,
  records,
  remotes,
  hidden,
  renames: hints,
  shard,
}: PlanInput): {
  matches: Match[]
  orphans: Orphan[]
  /** Scripts that only the service has: neither a file nor a record names them. Drafts of reviews are none. */
  onlyRemote: RemoteScript[]
  /** Paths of stale records: both the file and the remote script are gone. */
  staleRecords: string[]
  /** Scripts whose text says if a new file is their renamed file; it was not read yet. */
  perhapsRenamed: RemoteScript[]
} {
  const byId = new Map(remotes.map((remote) => [remote.id, remote]))
  const bySlug = new Map(remotes.map((remote) => [remote.slug, remote]))
  const recordOf = new Map(Object.entries(records))
  const paths = new Map(files.map((file) => [file.path, file.slug]))
  const claimed = new Set<string>()
  /** Path by script id: records of deleted files. */
  const abandoned = new Map(
    [...recordOf].filter(([path]) => !paths.has(path)).map(([path, { id }]) => [id, path]),
  )

  const matched = new Map<PlannedFile, Match>()
  const pathOfId = new Map([...recordOf].map(([path, { id }]) => [id, path]))
  for (const file of files) {
    const remote = bySlug.get(file.slug)
    const movedFrom = remote && pathOfId.get(remote.id)
    const record = movedFrom === undefined ? undefined : recordOf.get(movedFrom)
    // A copy, or a new file, does not take the script of its original.
    if (!remote || !record || movedFrom === undefined || !recordOf.has(file.path)) continue
    if (paths.get(movedFrom) === file.slug) continue
    if (!isVersionOf(file, record)) continue
    claimed.add(remote.id)
    matched.set(file, { file, record, remote, movedFrom })
  }
  for (const file of files) {
    if (matched.has(file)) continue
    const record = recordOf.get(file.path)
    const remote = record && byId.get(record.id)
    if (!remote || claimed.has(remote.id)) continue
    claimed.add(remote.id)
    matched.set(file, { file, record, remote })
  }
  for (const file of files) {
    if (matched.has(file)) continue
    const remote = bySlug.get(file.slug)
    if (!remote || claimed.has(remote.id)) {
      const record = recordOf.get(file.path)
      matched.set(file, { file, record: record && !byId.has(record.id) ? record : undefined })
      continue
    }
    claimed.add(remote.id)
    const movedFrom = abandoned.get(remote.id)
    matched.set(file, {
      file,
      remote,
      movedFrom,
      record: movedFrom === undefined ? undefined : recordOf.get(movedFrom),
    })
  }
  const added = files.filter((file) => {
    const { remote, record } = matched.get(file) ?? {}
    return !remote && !record
  })
  const left = [...abandoned].flatMap(([id, path]) => {
    const remote = byId.get(id)
    return remote && !claimed.has(id) ? [{ path, remote }] : []
  })
  const renames = matchRenames(
    left.flatMap(({ path, remote: { slug, content } }) =>
      content ? [{ path, slug, text: content.code }] : [],
    ),
    added.map(({ path, slug, content }) => ({ path, slug, text: content.code })),
    hints,
  )
  for (const file of added) {
    const movedFrom = renames.get(file.path)
    const remote = left.find(({ path }) => path === movedFrom)?.remote
    if (movedFrom === undefined || remote === undefined) continue
    claimed.add(remote.id)
    matched.set(file, { file, remote, movedFrom, record: recordOf.get(movedFrom) })
  }
  const orphans = [...abandoned].flatMap(([id, path]) => {
    const remote = byId.get(id)
    const record = recordOf.get(path)
    return remote && record && !claimed.has(id)
      ? [{ path, remote, hash: record.answered ?? record.hash }]
      : []
  })
  const isMeant = ({ slug }: { slug: string }) => shard === undefined || inShard(slug, shard)
  return {
    matches: files.filter(isMeant).flatMap((file) => matched.get(file) ?? []),
    perhapsRenamed:
      added.length === 0 ? [] : left.flatMap(({ remote }) => (remote.content ? [] : remote)),
    // Records are in the order in which pushes completed, which varies.
    orphans: orphans
      .filter(({ remote }) => isMeant(remote))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    onlyRemote: remotes.filter(
      (remote) =>
        !remote.isDraft && !claimed.has(remote.id) && !abandoned.has(remote.id) && isMeant(remote),
    ),
    staleRecords: [...abandoned]
      .filter(
        ([id, path]) =>
          !byId.has(id) && !hidden?.has(id) && isMeant(recordOf.get(path) ?? { slug: '' }),
      )
      .map(([, path]) => path),
  }
}

const isVersionOf = ({ hash, hashAsWritten }: PlannedFile, record: SyncRecord): boolean =>
  record.hash === hash || record.hash === hashAsWritten
