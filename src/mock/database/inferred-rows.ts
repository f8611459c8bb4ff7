/** Rows for the endpoints whose shapes are inferred: most are what the contract answers. */
import type { EntryOf, FieldsOf, ItemOf } from '../../api/contract/contract.ts'
import type { Contract } from '../../api/resources/index.ts'
import type { PictureType } from '../../api/resources/sharing.ts'
import type { OfUser } from './rows.ts'
import type { TableRow } from './table.ts'

/** Earlier code of a script; id `<scriptId> <versionNumber>`. */
export type VersionRow = TableRow & ItemOf<Contract['versions']['create']>

/** Id `<userId> <scriptId>`, so that a script is pinned only once. */
export interface PinRow extends OfUser {
  readonly scriptId: string
}

/** Id of the script. */
export interface ThumbnailRow extends TableRow {
  readonly scriptId: string
  readonly contentType: PictureType
  /** Base64. */
  readonly data: string
}

/** Views of a script on one day; id `<scriptId> <date>`. */
export interface ViewsRow extends TableRow {
  readonly scriptId: string
  /** UTC date, `2026-03-01`. */
  readonly date: string
  readonly count: number
}

export type SchemaRow = ItemOf<Contract['schemas']['get']> & { readonly ownerId: string }

/** The address of its avatar is a `data:` URL. */
export type WorkspaceRow = Omit<ItemOf<Contract['workspaces']['get']>, 'memberCount'>

/** Id: `<workspaceId> <userId>` as a UUID, so that a user is invited only once. */
export type InvitationRow = Omit<ItemOf<Contract['membership']['invite']>, 'username'>

export interface NotificationRow extends TableRow {
  /** Recipient. */
  readonly userId: string
  /** User who caused the notification. */
  readonly actorId: string
  readonly type: 'comment' | 'star' | 'invitation'
  readonly scriptId: string | null
  readonly workspaceId: string | null
  readonly isRead: boolean
  readonly createdAt: string
}

/** Id of the user. */
export type ScheduleRow = OfUser & ItemOf<Contract['reminders']['get']>

/** Id of the user. */
export type PreferencesRow = OfUser & ItemOf<Contract['me']['preferences']>

/** Acceptance or withdrawal of a policy. */
export type PolicyConsentRow = OfUser &
  FieldsOf<Contract['me']['consent']['body']> & { readonly at: string }

/** Viewed concept; id `<userId> <scriptId>`. */
export interface ConceptRow extends OfUser {
  readonly scriptId: string
  readonly viewedAt: string
}

export type MessageRow = OfUser & ItemOf<Contract['ai']['chat']>

/** Event reported by a client. */
export interface EventRow extends OfUser {
  readonly kind: 'event' | 'funnel'
  readonly name: string
  readonly scriptId: string | null
  readonly at: string
}

/** Refunded payment; survives its account. */
export type RefundRow = EntryOf<Contract['admin']['refunds']>

/** Single row: the administrators' settings of the assistant. */
export type LlmConfigRow = TableRow & ItemOf<Contract['admin']['llmConfig']>
