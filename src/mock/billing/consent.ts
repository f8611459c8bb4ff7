/** Consent to recurring charges: validated by rule 1 of *Billing*, stored before any payment. */
import { type Consent, consent as consentSchema } from '../../api/contract/billing-records.ts'
import type { Database } from '../database/database.ts'
import { HttpError, invalid } from '../http/http-error.ts'

/** Throws 400 if recurring charges are not accepted, whatever the other fields; then 422 for a malformed field. */
export function checkConsent(sent: unknown): Consent {
  const accepted =
    sent instanceof Object && 'acceptedRecurring' in sent && sent.acceptedRecurring === true
  if (!accepted) throw consentRequired(400, 'acceptedRecurring must be true')
  const result = consentSchema.safeParse(sent)
  if (result.success) return result.data
  throw invalid(
    result.error.issues.map(({ path, message }) => ({
      path: ['consent', ...path],
      message,
    })),
  )
}

export const consentRequired = (status: 400 | 409, message: string) =>
  new HttpError(status, { error: 'consent_required', message })

export function storeConsent(database: Database, userId: string, given: Consent): void {
  database.consents.put({
    id: database.newId(),
    userId,
    policyVersion: given.recurringPolicyVersion,
    locale: given.locale,
    path: given.path ?? null,
    at: database.stamp(),
    revokedAt: null,
  })
}

export function revokeConsents(database: Database, userId: string): void {
  const given = database.consents.by('user', userId).filter(({ revokedAt }) => revokedAt === null)
  for (const row of given) database.consents.put({ ...row, revokedAt: database.stamp() })
}
