/** Decides who may see what, from the service's document and independently of the mock, for the fuzz test. */
import type {
  MessageRow,
  NotificationRow,
  SchemaRow,
  VersionRow,
  WorkspaceRow,
} from '../../src/mock/database/inferred-rows.ts'
import type {
  CollectionRow,
  CommentRow,
  MemberRow,
  PaymentRow,
  ScriptRow,
  SubscriptionRow,
  UserRow,
} from '../../src/mock/database/rows.ts'
import type { Snapshot } from '../../src/mock/database/snapshot.ts'

export type User = UserRow | undefined

export const rowsOf = <R>({ tables }: Snapshot, name: string) =>
  (tables[name] ?? []) as unknown as readonly R[]

/** A private script is visible to its owner and to everybody with its share token. */
const mayKnow = ({ isPublic, ownerId, shareToken }: ScriptRow, user: User, request: string) =>
  isPublic || ownerId === user?.id || (shareToken !== null && request.includes(shareToken))

/** *Access gate on reads*, rules 1 to 5. */
function mayRead(database: Snapshot, script: ScriptRow, user: User, request: string): boolean {
  if (!mayKnow(script, user, request)) return false
  if (script.section !== 'cases' || script.accessTier === 'free' || script.ownerId === user?.id)
    return true
  const of = (table: string) =>
    rowsOf<Record<string, string>>(database, table).filter(({ userId }) => userId === user?.id)
  const owned = of('ownedBundles').map(({ bundleId }) => bundleId)
  return (
    of('members').some(({ workspaceId }) => workspaceId === script.workspaceId) ||
    script.tags.some(
      (tag) =>
        tag.startsWith('category:') && owned.includes(`${tag.slice('category:'.length)}-cases`),
    )
  )
}

const words = /mark\d{5}|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const wordsIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).match(words) ?? []

/** Texts that no answer may contain. */
const never = /@example\.com|card_[0-9a-f-]{36}|ca_demo_/

/** Words in the answer that this user may not see in either state, with their origin. */
export function leaks(
  answer: string,
  request: string,
  user: User,
  states: readonly Snapshot[],
): string[] {
  const own = new Set(wordsIn(request))
  const found = new Set(wordsIn(answer).filter((word) => !own.has(word)))
  const secret = never.exec(answer)?.[0]
  const hidden = [...found].filter((word) => {
    const seen = states
      .map((state) => visibility(state, user, request).get(word))
      .filter((open) => open !== undefined)
    return seen.length > 0 && !seen.includes(true)
  })
  return secret !== undefined && !request.includes(secret) ? [secret, ...hidden] : hidden
}

/** Words in a row, and whether the user may see each. */
function visibility(state: Snapshot, user: User, request: string): Map<string, boolean> {
  const open = new Map<string, boolean>()
  const note = (may: boolean, ...values: unknown[]) => {
    for (const word of values.flatMap(wordsIn)) open.set(word, (open.get(word) ?? false) || may)
  }
  const scripts = rowsOf<ScriptRow>(state, 'scripts')
  for (const script of scripts) {
    const { id, name, description, slug, tags, shareToken } = script
    note(mayKnow(script, user, request), id, name, description, slug, tags)
    note(mayRead(state, script, user, request), script.code, script.readme)
    note(script.ownerId === user?.id, shareToken)
  }
  const known = new Set(
    scripts.filter((script) => mayKnow(script, user, request)).map(({ id }) => id),
  )
  for (const { id, scriptId, userId, content, targetId } of rowsOf<CommentRow>(state, 'comments')) {
    // A comment may name anything as its target, also a script that only its author may see.
    note(known.has(scriptId) || userId === user?.id, id, content, targetId ?? '')
  }
  for (const { id, ownerId, name, description } of rowsOf<CollectionRow>(state, 'collections')) {
    note(ownerId === user?.id, id, name, description)
  }
  for (const { id, userId, orderId } of rowsOf<PaymentRow>(state, 'payments'))
    note(userId === user?.id, id, orderId)
  for (const { id, userId } of rowsOf<SubscriptionRow>(state, 'subscriptions'))
    note(userId === user?.id, id)
  for (const { reason } of rowsOf<{ reason: string }>(state, 'reports')) note(false, reason)
  // Rows for one user, or for the members of a workspace.
  for (const { id, ownerId, name, description, code } of rowsOf<SchemaRow>(state, 'schemas'))
    note(ownerId === user?.id, id, name, description, code)
  for (const { id, userId, content } of rowsOf<MessageRow>(state, 'messages'))
    note(userId === user?.id, id, content)
  for (const { scriptId, code, message } of rowsOf<VersionRow>(state, 'versions')) {
    const owner = scripts.find(({ id }) => id === scriptId)?.ownerId
    note(owner === user?.id, code, message)
  }
  const joined = rowsOf<MemberRow>(state, 'members').filter(({ userId }) => userId === user?.id)
  const told = rowsOf<NotificationRow>(state, 'notifications').filter(
    ({ userId }) => userId === user?.id,
  )
  const mine = new Set([...joined, ...told].map(({ workspaceId }) => workspaceId))
  for (const { id, isPublic, name, description } of rowsOf<WorkspaceRow>(state, 'workspaces'))
    note(isPublic || mine.has(id), id, name, description)
  return open
}
