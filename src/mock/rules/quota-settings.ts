/** Schema of `Quotas` from outside. */
import * as z from 'zod/mini'
import { type QuotaKey, quotaKeys } from '../../api/resources/quota.ts'
import type { QuotaLimit, Quotas } from '../database/quota-limits.ts'

const quotaLimit = z.custom<QuotaLimit>(
  (value) => value === 'unlimited' || (Number.isSafeInteger(value) && Number(value) >= 0),
  'must be a whole number from 0, or "unlimited"',
)

const limits = Object.fromEntries(quotaKeys.map((key) => [key, z.optional(quotaLimit)]))
/** One limit for each quota of the service's document. */
export const quotasSchema = z.strictObject(limits) as z.ZodMiniObject &
  z.ZodMiniType<Quotas & { readonly [K in QuotaKey]?: unknown }>
