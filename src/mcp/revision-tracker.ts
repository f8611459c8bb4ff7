/** Remembers the last revision of each diagram that the assistant saw: the base of its next change. */

import { contentHash } from '../project/script/content-hash.ts'
import type { RemoteScript } from '../sync/remote/read-remote.ts'
import { isSameRevision } from '../sync/remote/revision.ts'
import type { SyncRecord } from '../sync/state/sync-record.ts'

export class RevisionTracker {
  readonly #records = new Map<string, SyncRecord>()

  remember({ id, slug, updatedAt, content }: RemoteScript): void {
    if (content) this.#records.set(id, { id, slug, updatedAt, hash: contentHash(content) })
  }

  forget(id: string): void {
    this.#records.delete(id)
  }

  /**
   * Finds the base of a change.
   * @param given the revision in the arguments; default: the last one seen, else the current one.
   */
  baseFor(
    remote: RemoteScript & Required<Pick<RemoteScript, 'content'>>,
    given: string | undefined,
  ): SyncRecord {
    const { id, slug, updatedAt, content } = remote
    const known = this.#records.get(id)
    const now = { id, slug, updatedAt, hash: contentHash(content) }
    if (given === undefined) return known ?? now
    const named = [now, known].find((record) => record && isSameRevision(record.updatedAt, given))
    // The content of that revision is unknown, so the empty hash matches nothing.
    return named ?? { id, slug, updatedAt: given, hash: '' }
  }
}
