/** Resolves the placeholders of fuzz requests to existing rows. */
import type {
  CollectedRow,
  CollectionRow,
  CommentRow,
  ScriptRow,
  UserRow,
} from '../../src/mock/database/rows.ts'
import type { Snapshot } from '../../src/mock/database/snapshot.ts'
import type { TableRow } from '../../src/mock/database/table.ts'
import { hugeBodies } from './arbitrary-requests.ts'
import { rowsOf, type User } from './visibility.ts'

/** Replaces references and marks by existing values. */
export function resolveReferences(
  text: string,
  state: Snapshot,
  marks: { count: number },
  caller?: User | null,
): string {
  const scripts = rowsOf<ScriptRow>(state, 'scripts')
  const comments = rowsOf<CommentRow>(state, 'comments')
  const collections = rowsOf<CollectionRow>(state, 'collections')
  const rows: Record<string, readonly TableRow[]> = {
    script: scripts,
    own: scripts.filter(({ ownerId }) => ownerId === caller?.id),
    comment: comments,
    written: comments.filter(({ userId }) => userId === caller?.id),
    collection: collections.filter(({ ownerId }) => ownerId === caller?.id),
    foreign: collections,
    user: rowsOf<TableRow>(state, 'users'),
    payment: rowsOf<TableRow>(state, 'payments'),
    workspace: rowsOf<TableRow>(state, 'workspaces'),
    invitation: rowsOf<TableRow>(state, 'invitations'),
    schema: rowsOf<TableRow>(state, 'schemas'),
    report: rowsOf<TableRow>(state, 'reports'),
  }
  const values: Record<string, readonly string[]> = {
    ...Object.fromEntries(
      Object.entries(rows).map(([kind, all]) => [kind, all.map(({ id }) => id)]),
    ),
    slug: scripts.map(({ slug }) => slug),
    share: scripts.flatMap(({ shareToken }) => shareToken ?? []),
    revision: scripts.map(({ updatedAt }) => updatedAt),
    collected: rowsOf<CollectedRow>(state, 'collected').map(({ scriptId }) => scriptId),
    username: rowsOf<UserRow>(state, 'users').map(({ username }) => username),
  }
  return text
    .replace(/@(\w+):(\d+)/g, (_, kind: string, n: string) => {
      const all = values[kind] ?? []
      return all[Number(n) % all.length] ?? '00000000-0000-4000-8000-000000000000'
    })
    .replace(/@[a-z]+/g, (name) => hugeBodies[name] ?? name)
    .replaceAll('@mark', () => `mark${String(++marks.count).padStart(5, '0')}`)
}
