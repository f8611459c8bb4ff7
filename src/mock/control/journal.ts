/** What was asked of the service and what it answered, for tests to look at. */

export interface JournalEntry {
  readonly id: string
  /** ISO 8601, on the service's clock. */
  readonly at: string
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** User name of the caller. */
  readonly user: string | null
  /** Null where the connection ended without an answer. */
  readonly status: number | null
  readonly requestBody: unknown
  readonly responseBody: unknown
  /** Kind, status or latency of the fault that was met. */
  readonly fault: string | null
}

/** So much is kept at the most; the oldest goes first. */
const maxEntries = 1000
const maxCharacters = 16 * 1024 * 1024

export class RequestJournal {
  #entries: { readonly entry: JournalEntry; readonly weight: number }[] = []
  #weight = 0

  /** @param weight about how many characters its bodies have */
  add(entry: JournalEntry, weight: number): void {
    this.#entries.push({ entry, weight })
    this.#weight += weight
    while (this.#entries.length > maxEntries || (this.#weight > maxCharacters && this.#entries.length > 1)) {
      this.#weight -= this.#entries.shift()?.weight ?? 0
    }
  }

  /** The oldest first, with API keys taken out wherever they stand. */
  list(): JournalEntry[] {
    const text = JSON.stringify(this.#entries.map(({ entry }) => entry))
    return JSON.parse(text.replace(/\bca_[A-Za-z0-9_-]+/g, 'ca_[REDACTED]')) as JournalEntry[]
  }

  clear(): void {
    this.#entries = []
    this.#weight = 0
  }
}
