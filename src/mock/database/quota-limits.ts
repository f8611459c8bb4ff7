/** Quota limits that replace those of the tiers. */

/** Uses within the window of the quota. */
export type QuotaLimit = number | 'unlimited'

/** Applies to all users; missing limits are those of the tier. */
export interface Quotas {
  readonly publishPerDay?: QuotaLimit | undefined
  readonly draftsPerDay?: QuotaLimit | undefined
  readonly commentsPerHour?: QuotaLimit | undefined
  readonly aiChatPerDay?: QuotaLimit | undefined
}
