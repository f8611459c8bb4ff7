/** Tables of the embedded service and their indexes. */
import type {
  ConceptRow,
  EventRow,
  InvitationRow,
  LlmConfigRow,
  MessageRow,
  NotificationRow,
  PinRow,
  PolicyConsentRow,
  PreferencesRow,
  RefundRow,
  ScheduleRow,
  SchemaRow,
  ThumbnailRow,
  VersionRow,
  ViewsRow,
  WorkspaceRow,
} from './inferred-rows.ts'
import type {
  AuditRow,
  CollectedRow,
  CollectionRow,
  CommentRow,
  ConsentRow,
  KeyRow,
  MemberRow,
  OwnedBundleRow,
  PaymentRow,
  PromoUseRow,
  ReportRow,
  ScriptRow,
  SessionRow,
  SpendingRow,
  StarRow,
  SubscriptionRow,
  UserRow,
} from './rows.ts'
import { type RowChange, Table, type TableRow } from './table.ts'

const ofUser = { user: (row: { userId: string }) => row.userId }
const ofScript = { script: (row: { scriptId: string }) => row.scriptId }

/** All tables by name, as in a saved state. */
export const tableNames = [
  'counters',
  'users',
  'keys',
  'sessions',
  'scripts',
  'stars',
  'comments',
  'collections',
  'collected',
  'spendings',
  'members',
  'ownedBundles',
  'subscriptions',
  'payments',
  'consents',
  'promoUses',
  'reports',
  'audit',
  'versions',
  'thumbnails',
  'views',
  'pins',
  'concepts',
  'schemas',
  'workspaces',
  'invitations',
  'notifications',
  'schedules',
  'preferences',
  'policyConsents',
  'messages',
  'events',
  'refunds',
  'llmConfig',
] as const
export type TableName = (typeof tableNames)[number]

export abstract class Tables {
  protected readonly tables: Record<string, Table<TableRow, string>> = {}

  readonly users = this.table<UserRow, 'username'>('users', { username: (row) => row.username })
  readonly keys = this.table<KeyRow, 'user'>('keys', { user: (row) => row.userId })
  readonly sessions = this.table<SessionRow, 'user'>('sessions', { user: (row) => row.userId })
  readonly scripts = this.table<ScriptRow, 'slug' | 'owner' | 'shareToken'>('scripts', {
    slug: (row) => row.slug,
    owner: (row) => row.ownerId,
    shareToken: (row) => row.shareToken ?? undefined,
  })
  readonly stars = this.table<StarRow, 'script' | 'user'>('stars', {
    script: (row) => row.scriptId,
    user: (row) => row.userId,
  })
  readonly comments = this.table<CommentRow, 'script' | 'user'>('comments', {
    script: (row) => row.scriptId,
    user: (row) => row.userId,
  })
  readonly collections = this.table<CollectionRow, 'owner'>('collections', { owner: (row) => row.ownerId })
  readonly collected = this.table<CollectedRow, 'collection' | 'script'>('collected', {
    collection: (row) => row.collectionId,
    script: (row) => row.scriptId,
  })
  readonly spendings = this.table<SpendingRow, 'user'>('spendings', { user: (row) => row.userId })
  readonly members = this.table<MemberRow, 'user' | 'workspace'>('members', {
    ...ofUser,
    workspace: (row) => row.workspaceId,
  })
  readonly ownedBundles = this.table<OwnedBundleRow, 'user'>('ownedBundles', { user: (row) => row.userId })
  readonly subscriptions = this.table<SubscriptionRow, 'user'>('subscriptions', {
    user: (row) => row.userId,
  })
  readonly payments = this.table<PaymentRow, 'user'>('payments', { user: (row) => row.userId })
  readonly consents = this.table<ConsentRow, 'user'>('consents', { user: (row) => row.userId })
  readonly promoUses = this.table<PromoUseRow, 'user'>('promoUses', { user: (row) => row.userId })
  readonly reports = this.table<ReportRow>('reports', {})
  readonly audit = this.table<AuditRow>('audit', {})

  readonly versions = this.table<VersionRow, 'script'>('versions', ofScript)
  readonly thumbnails = this.table<ThumbnailRow, 'script'>('thumbnails', ofScript)
  readonly views = this.table<ViewsRow, 'script'>('views', ofScript)
  readonly pins = this.table<PinRow, 'user' | 'script'>('pins', { ...ofUser, ...ofScript })
  readonly concepts = this.table<ConceptRow, 'user' | 'script'>('concepts', { ...ofUser, ...ofScript })
  readonly schemas = this.table<SchemaRow, 'owner'>('schemas', { owner: (row) => row.ownerId })
  readonly workspaces = this.table<WorkspaceRow, 'owner'>('workspaces', { owner: (row) => row.ownerId })
  readonly invitations = this.table<InvitationRow, 'user' | 'workspace'>('invitations', {
    ...ofUser,
    workspace: (row) => row.workspaceId,
  })
  readonly notifications = this.table<NotificationRow, 'user' | 'actor' | 'script' | 'workspace'>(
    'notifications',
    {
      ...ofUser,
      actor: (row) => row.actorId,
      script: (row) => row.scriptId ?? undefined,
      workspace: (row) => row.workspaceId ?? undefined,
    },
  )
  readonly schedules = this.table<ScheduleRow, 'user'>('schedules', ofUser)
  readonly preferences = this.table<PreferencesRow, 'user'>('preferences', ofUser)
  readonly policyConsents = this.table<PolicyConsentRow, 'user'>('policyConsents', ofUser)
  readonly messages = this.table<MessageRow, 'user'>('messages', ofUser)
  readonly events = this.table<EventRow, 'user' | 'script'>('events', {
    ...ofUser,
    script: (row) => row.scriptId ?? undefined,
  })
  readonly refunds = this.table<RefundRow>('refunds', {})
  readonly llmConfig = this.table<LlmConfigRow>('llmConfig', {})

  script(idOrSlug: string): ScriptRow | undefined {
    return this.scripts.get(idOrSlug) ?? this.scripts.by('slug', idOrSlug)[0]
  }

  membership(workspaceId: string, userId: string): MemberRow | undefined {
    return this.members.get(`${workspaceId} ${userId}`)
  }

  /** Called for each change; may refuse it. */
  protected abstract record(change: RowChange & { readonly before: TableRow | undefined }): void

  protected table<R extends TableRow, I extends string = never>(
    name: TableName,
    indexes: Record<I, (row: R) => string | undefined>,
  ) {
    const table = new Table<R, I>(name, indexes, (change) => this.record(change))
    this.tables[name] = table as unknown as Table<TableRow, string>
    return table
  }
}
