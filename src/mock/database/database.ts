/** State of the embedded service: clock, ids and (inherited) tables. Changes only inside transactions. */
import { createHash } from 'node:crypto'
import type { Quotas } from './quota-limits.ts'
import type { Snapshot, TimeSource } from './snapshot.ts'
import type { RecordedChange, RowChange, TableRow } from './table.ts'
import { Tables } from './tables.ts'

/** Payment provider of this deployment; with `none`, billing is not configured. */
export type Provider = 'bank' | 'widget' | 'none'

/** Counters that are saved with the rows. */
export interface Counters extends TableRow {
  readonly id: 'counters'
  readonly seed: number
  readonly ids: number
  /** Last issued stamp; the next is later even within a millisecond. */
  readonly stamp: number
  /** Milliseconds by which the service's clock is ahead of the given clock. */
  readonly clockOffset: number
}

export class Database extends Tables {
  readonly #clock: TimeSource
  readonly provider: Provider
  /** A setting, like the provider; not part of the state. */
  readonly quotas: Quotas
  /** Called when the whole state was replaced; throws to refuse that. */
  onReplace: (snapshot: Snapshot) => void = () => {}
  /** Called with all changes of a transaction before it is answered; throws to refuse them. */
  onCommit: (changes: readonly RowChange[]) => void = () => {}
  #open: RecordedChange[] | undefined

  readonly #counters = this.table<Counters>('counters', {})

  constructor(options: {
    now: TimeSource
    seed: number
    provider?: Provider | undefined
    quotas?: Quotas | undefined
  }) {
    super()
    this.#clock = options.now
    this.provider = options.provider ?? 'bank'
    this.quotas = options.quotas ?? {}
    this.#counters.set('counters', startOf(options.seed))
  }

  /** Time of the service, in milliseconds since 1970. */
  now(): number {
    return this.#clock() + this.#counter.clockOffset
  }

  /** Advances the service's clock and returns its time as ISO 8601. */
  moveClock(milliseconds: number): string {
    this.transaction(() => {
      this.#count((counters) => ({ ...counters, clockOffset: counters.clockOffset + milliseconds }))
    })
    return new Date(this.now()).toISOString()
  }

  /** Runs `change` as a transaction: its changes are rolled back if it or the commit throws. */
  transaction<T>(change: () => T): T {
    if (this.#open) return change()
    const changes: RecordedChange[] = []
    this.#open = changes
    try {
      const result = change()
      const last = new Map(
        changes.map(({ table, id, after }) => [
          `${table} ${id}`,
          {
            table,
            id,
            after,
          },
        ]),
      )
      if (last.size > 0) this.onCommit([...last.values()])
      return result
    } catch (error) {
      for (const { table, id, before } of changes.reverse()) {
        this.tables[table]?.set(id, before)
      }
      throw error
    } finally {
      this.#open = undefined
    }
  }

  /** A new UUID; the same seed gives the same sequence. */
  newId(): string {
    const { seed, ids } = this.#count((counters) => ({
      ...counters,
      ids: counters.ids + 1,
    }))
    return uuid(`${seed}:${ids}`)
  }

  /** Current time as ISO 8601, strictly later than every earlier stamp. */
  stamp(): string {
    const { stamp } = this.#count((counters) => ({
      ...counters,
      stamp: Math.max(this.now(), counters.stamp + 1),
    }))
    return new Date(stamp).toISOString()
  }

  snapshot(): Snapshot {
    return {
      version: 1,
      tables: Object.fromEntries(
        Object.entries(this.tables).map(([name, table]) => [name, table.all()]),
      ),
    }
  }

  /** Sets the state at the start. Fixtures have no counters; those of the constructor stay. */
  load(snapshot: Snapshot): void {
    for (const [name, table] of Object.entries(this.tables)) {
      const rows = snapshot.tables[name]
      if (rows === undefined && table === (this.#counters as unknown)) continue
      table.clear()
      for (const row of rows ?? []) table.set(row.id, row)
    }
  }

  /** Replaces the state at run time; with a seed, ids and clock restart. */
  replace(snapshot: Snapshot, seed?: number): void {
    const before = this.snapshot()
    try {
      if (seed !== undefined) this.#counters.set('counters', startOf(seed))
      this.load(snapshot)
      this.onReplace(this.snapshot())
    } catch (error) {
      this.load(before)
      throw error
    }
  }

  /** Applies committed changes, e.g. from a journal. */
  replay(changes: readonly RowChange[]): void {
    for (const { table, id, after } of changes) this.tables[table]?.set(id, after)
  }

  protected override record(change: RecordedChange): void {
    if (!this.#open) throw new Error(`${change.table} was changed outside a transaction`)
    this.#open.push(change)
  }

  get #counter(): Counters {
    const counters = this.#counters.get('counters')
    if (!counters) throw new Error('the counters are missing')
    return counters
  }

  #count(next: (counters: Counters) => Counters): Counters {
    return this.#counters.put(next(this.#counter))
  }
}

const startOf = (seed: number): Counters => ({
  id: 'counters',
  seed,
  ids: 0,
  stamp: 0,
  clockOffset: 0,
})

/** Version 4 UUID derived from a text. */
export function uuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return parts.join('-')
}
