/** Limits that whoever starts the embedded service sets, in the place of those of the tiers. */

/** Uses within the quota's window. */
export type QuotaLimit = number | 'unlimited'

/** They hold for everybody; what is left out stays as the tier says. */
export interface Quotas {
  readonly publishPerDay?: QuotaLimit | undefined
  readonly draftsPerDay?: QuotaLimit | undefined
  readonly commentsPerHour?: QuotaLimit | undefined
  readonly aiChatPerDay?: QuotaLimit | undefined
}
