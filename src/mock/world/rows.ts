/** What the embedded service remembers. */
import type { QuotaKey } from '../../api/resources/quota.ts'
import type { TableRow } from './table.ts'

export interface UserRow extends TableRow {
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly avatarUrl: string | null
  readonly tier: 'free' | 'pro'
  readonly isAdmin: boolean
  readonly createdAt: string
}

/** A browser's session; its id is the value of the cookie. */
export interface SessionRow extends TableRow {
  readonly userId: string
}

/** An API key; its id is the key itself. */
export interface KeyRow extends TableRow {
  readonly userId: string
  readonly revoked: boolean
}

export interface ScriptRow extends TableRow {
  readonly slug: string
  readonly ownerId: string
  /** Workspace that owns it beside its creator; its members are entitled by the gate. */
  readonly workspaceId: string | null
  readonly name: string
  readonly description: string
  readonly type: string
  readonly code: string
  readonly readme: string | null
  readonly tags: readonly string[]
  readonly category: string | null
  readonly isPublic: boolean
  readonly section: 'explore' | 'cases' | 'concepts'
  readonly accessTier: 'free' | 'premium'
  readonly engineVersion: string
  readonly shareToken: string | null
  /** An administrator's choice. */
  readonly isFeatured?: boolean
  readonly viewCount: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly publishedAt: string | null
}

/** Its id is `<userId> <scriptId>`, so starring twice cannot be. */
export interface StarRow extends TableRow {
  readonly userId: string
  readonly scriptId: string
  /** Not known of those that are older than this field. */
  readonly createdAt?: string
}

/** One use of a quota, at a time of the service's clock in milliseconds. */
export interface SpendingRow extends TableRow {
  readonly userId: string
  readonly quota: QuotaKey
  readonly at: number
}

/** Membership in a workspace; its id is `<workspaceId> <userId>`. */
export interface MemberRow extends TableRow {
  readonly workspaceId: string
  readonly userId: string
}

/** A bundle that a user owns; its id is `<userId> <bundleId>`. */
export interface OwnedBundleRow extends TableRow {
  readonly userId: string
  readonly bundleId: string
}

export interface CommentRow extends TableRow {
  readonly scriptId: string
  readonly userId: string
  readonly content: string
  readonly targetType: 'script' | 'node' | 'edge'
  readonly targetId: string | null
  readonly createdAt: string
}

export interface CollectionRow extends TableRow {
  readonly ownerId: string
  readonly name: string
  readonly description: string | null
  readonly color: string | null
  readonly createdAt: string
}

/** A script in a collection; its id is `<collectionId> <scriptId>`. */
export interface CollectedRow extends TableRow {
  readonly collectionId: string
  readonly scriptId: string
}

export interface SubscriptionRow extends TableRow {
  readonly userId: string
  readonly planId: string
  /** `pending` until its first payment succeeds, `ended` after a failed payment or the end of the period. */
  readonly status: 'pending' | 'active' | 'ended'
  readonly cancelAtPeriodEnd: boolean
  /** Milliseconds of the service's clock; null while pending. */
  readonly periodEnd: number | null
  /** What renewals are charged to; deleted when the consent is revoked. */
  readonly cardToken: string | null
}

export interface PaymentRow extends TableRow {
  readonly userId: string
  readonly orderId: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly amountKopeks: number
  readonly subscriptionId: string | null
  readonly bundleId: string | null
  readonly promoCode: string | null
  readonly createdAt: string
}

/** Consent to recurring charges, stored before any payment is created. */
export interface ConsentRow extends TableRow {
  readonly userId: string
  readonly policyVersion: string
  readonly locale: string
  readonly path: string | null
  readonly at: string
  readonly revokedAt: string | null
}

/** A promo code spent by a user; its id is `<userId> <code>`. */
export interface PromoUseRow extends TableRow {
  readonly userId: string
  readonly code: string
}

export interface ReportRow extends TableRow {
  readonly reporterId: string
  readonly targetType: 'script'
  readonly targetId: string
  readonly reason: string
  /** Open until an administrator says otherwise. */
  readonly status?: 'open' | 'resolved' | 'dismissed'
  readonly createdAt: string
}

/** What happened to an account; survives it, with a snapshot of its address. */
export interface AuditRow extends TableRow {
  readonly at: string
  readonly action: string
  readonly actorId: string
  readonly actorEmail: string
  readonly subject: string | null
}
