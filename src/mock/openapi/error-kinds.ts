/** Kinds of error answers with their statuses and bodies: section *Errors* of the service's document. */
import * as z from 'zod/mini'
import { promoReasons } from '../../api/contract/billing-records.ts'
import { quotaKeys } from '../../api/resources/quota.ts'

export interface ErrorKind {
  readonly status: number
  /** When it happens, as one sentence. */
  readonly when: string
  readonly body: z.ZodMiniObject
  /** Headers besides those of every answer. */
  readonly headers?: readonly ('Accept-Encoding' | 'Retry-After')[]
}

const message = z.string()
const error = (status: number, code: string, when: string): ErrorKind => ({
  status,
  when,
  body: z.looseObject({ error: z.literal(code), message }),
})

const path = z.array(z.union([z.string(), z.int()]))
const issue = z.looseObject({ path, message })
const scriptError = z.looseObject({ type: z.string(), message, fix: z.string() })

export const errorKinds = {
  ConsentMissing: error(
    400,
    'consent_required',
    'The consent to recurring charges is missing or not true.',
  ),
  PromoRejected: {
    status: 400,
    when: 'The promo code is rejected.',
    body: z.looseObject({ error: z.literal('promo_rejected'), reason: z.enum(promoReasons) }),
  },
  Unauthorized: error(401, 'unauthorized', 'Credentials are missing, unknown or revoked.'),
  Forbidden: error(403, 'forbidden', 'The caller is not permitted to do this.'),
  NotFound: error(404, 'not_found', 'It does not exist, or is hidden from the caller.'),
  SlugTaken: error(409, 'slug_taken', 'Another script has the slug.'),
  Conflict: {
    status: 409,
    when: 'The script changed after `expectedUpdatedAt`.',
    body: z.looseObject({ error: z.literal('conflict'), message, updatedAt: z.string() }),
  },
  AlreadySubscribed: error(
    409,
    'already_subscribed',
    'The account already has an active subscription.',
  ),
  AlreadyOwned: error(409, 'already_owned', 'The account already owns the bundle.'),
  ConsentRevoked: error(409, 'consent_required', 'The consent was revoked, so no card is stored.'),
  NotAMember: error(409, 'not_a_member', 'The user is not a member of the workspace.'),
  AlreadyMember: error(409, 'already_member', 'The user is already a member of the workspace.'),
  IsOwner: error(409, 'is_owner', 'The owner cannot leave the workspace.'),
  NotRefundable: error(409, 'not_refundable', 'The payment is not paid, or was refunded.'),
  PayloadTooLarge: error(
    413,
    'payload_too_large',
    'The body, the code or a text exceeds its limit.',
  ),
  Compressed: {
    ...error(415, 'unsupported_media_type', 'The body is compressed.'),
    headers: ['Accept-Encoding'],
  },
  ValidationFailed: {
    status: 422,
    when: 'The request is not valid.',
    body: z.looseObject({ error: z.literal('validation_failed'), issues: z.array(issue) }),
  },
  ScriptRejected: {
    status: 422,
    when: 'The script fails the validation of topology scripts.',
    body: z.looseObject({
      error: z.literal('validation_failed'),
      details: z.string(),
      errors: z.array(scriptError).check(z.minLength(1)),
    }),
  },
  RateLimited: {
    ...error(429, 'rate_limited', 'The key has no requests left in this hour.'),
    headers: ['Retry-After'],
  },
  QuotaExceeded: {
    status: 429,
    when: 'A quota of the caller is used up.',
    body: z.looseObject({
      error: z.literal('quota_exceeded'),
      quota: z.enum(quotaKeys),
      limit: z.number(),
    }),
  },
  BillingNotConfigured: error(503, 'billing_not_configured', 'The deployment has no billing.'),
  Busy: {
    ...error(503, 'busy', 'Too many scripts are being validated.'),
    headers: ['Retry-After'],
  },
  NotStored: error(507, 'not_stored', 'The data folder cannot be written; nothing was changed.'),
} satisfies Record<string, ErrorKind>

export type ErrorName = keyof typeof errorKinds
