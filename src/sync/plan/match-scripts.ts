/** Matches each local file with its remote script. */

import { sortedBy } from '../../grouped.ts'
import { matchRenames } from '../../project/script/match-renames.ts'
import { inShard } from '../../project/select/shard.ts'
import type { RemoteScript } from '../remote/read-remote.ts'
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

export interface MatchedScripts {
  matches: Match[]
  orphans: Orphan[]
  /** Scripts that only the service has: neither a file nor a record names them. Drafts of reviews are none. */
  onlyRemote: RemoteScript[]
  /** Paths of stale records: both the file and the remote script are gone. */
  staleRecords: string[]
  /** Scripts whose text says if a new file is their renamed file; it was not read yet. */
  perhapsRenamed: RemoteScript[]
}

/**
 * A file with the slug and content of the last sync of another path first: both files may have swapped their names. Then
 * by the id in the sync record, then by slug, then by the text of a script whose file is gone: the file was renamed. A
 * script belongs to one file at most; a record takes precedence over a slug. All files are matched, then the result is limited to the shard.
 */
export function matchScripts(input: PlanInput): MatchedScripts {
  return new ScriptMatcher(input).match()
}

/** A record whose file is gone, with its script on the service. */
interface Abandoned {
  readonly path: string
  readonly remote: RemoteScript
}

class ScriptMatcher {
  readonly #input: PlanInput
  readonly #records: ReadonlyMap<string, SyncRecord>
  readonly #remotesById: ReadonlyMap<string, RemoteScript>
  /** Path by script id: records of deleted files. */
  readonly #abandonedPaths: ReadonlyMap<string, string>
  /** Ids of the scripts that belong to a file. */
  readonly #claimed = new Set<string>()
  readonly #matches = new Map<PlannedFile, Match>()

  constructor(input: PlanInput) {
    this.#input = input
    this.#records = new Map(Object.entries(input.records))
    this.#remotesById = new Map(input.remotes.map((remote) => [remote.id, remote]))
    const paths = new Set(input.files.map((file) => file.path))
    const abandoned = [...this.#records].filter(([path]) => !paths.has(path))
    this.#abandonedPaths = new Map(abandoned.map(([path, { id }]) => [id, path]))
  }

  match(): MatchedScripts {
    this.#matchSwapped()
    this.#matchByRecord()
    this.#matchBySlug()
    const added = this.#input.files.filter((file) => this.#isNew(file))
    const abandoned = this.#abandonedScripts()
    this.#matchByText(added, abandoned)

    const matches = this.#input.files.filter((file) => this.#isInShard(file))
    const unread = abandoned.flatMap(({ remote }) => (remote.content ? [] : remote))
    return {
      matches: matches.flatMap((file) => this.#matches.get(file) ?? []),
      perhapsRenamed: added.length === 0 ? [] : unread,
      orphans: this.#orphans(),
      onlyRemote: this.#input.remotes.filter((remote) => this.#isOnlyRemote(remote)),
      staleRecords: this.#staleRecords(),
    }
  }

  /** Files that took the name of another one, with its record. */
  #matchSwapped(): void {
    const { files, remotes } = this.#input
    const bySlug = new Map(remotes.map((remote) => [remote.slug, remote]))
    const slugOfPath = new Map(files.map(({ path, slug }) => [path, slug]))
    const pathOfId = new Map<string, string>()
    for (const [path, { id }] of this.#records) pathOfId.set(id, path)
    for (const file of files) {
      const remote = bySlug.get(file.slug)
      const movedFrom = remote && pathOfId.get(remote.id)
      const record = movedFrom === undefined ? undefined : this.#records.get(movedFrom)
      // A copy, or a new file, does not take the script of its original.
      if (!remote || !record || movedFrom === undefined || !this.#records.has(file.path)) continue

      const isStillThere = slugOfPath.get(movedFrom) === file.slug
      if (isStillThere || !isVersionOf(file, record)) continue
      this.#claim(remote, { file, record, remote, movedFrom })
    }
  }

  #matchByRecord(): void {
    for (const file of this.#input.files) {
      if (this.#matches.has(file)) continue
      const record = this.#records.get(file.path)
      const remote = record && this.#remotesById.get(record.id)
      if (remote && !this.#claimed.has(remote.id))
        this.#claim(remote, {
          file,
          record,
          remote,
        })
    }
  }

  /** Matches all files that are left, if only with nothing. */
  #matchBySlug(): void {
    const bySlug = new Map(this.#input.remotes.map((remote) => [remote.slug, remote]))
    for (const file of this.#input.files) {
      if (this.#matches.has(file)) continue
      const remote = bySlug.get(file.slug)
      if (!remote || this.#claimed.has(remote.id)) {
        this.#matches.set(file, { file, record: this.#recordWithoutRemote(file) })
        continue
      }
      const movedFrom = this.#abandonedPaths.get(remote.id)
      const record = movedFrom === undefined ? undefined : this.#records.get(movedFrom)
      this.#claim(remote, { file, remote, movedFrom, record })
    }
  }

  #recordWithoutRemote({ path }: PlannedFile): SyncRecord | undefined {
    const record = this.#records.get(path)
    return record && !this.#remotesById.has(record.id) ? record : undefined
  }

  #isNew(file: PlannedFile): boolean {
    const { remote, record } = this.#matches.get(file) ?? {}
    return !remote && !record
  }

  #abandonedScripts(): Abandoned[] {
    return [...this.#abandonedPaths].flatMap(([id, path]) => {
      const remote = this.#remotesById.get(id)
      return remote && !this.#claimed.has(id) ? [{ path, remote }] : []
    })
  }

  #matchByText(added: readonly PlannedFile[], abandoned: readonly Abandoned[]): void {
    const renames = matchRenames(
      abandoned.flatMap(({ path, remote: { slug, content } }) =>
        content ? [{ path, slug, text: content.code }] : [],
      ),
      added.map(({ path, slug, content }) => ({ path, slug, text: content.code })),
      this.#input.renames,
    )
    for (const file of added) {
      const movedFrom = renames.get(file.path)
      const remote = abandoned.find(({ path }) => path === movedFrom)?.remote
      if (movedFrom === undefined || remote === undefined) continue
      this.#claim(remote, { file, remote, movedFrom, record: this.#records.get(movedFrom) })
    }
  }

  #claim(remote: RemoteScript, match: Match): void {
    this.#claimed.add(remote.id)
    this.#matches.set(match.file, match)
  }

  #orphans(): Orphan[] {
    const orphans = this.#abandonedScripts().flatMap(({ path, remote }) => {
      const record = this.#records.get(path)
      if (!record || !this.#isInShard(remote)) return []
      return [{ path, remote, hash: record.answered ?? record.hash }]
    })
    // Records are in the order in which pushes completed, which varies.
    return sortedBy(orphans, ({ path }) => path)
  }

  #isOnlyRemote(remote: RemoteScript): boolean {
    const isKnown = this.#claimed.has(remote.id) || this.#abandonedPaths.has(remote.id)
    return !remote.isDraft && !isKnown && this.#isInShard(remote)
  }

  #staleRecords(): string[] {
    const stale = [...this.#abandonedPaths].filter(([id, path]) => {
      const isThere = this.#remotesById.has(id) || this.#input.hidden?.has(id)
      return !isThere && this.#isInShard(this.#records.get(path) ?? { slug: '' })
    })
    return stale.map(([, path]) => path)
  }

  #isInShard({ slug }: { readonly slug: string }): boolean {
    const { shard } = this.#input
    return shard === undefined || inShard(slug, shard)
  }
}

function isVersionOf({ hash, hashAsWritten }: PlannedFile, record: SyncRecord): boolean {
  return record.hash === hash || record.hash === hashAsWritten
}
