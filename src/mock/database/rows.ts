/** Rows of the embedded service, by table. */
import type { EntryOf, ItemOf } from '../../api/contract/contract.ts'
import type { Contract } from '../../api/resources/index.ts'
import type { QuotaKey } from '../../api/resources/quota.ts'
import type { TableRow } from './table.ts'

/** Row that belongs to a user. */
export interface OfUser extends TableRow {
  readonly userId: string
}

export type UserRow = ItemOf<Contract['admin']['updateUser']> & {
  readonly avatarUrl: string | null
}

/** Browser session; id is the value of the cookie. */
export type SessionRow = OfUser

/** API key; id is the key itself. */
export interface KeyRow extends OfUser {
  readonly revoked: boolean
}

export interface ScriptRow extends TableRow {
  readonly slug: string
  readonly ownerId: string
  /** Workspace that owns the script besides its creator; the gate lets its members in. */
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
  /** Set by an administrator. */
  readonly isFeatured?: boolean
  readonly viewCount: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly publishedAt: string | null
}

/** Id `<userId> <scriptId>`, so that a script is starred only once. */
export interface StarRow extends OfUser {
  readonly scriptId: string
  /** Missing in rows older than this field. */
  readonly createdAt?: string
}

/** One use of a quota, with a time of the service's clock in milliseconds. */
export interface SpendingRow extends OfUser {
  readonly quota: QuotaKey
  readonly at: number
}

/** Membership in a workspace; id `<workspaceId> <userId>`. */
export interface MemberRow extends OfUser {
  readonly workspaceId: string
}

/** Bundle that a user owns; id `<userId> <bundleId>`. */
export interface OwnedBundleRow extends OfUser {
  readonly bundleId: string
}

export interface CommentRow extends OfUser {
  readonly scriptId: string
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

/** Script in a collection; id `<collectionId> <scriptId>`. */
export interface CollectedRow extends TableRow {
  readonly collectionId: string
  readonly scriptId: string
}

export interface SubscriptionRow extends OfUser {
  readonly planId: string
  /** `pending` until the first payment succeeds, `ended` after a failed payment or at the end of the period. */
  readonly status: 'pending' | 'active' | 'ended'
  readonly cancelAtPeriodEnd: boolean
  /** Milliseconds by the service's clock; null while pending. */
  readonly periodEnd: number | null
  /** Card for renewals; deleted when the consent is revoked. */
  readonly cardToken: string | null
}

export interface PaymentRow extends OfUser {
  readonly orderId: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly amountKopeks: number
  readonly subscriptionId: string | null
  readonly bundleId: string | null
  readonly promoCode: string | null
  readonly createdAt: string
}

/** Consent to recurring charges; stored before any payment. */
export interface ConsentRow extends OfUser {
  readonly policyVersion: string
  readonly locale: string
  readonly path: string | null
  readonly at: string
  readonly revokedAt: string | null
}

/** Promo code used by a user; id `<userId> <code>`. */
export interface PromoUseRow extends OfUser {
  readonly code: string
}

/** Without a status it is open. */
export type ReportRow = Omit<EntryOf<Contract['admin']['reports']>, 'status'> &
  Partial<Pick<EntryOf<Contract['admin']['reports']>, 'status'>>

/** Audit entry; survives the account, with a copy of its e-mail address. */
export type AuditRow = EntryOf<Contract['admin']['audit']>
