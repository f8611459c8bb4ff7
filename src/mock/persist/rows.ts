/** Rows by table, recovered from a data folder and made consistent. */
import { nearest } from '../../text/nearest.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { RowChange, TableRow } from '../database/table.ts'
import { tableNames } from '../database/tables.ts'

export class Rows {
  readonly tables = new Map<string, Map<string, TableRow>>()
  /** Position of each row's last write. */
  readonly written = new Map<TableRow, number>()

  constructor(snapshot: Snapshot) {
    for (const [name, rows] of Object.entries(snapshot.tables)) {
      this.tables.set(name, new Map(rows.map((row) => [row.id, row])))
    }
  }

  apply(changes: readonly RowChange[]): void {
    for (const { table, id, after } of changes) {
      const rows = this.tables.get(table) ?? new Map<string, TableRow>()
      this.tables.set(table, rows)
      if (after === undefined) rows.delete(id)
      else {
        rows.set(id, after)
        this.written.set(after, this.written.size)
      }
    }
  }

  all(table: string): TableRow[] {
    return [...(this.tables.get(table)?.values() ?? [])]
  }

  counts(): Record<string, number> {
    const counts = [...this.tables].map(([name, rows]) => [name, rows.size] as const)
    return Object.fromEntries(counts.filter(([name, count]) => count > 0 && name !== 'counters'))
  }

  snapshot(): Snapshot {
    return {
      version: 1,
      tables: Object.fromEntries([...this.tables].map(([name]) => [name, this.all(name)])),
    }
  }
}

export interface Adjustments {
  /** Dropped rows by table: the row they belong to is lost. */
  dropped: Record<string, number>
  /** Scripts renamed because a later one has the same slug, or because damage made it invalid. */
  renamed: { id: string; from: string; to: string }[]
}

/** Fields that name a parent row, with its table. */
const parentTables: Readonly<Record<string, string>> = {
  userId: 'users',
  ownerId: 'users',
  actorId: 'users',
  scriptId: 'scripts',
  collectionId: 'collections',
  subscriptionId: 'subscriptions',
  workspaceId: 'workspaces',
}
/** Tables whose rows survive their parent. */
const independentTables = new Set(['reports', 'audit', 'refunds'])

/** A lost commit may contain the parent of a row, or a change of slug. */
export function makeConsistent(rows: Rows): Adjustments {
  const dropped: Record<string, number> = {}
  for (let changed = true; changed; ) {
    changed = false
    for (const [table, entries] of rows.tables) {
      for (const row of entries.values()) {
        if (!isOrphan(rows, table, row)) continue
        entries.delete(row.id)
        dropped[table] = (dropped[table] ?? 0) + 1
        changed = true
      }
    }
  }
  return { dropped, renamed: separateSlugs(rows) }
}

function isOrphan(rows: Rows, table: string, row: TableRow): boolean {
  if (independentTables.has(table)) return false
  return Object.entries(row).some(([field, id]) => {
    const owner = parentTables[field]
    if (owner === undefined || id === null || id === undefined) return false
    // Scripts keep the id of a deleted workspace; it grants no access.
    if (table === 'scripts' && field === 'workspaceId') return false
    return !rows.tables.get(owner)?.has(String(id))
  })
}

function separateSlugs(rows: Rows): Adjustments['renamed'] {
  const scripts = rows.all('scripts') as (TableRow & { slug: unknown })[]
  const age = (row: TableRow) => rows.written.get(row) ?? -1
  const taken = new Set(scripts.map(({ slug }) => slug))
  const seen = new Set<unknown>()
  return scripts
    .sort((a, b) => age(b) - age(a))
    .flatMap((row) => {
      if (isSlug(row.slug) && !seen.has(row.slug)) {
        seen.add(row.slug)
        return []
      }
      const from = String(row.slug ?? '')
      const to = freeName(isSlug(row.slug) ? row.slug : slugLike(from), taken)
      taken.add(to)
      seen.add(to)
      rows.tables.get('scripts')?.set(row.id, { ...row, slug: to } as TableRow)
      return { id: row.id, from, to }
    })
}

/** A snapshot with a wrong checksum is read too, and any byte of it may be wrong. */
const isSlug = (slug: unknown): slug is string => typeof slug === 'string' && /^[a-z0-9-]+$/.test(slug)

const slugLike = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'script'

function freeName(base: string, taken: ReadonlySet<unknown>): string {
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}

/** Restores the names of tables that damage misspelt: without its table `users`, every other row is an orphan. */
export function withKnownTables({ version, tables }: Snapshot): Snapshot {
  const missing = new Set<string>(tableNames.filter((name) => tables[name] === undefined))
  const known = (name: string) => (tableNames as readonly string[]).includes(name)
  return {
    version,
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => {
        const meant = known(name) ? undefined : nearest(name, missing, 2)
        if (meant !== undefined) missing.delete(meant)
        return [meant ?? name, rows]
      }),
    ),
  }
}
