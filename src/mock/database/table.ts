/** In-memory table: finds rows by id or indexed value, in order of insertion. */

export interface TableRow {
  readonly id: string
}

/** Change of one row: `after` is undefined for a deletion. Rows are replaced, never mutated. */
export interface RowChange {
  readonly table: string
  readonly id: string
  readonly after: TableRow | undefined
}

/** With the row before it, for a rollback. */
export type RecordedChange = RowChange & { readonly before: TableRow | undefined }

/** Called for each change before it is visible outside a transaction. */
type Recorder = (change: RecordedChange) => void

type IndexOf<R> = (row: R) => string | undefined

export class Table<R extends TableRow, I extends string = never> {
  readonly #name: string
  readonly #rows = new Map<string, R>()
  readonly #indexes: [I, IndexOf<R>, Map<string, Set<string>>][]
  readonly #record: Recorder

  constructor(name: string, indexes: Record<I, IndexOf<R>>, record: Recorder) {
    this.#name = name
    this.#record = record
    const entries = Object.entries(indexes) as [I, IndexOf<R>][]
    this.#indexes = entries.map(([index, of]) => [index, of, new Map()])
  }

  get(id: string): R | undefined {
    return this.#rows.get(id)
  }

  all(): R[] {
    return [...this.#rows.values()]
  }

  /** Rows whose indexed value is `value`. */
  by(index: I, value: string): R[] {
    return [...this.#ids(index, value)].map((id) => this.#rows.get(id) as R)
  }

  count(index: I, value: string): number {
    return this.#ids(index, value).size
  }

  put(row: R): R {
    this.#record({
      table: this.#name,
      id: row.id,
      before: this.#rows.get(row.id),
      after: row,
    })
    this.set(row.id, row)
    return row
  }

  delete(id: string): void {
    const before = this.#rows.get(id)
    if (before === undefined) return
    this.#record({ table: this.#name, id, before, after: undefined })
    this.set(id, undefined)
  }

  /** Sets a row without recording it: for loading and rollback. */
  set(id: string, row: R | undefined): void {
    const before = this.#rows.get(id)
    for (const [, of, ids] of this.#indexes) {
      const from = before && of(before)
      const to = row && of(row)
      if (from === to) continue
      if (from !== undefined) removeId(ids, from, id)
      if (to !== undefined) addId(ids, to, id)
    }
    if (row === undefined) this.#rows.delete(id)
    else this.#rows.set(id, row)
  }

  clear(): void {
    this.#rows.clear()
    for (const [, , ids] of this.#indexes) ids.clear()
  }

  #ids(index: I, value: string): ReadonlySet<string> {
    return this.#indexes.find(([name]) => name === index)?.[2].get(value) ?? none
  }
}

function removeId(idsByValue: Map<string, Set<string>>, value: string, id: string): void {
  const ids = idsByValue.get(value)
  ids?.delete(id)
  if (ids?.size === 0) idsByValue.delete(value)
}

function addId(idsByValue: Map<string, Set<string>>, value: string, id: string): void {
  const ids = idsByValue.get(value)
  if (ids) ids.add(id)
  else idsByValue.set(value, new Set([id]))
}

const none: ReadonlySet<string> = new Set()
