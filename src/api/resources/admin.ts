/** Administration: *Admin* of *Further endpoints*. Paths and shapes are inferred; non-administrators get 403. */
import { z } from 'zod'
import { bundleRecord } from '../billing-records.ts'
import { inferred, inferredList, single } from '../contract.ts'
import { listedScript } from './scripts.ts'

const user = z.looseObject({
  id: z.string(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  tier: z.enum(['free', 'pro']),
  isAdmin: z.boolean(),
  createdAt: z.string(),
})
const report = z.looseObject({
  id: z.string(),
  reporterId: z.string(),
  targetType: z.literal('script'),
  targetId: z.string(),
  reason: z.string(),
  status: z.enum(['open', 'resolved', 'dismissed']),
  createdAt: z.string(),
})
const refund = z.looseObject({ id: z.string(), paymentId: z.string(), amountKopeks: z.int() })
const auditEvent = z.looseObject({
  id: z.string(),
  action: z.string(),
  actorId: z.string(),
  /** Survives the account. */
  actorEmail: z.string(),
  subject: z.string().nullable(),
  at: z.string(),
})
const llmConfig = { model: z.string().min(1).max(100), temperature: z.number().min(0).max(2) }

export const admin = {
  scripts: inferredList('/v1/admin/scripts', () => listedScript),
  updateScript: inferred('PATCH', '/v1/admin/scripts/{id}', () => ({
    body: z
      .object({
        section: z.enum(['explore', 'cases', 'concepts']),
        accessTier: z.enum(['free', 'premium']),
        isFeatured: z.boolean(),
      })
      .partial(),
    response: single(listedScript),
  })),
  users: inferredList('/v1/admin/users', () => user),
  updateUser: inferred('PATCH', '/v1/admin/users/{id}', () => ({
    body: z.object({ tier: z.enum(['free', 'pro']), isAdmin: z.boolean() }).partial(),
    response: single(user),
  })),
  courses: inferredList('/v1/admin/courses', () =>
    z.looseObject({ slug: z.string(), title: z.string(), lessonCount: z.int() }),
  ),
  bundles: inferredList('/v1/admin/bundles', () => bundleRecord.extend({ ownerCount: z.int() })),
  reports: inferredList('/v1/admin/reports', () => report),
  updateReport: inferred('PATCH', '/v1/admin/reports/{id}', () => ({
    body: z.object({ status: z.enum(['open', 'resolved', 'dismissed']) }),
    response: single(report),
  })),
  /** Mails to users: one for each of their notifications. */
  emails: inferredList('/v1/admin/emails', () =>
    z.looseObject({ id: z.string(), to: z.string(), subject: z.string(), createdAt: z.string() }),
  ),
  stats: inferred('GET', '/v1/admin/stats', () => ({
    response: single(z.looseObject({ userCount: z.int(), scriptCount: z.int(), paymentCount: z.int() })),
  })),
  llmConfig: inferred('GET', '/v1/admin/llm-config', () => ({ response: single(z.looseObject(llmConfig)) })),
  updateLlmConfig: inferred('PATCH', '/v1/admin/llm-config', () => ({
    body: z.object(llmConfig).partial(),
    response: single(z.looseObject(llmConfig)),
  })),
  refunds: inferredList('/v1/admin/refunds', () =>
    refund.extend({ reason: z.string().nullable(), createdAt: z.string() }),
  ),
  refund: inferred('POST', '/v1/admin/refunds', () => ({
    body: z.object({ paymentId: z.string(), reason: z.string().optional() }),
    response: single(refund),
  })),
  audit: inferredList('/v1/audit/events', () => auditEvent),
}
