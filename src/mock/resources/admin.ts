/** Administration: *Admin* of *Further endpoints*, inferred. Its answers contain no code and no readme. */
import type { Contract } from '../../api/resources/index.ts'
import { bundles } from '../billing/catalog.ts'
import type { Database } from '../database/database.ts'
import type { ReportRow, UserRow } from '../database/rows.ts'
import { courses } from '../fixtures/courses.ts'
import type { Handlers } from '../http/handler.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { audit } from '../rules/cascade-delete.ts'
import { paginateByOffset, toListItem } from '../rules/serialize.ts'

export const admin: Handlers<Contract['admin']> = {
  scripts: ({ world, query }) =>
    paginateByOffset(world.scripts.all(), query, (row) => toListItem(world, row)),

  updateScript: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = world.scripts.get(params.id)
      if (!row) throw notFound('script not found')
      const {
        section = row.section,
        accessTier = row.accessTier,
        isFeatured = row.isFeatured ?? false,
      } = body
      audit(world, caller, 'script.administered', row.slug)
      const changed = { ...row, section, accessTier, isFeatured, updatedAt: world.stamp() }
      return { item: toListItem(world, world.scripts.put(changed)) }
    }),

  users: ({ world, query }) => paginateByOffset(world.users.all(), query, toUser),

  updateUser: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = world.users.get(params.id)
      if (!row) throw notFound('user not found')
      const { tier = row.tier, isAdmin = row.isAdmin } = body
      audit(world, caller, 'user.administered', row.username)
      return { item: toUser(world.users.put({ ...row, tier, isAdmin })) }
    }),

  courses: ({ query }) =>
    paginateByOffset(courses, query, ({ slug, title, lessons }) => ({
      slug,
      title,
      lessonCount: lessons.length,
    })),

  bundles: ({ world, query }) =>
    paginateByOffset(bundles, query, (bundle) => ({
      ...bundle,
      ownerCount: world.ownedBundles.all().filter(({ bundleId }) => bundleId === bundle.id).length,
    })),

  reports: ({ world, query }) => paginateByOffset(world.reports.all(), query, toReport),

  updateReport: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = world.reports.get(params.id)
      if (!row) throw notFound('report not found')
      audit(world, caller, `report.${body.status}`, row.id)
      return { item: toReport(world.reports.put({ ...row, status: body.status })) }
    }),

  emails: ({ world, query }) =>
    paginateByOffset(world.notifications.all(), query, ({ id, userId, type, createdAt }) => ({
      ...{ id, subject: `New ${type}`, createdAt },
      to: world.users.get(userId)?.email ?? '',
    })),

  stats: ({ world }) => ({
    item: {
      userCount: world.users.all().length,
      scriptCount: world.scripts.all().length,
      paymentCount: world.payments.all().length,
    },
  }),

  llmConfig: ({ world }) => ({ item: llmConfigOf(world) }),

  updateLlmConfig: ({ world, body, caller }) =>
    world.transaction(() => {
      const { model, temperature } = llmConfigOf(world)
      audit(world, caller, 'llm-config.changed')
      const row = { model: body.model ?? model, temperature: body.temperature ?? temperature }
      world.llmConfig.put({ id: 'llm-config', ...row })
      return { item: row }
    }),

  refunds: ({ world, query }) => paginateByOffset(world.refunds.all(), query, (row) => ({ ...row })),

  refund: ({ world, body, caller }) =>
    world.transaction(() => {
      const payment = world.payments.get(body.paymentId)
      if (!payment) throw notFound('payment not found')
      if (payment.status !== 'succeeded' || world.refunds.get(payment.id)) {
        throw new HttpError(409, {
          error: 'not_refundable',
          message: 'only a paid payment can be refunded, and only once',
        })
      }
      audit(world, caller, 'payment.refunded', payment.id)
      const row = { id: payment.id, paymentId: payment.id, amountKopeks: payment.amountKopeks }
      world.refunds.put({ ...row, reason: body.reason ?? null, createdAt: world.stamp() })
      return { item: row }
    }),

  audit: ({ world, query }) => paginateByOffset(world.audit.all().reverse(), query, (row) => ({ ...row })),
}

const toUser = ({ id, username, fullName, email, tier, isAdmin, createdAt }: UserRow) => ({
  ...{ id, username, fullName, email, tier, isAdmin, createdAt },
})

const toReport = (row: ReportRow) => ({ ...row, status: row.status ?? ('open' as const) })

function llmConfigOf(world: Database) {
  const { model, temperature } = world.llmConfig.get('llm-config') ?? { model: 'canned', temperature: 0 }
  return { model, temperature }
}
