/** Invariants of the embedded service's rows, for all requests. */
import { expect } from 'vitest'
import type { CollectionRow, ScriptRow } from '../../src/mock/database/rows.ts'
import type { Snapshot } from '../../src/mock/database/snapshot.ts'
import type { TableRow } from '../../src/mock/database/table.ts'
import { rowsOf, type User } from './visibility.ts'

/** Tables whose rows or order have changed. */
export function changedTables(before: Snapshot, after: Snapshot): string[] {
  return Object.keys(after.tables).filter((name) => {
    const old = rowsOf<TableRow>(before, name)
    const now = rowsOf<TableRow>(after, name)
    return old.length !== now.length || now.some((row, index) => row !== old[index])
  })
}

/** Rows of others that this user changed. Everybody changes views; deleting a script deletes what others attached. */
export function foreignChanges(before: Snapshot, after: Snapshot, user: User): string[] {
  const owners = ownersIn([before, after])
  const scripts = new Set(rowsOf<ScriptRow>(after, 'scripts').map(({ id }) => id))
  return changedTables(before, after).flatMap((name) => {
    const [old, now] = [before, after].map(
      (state) =>
        new Map(
          rowsOf<TableRow & Record<string, unknown>>(state, name).map((row) => [row.id, row]),
        ),
    )
    return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((id) => {
      const was = old?.get(id)
      const is = now?.get(id)
      if (was === is) return []
      const mine = ownersOf(name, was ?? is ?? {}, owners)
      const same =
        JSON.stringify({ ...was, viewCount: 0 }) === JSON.stringify({ ...is, viewCount: 0 })
      const wentAlong = !is && was?.scriptId !== undefined && !scripts.has(String(was.scriptId))
      return same ||
        mine.length === 0 ||
        (user !== undefined && mine.includes(user.id)) ||
        wentAlong
        ? []
        : [`${name} ${id}`]
    })
  })
}

/** Collections, workspaces and scripts with their owners. */
const ownersIn = (states: readonly Snapshot[]) =>
  new Map(
    states.flatMap((state) =>
      ['collections', 'workspaces', 'scripts'].flatMap((name) =>
        rowsOf<CollectionRow>(state, name).map(({ id, ownerId }) => [id, ownerId] as const),
      ),
    ),
  )

/** User who may change a row; undefined if there is no single one. */
function ownersOf(name: string, row: Record<string, unknown>, owners: ReadonlyMap<string, string>) {
  const of = (field: string) => owners.get(String(row[field]))
  const all = [row.ownerId, row.userId, of('collectionId')]
  // The actor creates and reverts notifications; the owner of a workspace manages its members.
  if (name === 'notifications') all.push(row.actorId)
  if (['members', 'invitations', 'notifications'].includes(name)) all.push(of('workspaceId'))
  if (['versions', 'thumbnails'].includes(name)) all.push(of('scriptId'))
  return all.filter((owner) => owner !== undefined)
}

/** `updatedAt` increases with every change of a user's row. */
export function checkRevisions(before: Snapshot, after: Snapshot, what: string): void {
  const old = new Map(rowsOf<ScriptRow>(before, 'scripts').map((row) => [row.id, row]))
  for (const row of rowsOf<ScriptRow>(after, 'scripts')) {
    const was = old.get(row.id)
    if (!was || was === row) continue
    const written = ({ viewCount: _, ...fields }: ScriptRow) => JSON.stringify(fields)
    if (written(was) !== written(row))
      expect(Date.parse(row.updatedAt), what).toBeGreaterThan(Date.parse(was.updatedAt))
    expect(row.viewCount, what).toBeGreaterThanOrEqual(was.viewCount)
  }
}

/** Every row has its parent, and slugs are unique. Reports and audit rows survive their subject. */
export function checkRows(state: Snapshot): void {
  const owners: Record<string, string> = {
    userId: 'users',
    ownerId: 'users',
    scriptId: 'scripts',
    collectionId: 'collections',
    subscriptionId: 'subscriptions',
    actorId: 'users',
    workspaceId: 'workspaces',
  }
  const orphans = Object.keys(state.tables)
    .filter((name) => !['reports', 'audit', 'refunds'].includes(name))
    .flatMap((name) =>
      rowsOf<Record<string, unknown>>(state, name).flatMap((row) =>
        Object.entries(owners)
          .filter(([field]) => row[field] !== undefined && row[field] !== null)
          // Scripts keep the id of a deleted workspace; it grants no access.
          .filter(([field]) => name !== 'scripts' || field !== 'workspaceId')
          .filter(
            ([field, table]) => !rowsOf<TableRow>(state, table).some(({ id }) => id === row[field]),
          )
          .map(([field]) => `${name} ${row.id} has no ${field}`),
      ),
    )
  expect(orphans).toEqual([])
  const slugs = rowsOf<ScriptRow>(state, 'scripts').map(({ slug }) => slug)
  expect(new Set(slugs).size).toBe(slugs.length)
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/)
  const pending = rowsOf<TableRow & { userId: string; status: string }>(
    state,
    'subscriptions',
  ).filter(({ status }) => status !== 'ended')
  expect(new Set(pending.map(({ userId }) => userId)).size).toBe(pending.length)
}
