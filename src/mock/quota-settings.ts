/** Limits that whoever starts the embedded service sets, in the place of those of the tiers. */
import { z } from 'zod'
import { type QuotaKey, quotaKeys } from '../api/resources/quota.ts'

/** Uses within the quota's window; they hold for everybody. */
export type QuotaLimit = number | 'unlimited'
export type Quotas = { readonly [K in QuotaKey]?: QuotaLimit | undefined }

const quotaLimit = z.custom<QuotaLimit>(
  (value) => value === 'unlimited' || (Number.isSafeInteger(value) && Number(value) >= 0),
  'is a whole number from 0, or "unlimited"',
)

const limits = Object.fromEntries(quotaKeys.map((key) => [key, quotaLimit.optional()]))
export const quotasSchema = z.strictObject(limits) as z.ZodObject & z.ZodType<Quotas>
