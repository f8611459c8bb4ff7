/** Journal of requests and answers, for tests. */

export interface JournalEntry {
  readonly id: string
  /** ISO 8601, by the service's clock. */
  readonly at: string
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** User name of the caller. */
  readonly user: string | null
  /** Null if the connection ended without an answer. */
  readonly status: number | null
  readonly requestBody: unknown
  readonly responseBody: unknown
  /** Kind, status or latency of the fault. */
  readonly fault: string | null
}

/** Maximum; the oldest entries are dropped first. */
const maxEntries = 1000
const maxCharacters = 16 * 1024 * 1024

export function createJournal() {
  let entries: { readonly entry: JournalEntry; readonly weight: number }[] = []
  let total = 0
  return {
    /** @param weight approximate size of the bodies in characters */
    add: (entry: JournalEntry, weight: number): void => {
      entries.push({ entry, weight })
      total += weight
      while (entries.length > maxEntries || (total > maxCharacters && entries.length > 1)) {
        total -= entries.shift()?.weight ?? 0
      }
    },
    /** Oldest first, with all API keys redacted. */
    list: (): JournalEntry[] => {
      const text = JSON.stringify(entries.map(({ entry }) => entry))
      return JSON.parse(text.replace(/\bca_[A-Za-z0-9_-]+/g, 'ca_[REDACTED]')) as JournalEntry[]
    },
    clear: (): void => {
      entries = []
      total = 0
    },
  }
}
