/** Quotas of the caller: section *Profiles and quota* of the service's document. */
import * as z from 'zod/mini'
import { openEnum, operationsOf } from '../contract/contract.ts'

const operation = operationsOf('Endpoints / Profiles and quota')

export const quotaKeys = [
  'publishPerDay',
  'draftsPerDay',
  'commentsPerHour',
  'aiChatPerDay',
] as const
export type QuotaKey = (typeof quotaKeys)[number]

/** Stands for no limit: JSON has no infinity, and the document says `limit: number`. */
export const unlimited = Number.MAX_SAFE_INTEGER
/** Some deployments write -1. */
export const isUnlimited = (limit: number): boolean => limit >= unlimited || limit < 0

export const quotaEntry = z.looseObject({
  key: openEnum(quotaKeys),
  used: z.number(),
  limit: z._default(z.number(), unlimited),
  windowSeconds: z.optional(z.number()),
})
export type QuotaEntry = z.output<typeof quotaEntry>

/** Remaining uses of a quota. */
export const leftOf = ({ used, limit }: Pick<QuotaEntry, 'used' | 'limit'>): number =>
  isUnlimited(limit) ? unlimited : Math.max(0, limit - used)

export const quota = {
  me: operation('GET', '/v1/quota/me', () => ({
    response: z.looseObject({
      tierId: z._default(z.string(), 'unknown'),
      isAdmin: z._default(z.boolean(), false),
      quotas: z._default(z.array(quotaEntry), []),
    }),
  })),
}
