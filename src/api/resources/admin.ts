/** Administration: *Admin* of *Further endpoints*. Paths and shapes are inferred; non-administrators get 403. */
import * as z from 'zod/mini'
import { bundleRecord } from '../contract/billing-records.ts'
import { inferred, inferredList, single } from '../contract/contract.ts'
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
const refund = z.looseObject({
  id: z.string(),
  paymentId: z.string(),
  amountKopeks: z.int(),
})
const auditEvent = z.looseObject({
  id: z.string(),
  action: z.string(),
  actorId: z.string(),
  /** Survives the account. */
  actorEmail: z.string(),
  subject: z.nullable(z.string()),
  at: z.string(),
})
const llmConfig = {
  model: z.string().check(z.minLength(1), z.maxLength(100)),
  temperature: z.number().check(z.minimum(0), z.maximum(2)),
}

export const admin = {
  scripts: inferredList('/v1/admin/scripts', () => listedScript),
  updateScript: inferred('PATCH', '/v1/admin/scripts/{id}', () => ({
    body: z.partial(
      z.object({
        section: z.enum(['explore', 'cases', 'concepts']),
        accessTier: z.enum(['free', 'premium']),
        isFeatured: z.boolean(),
      }),
    ),
    response: single(listedScript),
  })),
  users: inferredList('/v1/admin/users', () => user),
  updateUser: inferred('PATCH', '/v1/admin/users/{id}', () => ({
    body: z.partial(
      z.object({
        tier: z.enum(['free', 'pro']),
        isAdmin: z.boolean(),
      }),
    ),
    response: single(user),
  })),
  courses: inferredList('/v1/admin/courses', () =>
    z.looseObject({
      slug: z.string(),
      title: z.string(),
      lessonCount: z.int(),
    }),
  ),
  bundles: inferredList('/v1/admin/bundles', () => z.extend(bundleRecord, { ownerCount: z.int() })),
  reports: inferredList('/v1/admin/reports', () => report),
  updateReport: inferred('PATCH', '/v1/admin/reports/{id}', () => ({
    body: z.object({ status: z.enum(['open', 'resolved', 'dismissed']) }),
    response: single(report),
  })),
  /** Mails to users: one for each of their notifications. */
  emails: inferredList('/v1/admin/emails', () =>
    z.looseObject({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      createdAt: z.string(),
    }),
  ),
  stats: inferred('GET', '/v1/admin/stats', () => ({
    response: single(
      z.looseObject({
        userCount: z.int(),
        scriptCount: z.int(),
        paymentCount: z.int(),
      }),
    ),
  })),
  llmConfig: inferred('GET', '/v1/admin/llm-config', () => ({
    response: single(z.looseObject(llmConfig)),
  })),
  updateLlmConfig: inferred('PATCH', '/v1/admin/llm-config', () => ({
    body: z.partial(z.object(llmConfig)),
    response: single(z.looseObject(llmConfig)),
  })),
  refunds: inferredList('/v1/admin/refunds', () =>
    z.extend(refund, {
      reason: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  refund: inferred('POST', '/v1/admin/refunds', () => ({
    body: z.object({
      paymentId: z.string(),
      reason: z.optional(z.string()),
    }),
    response: single(refund),
  })),
  audit: inferredList('/v1/audit/events', () => auditEvent),
}
