/** Tables of the embedded service and their indexes. */
import type * as inferred from './inferred-rows.ts'
import type * as rows from './rows.ts'
import { type RecordedChange, Table, type TableRow } from './table.ts'

const ofUser = { user: (row: { userId: string }) => row.userId }
const ofScript = { script: (row: { scriptId: string }) => row.scriptId }
const ofOwner = { owner: (row: { ownerId: string }) => row.ownerId }
const ofWorkspace = { workspace: (row: { workspaceId: string }) => row.workspaceId }

export abstract class Tables {
  protected readonly tables: Record<string, Table<TableRow, string>> = {}

  readonly users = this.table<rows.UserRow, 'username'>('users', {
    username: (row) => row.username,
  })
  readonly keys = this.table<rows.KeyRow, 'user'>('keys', ofUser)
  readonly sessions = this.table<rows.SessionRow, 'user'>('sessions', ofUser)
  readonly scripts = this.table<rows.ScriptRow, 'slug' | 'owner' | 'shareToken'>('scripts', {
    slug: (row) => row.slug,
    ...ofOwner,
    shareToken: (row) => row.shareToken ?? undefined,
  })
  readonly stars = this.table<rows.StarRow, 'script' | 'user'>('stars', { ...ofScript, ...ofUser })
  readonly comments = this.table<rows.CommentRow, 'script' | 'user'>('comments', {
    ...ofScript,
    ...ofUser,
  })
  readonly collections = this.table<rows.CollectionRow, 'owner'>('collections', ofOwner)
  readonly collected = this.table<rows.CollectedRow, 'collection' | 'script'>('collected', {
    collection: (row) => row.collectionId,
    ...ofScript,
  })
  readonly spendings = this.table<rows.SpendingRow, 'user'>('spendings', ofUser)
  readonly members = this.table<rows.MemberRow, 'user' | 'workspace'>('members', {
    ...ofUser,
    ...ofWorkspace,
  })
  readonly ownedBundles = this.table<rows.OwnedBundleRow, 'user'>('ownedBundles', ofUser)
  readonly subscriptions = this.table<rows.SubscriptionRow, 'user'>('subscriptions', ofUser)
  readonly payments = this.table<rows.PaymentRow, 'user'>('payments', ofUser)
  readonly consents = this.table<rows.ConsentRow, 'user'>('consents', ofUser)
  readonly promoUses = this.table<rows.PromoUseRow, 'user'>('promoUses', ofUser)
  readonly reports = this.table<rows.ReportRow>('reports', {})
  readonly audit = this.table<rows.AuditRow>('audit', {})

  readonly versions = this.table<inferred.VersionRow, 'script'>('versions', ofScript)
  readonly thumbnails = this.table<inferred.ThumbnailRow, 'script'>('thumbnails', ofScript)
  readonly views = this.table<inferred.ViewsRow, 'script'>('views', ofScript)
  readonly pins = this.table<inferred.PinRow, 'user' | 'script'>('pins', { ...ofUser, ...ofScript })
  readonly concepts = this.table<inferred.ConceptRow, 'user' | 'script'>('concepts', {
    ...ofUser,
    ...ofScript,
  })
  readonly schemas = this.table<inferred.SchemaRow, 'owner'>('schemas', ofOwner)
  readonly workspaces = this.table<inferred.WorkspaceRow, 'owner'>('workspaces', ofOwner)
  readonly invitations = this.table<inferred.InvitationRow, 'user' | 'workspace'>('invitations', {
    ...ofUser,
    ...ofWorkspace,
  })
  readonly notifications = this.table<
    inferred.NotificationRow,
    'user' | 'actor' | 'script' | 'workspace'
  >('notifications', {
    ...ofUser,
    actor: (row) => row.actorId,
    script: (row) => row.scriptId ?? undefined,
    workspace: (row) => row.workspaceId ?? undefined,
  })
  readonly schedules = this.table<inferred.ScheduleRow, 'user'>('schedules', ofUser)
  readonly preferences = this.table<inferred.PreferencesRow, 'user'>('preferences', ofUser)
  readonly policyConsents = this.table<inferred.PolicyConsentRow, 'user'>('policyConsents', ofUser)
  readonly messages = this.table<inferred.MessageRow, 'user'>('messages', ofUser)
  readonly events = this.table<inferred.EventRow, 'user' | 'script'>('events', {
    ...ofUser,
    script: (row) => row.scriptId ?? undefined,
  })
  readonly refunds = this.table<inferred.RefundRow>('refunds', {})
  readonly llmConfig = this.table<inferred.LlmConfigRow>('llmConfig', {})

  script(idOrSlug: string): rows.ScriptRow | undefined {
    return this.scripts.get(idOrSlug) ?? this.scripts.by('slug', idOrSlug)[0]
  }

  membership(workspaceId: string, userId: string): rows.MemberRow | undefined {
    return this.members.get(`${workspaceId} ${userId}`)
  }

  /** Deletes the rows of all tables that have this index. */
  deleteBy(index: string, value: string): void {
    for (const table of Object.values(this.tables))
      for (const row of table.by(index, value)) table.delete(row.id)
  }

  /** Names of the tables, which a saved state has as keys. */
  get tableNames(): string[] {
    return Object.keys(this.tables)
  }

  /** Called for each change; may refuse it. */
  protected abstract record(change: RecordedChange): void

  protected table<R extends TableRow, I extends string = never>(
    name: string,
    indexes: Record<I, (row: R) => string | undefined>,
  ) {
    const table = new Table<R, I>(name, indexes, (change) => this.record(change))
    this.tables[name] = table as unknown as Table<TableRow, string>
    return table
  }
}
