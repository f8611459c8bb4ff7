/** What the embedded service remembers. */
import type { QuotaKey } from '../api/resources/quota.ts'
import type { Row } from './table.ts'

export interface UserRow extends Row {
  readonly username: string
  readonly fullName: string
  readonly tier: 'free' | 'pro'
  readonly isAdmin: boolean
  readonly createdAt: string
}

/** An API key; its id is the key itself. */
export interface KeyRow extends Row {
  readonly userId: string
  readonly revoked: boolean
}

export interface ScriptRow extends Row {
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
  readonly viewCount: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly publishedAt: string | null
}

/** Its id is `<userId> <scriptId>`, so that starring twice cannot be. */
export interface StarRow extends Row {
  readonly userId: string
  readonly scriptId: string
}

/** One use of a quota, at a time of the service's clock in milliseconds. */
export interface SpendingRow extends Row {
  readonly userId: string
  readonly quota: QuotaKey
  readonly at: number
}

/** Membership in a workspace; its id is `<workspaceId> <userId>`. */
export interface MemberRow extends Row {
  readonly workspaceId: string
  readonly userId: string
}

/** A bundle that a user owns; its id is `<userId> <bundleId>`. */
export interface OwnedBundleRow extends Row {
  readonly userId: string
  readonly bundleId: string
}
