/** Which revision of a diagram the assistant has seen last: what it changes is based on that one. */

import type { RemoteScript } from '../project/remote/remote.ts'
import { contentHash } from '../project/script/content.ts'
import type { SyncRecord } from '../project/state/sync-record.ts'

export class RevisionTracker {
  readonly #records = new Map<string, SyncRecord>()

  remember({ id, slug, updatedAt, content }: RemoteScript): void {
    if (content) this.#records.set(id, { id, slug, updatedAt, hash: contentHash(content) })
  }

  forget(id: string): void {
    this.#records.delete(id)
  }

  /**
   * What a change of this diagram is based on.
   * @param given the revision that the assistant names; without one what it has seen last, else what is there now.
   */
  baseFor(
    remote: RemoteScript & Required<Pick<RemoteScript, 'content'>>,
    given: string | undefined,
  ): SyncRecord {
    const { id, slug, updatedAt, content } = remote
    const known = this.#records.get(id)
    const now = { id, slug, updatedAt, hash: contentHash(content) }
    if (given === undefined) return known ?? now
    const named = [now, known].find((record) => record && sameMoment(record.updatedAt, given))
    // Nobody knows what that revision held, so it equals nothing.
    return named ?? { id, slug, updatedAt: given, hash: '' }
  }
}

/** A revision may be written with another offset. */
const sameMoment = (a: string, b: string): boolean => a === b || Date.parse(a) === Date.parse(b)
