/** Rows for the endpoints whose shapes are inferred. */
import type { PictureType } from '../../api/resources/sharing.ts'
import type { OfUser } from './rows.ts'
import type { TableRow } from './table.ts'

/** Earlier code of a script; id `<scriptId> <versionNumber>`. */
export interface VersionRow extends TableRow {
  readonly scriptId: string
  readonly versionNumber: number
  readonly code: string
  readonly message: string | null
  readonly createdAt: string
}

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

export interface SchemaRow extends TableRow {
  readonly ownerId: string
  readonly name: string
  readonly description: string | null
  readonly code: string
  readonly createdAt: string
  readonly updatedAt: string
}

export interface WorkspaceRow extends TableRow {
  readonly ownerId: string
  readonly name: string
  readonly description: string | null
  readonly isPublic: boolean
  /** `data:` URL. */
  readonly avatarUrl: string | null
  readonly createdAt: string
}

/** Id: `<workspaceId> <userId>` as a UUID, so that a user is invited only once. */
export interface InvitationRow extends TableRow {
  readonly workspaceId: string
  /** Invited user. */
  readonly userId: string
  readonly createdAt: string
}

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
export interface ScheduleRow extends OfUser {
  readonly weekdays: readonly string[]
  readonly time: string
  readonly timezone: string
  readonly paused: boolean
}

/** Id of the user. */
export interface PreferencesRow extends OfUser {
  readonly locale: string
  readonly theme: 'light' | 'dark' | 'system'
  readonly emailNotifications: boolean
}

/** Acceptance or withdrawal of a policy. */
export interface PolicyConsentRow extends OfUser {
  readonly policy: string
  readonly version: string
  readonly accepted: boolean
  readonly at: string
}

/** Viewed concept; id `<userId> <scriptId>`. */
export interface ConceptRow extends OfUser {
  readonly scriptId: string
  readonly viewedAt: string
}

export interface MessageRow extends OfUser {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly createdAt: string
}

/** Event reported by a client. */
export interface EventRow extends OfUser {
  readonly kind: 'event' | 'funnel'
  readonly name: string
  readonly scriptId: string | null
  readonly at: string
}

/** Refunded payment; survives its account. */
export interface RefundRow extends TableRow {
  readonly paymentId: string
  readonly amountKopeks: number
  readonly reason: string | null
  readonly createdAt: string
}

/** Single row: the administrators' settings of the assistant. */
export interface LlmConfigRow extends TableRow {
  readonly model: string
  readonly temperature: number
}
