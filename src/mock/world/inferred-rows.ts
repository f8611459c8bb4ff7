/** What the embedded service remembers for the endpoints whose shapes are inferred. */
import type { PictureType } from '../../api/resources/sharing.ts'
import type { TableRow } from './table.ts'

/** The code of a script as it once was; its id is `<scriptId> <versionNumber>`. */
export interface VersionRow extends TableRow {
  readonly scriptId: string
  readonly versionNumber: number
  readonly code: string
  readonly message: string | null
  readonly createdAt: string
}

/** Its id is `<userId> <scriptId>`, so pinning twice cannot be. */
export interface PinRow extends TableRow {
  readonly userId: string
  readonly scriptId: string
}

/** Its id is that of the script. */
export interface ThumbnailRow extends TableRow {
  readonly scriptId: string
  readonly contentType: PictureType
  /** Base64. */
  readonly data: string
}

/** Views of a script on a day; its id is `<scriptId> <date>`. */
export interface ViewsRow extends TableRow {
  readonly scriptId: string
  /** `2026-03-01`, of UTC. */
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
  /** A `data:` address. */
  readonly avatarUrl: string | null
  readonly createdAt: string
}

/** Its id is `<workspaceId> <userId>` made a UUID: nobody is asked twice into the same workspace. */
export interface InvitationRow extends TableRow {
  readonly workspaceId: string
  /** Who is asked. */
  readonly userId: string
  readonly createdAt: string
}

export interface NotificationRow extends TableRow {
  /** Who is told. */
  readonly userId: string
  /** Who did it. */
  readonly actorId: string
  readonly type: 'comment' | 'star' | 'invitation'
  readonly scriptId: string | null
  readonly workspaceId: string | null
  readonly isRead: boolean
  readonly createdAt: string
}

/** Its id is that of the user. */
export interface ScheduleRow extends TableRow {
  readonly userId: string
  readonly weekdays: readonly string[]
  readonly time: string
  readonly timezone: string
  readonly paused: boolean
}

/** Its id is that of the user. */
export interface PreferencesRow extends TableRow {
  readonly userId: string
  readonly locale: string
  readonly theme: 'light' | 'dark' | 'system'
  readonly emailNotifications: boolean
}

/** Agreement to a policy, or its withdrawal. */
export interface PolicyConsentRow extends TableRow {
  readonly userId: string
  readonly policy: string
  readonly version: string
  readonly accepted: boolean
  readonly at: string
}

/** A concept that was looked at; its id is `<userId> <scriptId>`. */
export interface ConceptRow extends TableRow {
  readonly userId: string
  readonly scriptId: string
  readonly viewedAt: string
}

export interface MessageRow extends TableRow {
  readonly userId: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly createdAt: string
}

/** What a client says that happened. */
export interface EventRow extends TableRow {
  readonly userId: string
  readonly kind: 'event' | 'funnel'
  readonly name: string
  readonly scriptId: string | null
  readonly at: string
}

/** A payment given back; it stays when its account goes. */
export interface RefundRow extends TableRow {
  readonly paymentId: string
  readonly amountKopeks: number
  readonly reason: string | null
  readonly createdAt: string
}

/** The one row of what administrators have set for the assistant. */
export interface LlmConfigRow extends TableRow {
  readonly model: string
  readonly temperature: number
}
