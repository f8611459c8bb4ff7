/** Administration: *Admin* of *Further endpoints*, inferred. Its answers contain no code and no readme. */
import { bundles } from '../billing/catalog.ts'
import { audit } from '../database/cascade-delete.ts'
import type { Database } from '../database/database.ts'
import type { ReportRow, UserRow } from '../database/rows.ts'
import { courses } from '../fixtures/courses.ts'
import { conflict, found } from '../http/http-error.ts'
import { paginateByOffset } from '../rules/serialize.ts'
import type { Handlers } from './handler.ts'
import { listItem, listScripts } from './script-answers.ts'

export const admin: Handlers<'admin'> = {
  scripts: ({ database, query }) => listScripts(database, database.scripts.all(), query),

  updateScript: ({ database, params, body, caller }) => {
    const row = found(database.scripts.get(params.id), 'script')
    const {
      section = row.section,
      accessTier = row.accessTier,
      isFeatured = row.isFeatured ?? false,
    } = body
    audit(database, caller, 'script.administered', row.slug)
    const changed = { ...row, section, accessTier, isFeatured, updatedAt: database.stamp() }
    return { item: listItem(database)(database.scripts.put(changed)) }
  },

  users: ({ database, query }) => paginateByOffset(database.users.all(), query, toUser),

  updateUser: ({ database, params, body, caller }) => {
    const row = found(database.users.get(params.id), 'user')
    const { tier = row.tier, isAdmin = row.isAdmin } = body
    audit(database, caller, 'user.administered', row.username)
    return { item: toUser(database.users.put({ ...row, tier, isAdmin })) }
  },

  courses: ({ query }) =>
    paginateByOffset(courses, query, ({ slug, title, lessons }) => ({
      slug,
      title,
      lessonCount: lessons.length,
    })),

  bundles: ({ database, query }) =>
    paginateByOffset(bundles, query, (bundle) => ({
      ...bundle,
      ownerCount: database.ownedBundles.all().filter(({ bundleId }) => bundleId === bundle.id)
        .length,
    })),

  reports: ({ database, query }) => paginateByOffset(database.reports.all(), query, toReport),

  updateReport: ({ database, params, body, caller }) => {
    const row = found(database.reports.get(params.id), 'report')
    audit(database, caller, `report.${body.status}`, row.id)
    return { item: toReport(database.reports.put({ ...row, status: body.status })) }
  },

  emails: ({ database, query }) =>
    paginateByOffset(database.notifications.all(), query, ({ id, userId, type, createdAt }) => ({
      id,
      subject: `New ${type}`,
      createdAt,
      to: database.users.get(userId)?.email ?? '',
    })),

  stats: ({ database }) => ({
    item: {
      userCount: database.users.all().length,
      scriptCount: database.scripts.all().length,
      paymentCount: database.payments.all().length,
    },
  }),

  llmConfig: ({ database }) => ({ item: llmConfigOf(database) }),

  updateLlmConfig: ({ database, body, caller }) => {
    const { model, temperature } = llmConfigOf(database)
    audit(database, caller, 'llm-config.changed')
    const row = { model: body.model ?? model, temperature: body.temperature ?? temperature }
    database.llmConfig.put({ id: 'llm-config', ...row })
    return { item: row }
  },

  refunds: ({ database, query }) =>
    paginateByOffset(database.refunds.all(), query, (row) => ({ ...row })),

  refund: ({ database, body, caller }) => {
    const payment = found(database.payments.get(body.paymentId), 'payment')
    if (payment.status !== 'succeeded' || database.refunds.get(payment.id)) {
      throw conflict('not_refundable', 'only a paid payment can be refunded, and only once')
    }
    audit(database, caller, 'payment.refunded', payment.id)
    const row = { id: payment.id, paymentId: payment.id, amountKopeks: payment.amountKopeks }
    database.refunds.put({ ...row, reason: body.reason ?? null, createdAt: database.stamp() })
    return { item: row }
  },

  audit: ({ database, query }) =>
    paginateByOffset(database.audit.all().reverse(), query, (row) => ({ ...row })),
}

const toUser = ({ id, username, fullName, email, tier, isAdmin, createdAt }: UserRow) => ({
  id,
  username,
  fullName,
  email,
  tier,
  isAdmin,
  createdAt,
})

const toReport = (row: ReportRow) => ({ ...row, status: row.status ?? ('open' as const) })

function llmConfigOf(database: Database) {
  const { model, temperature } = database.llmConfig.get('llm-config') ?? {
    model: 'canned',
    temperature: 0,
  }
  return { model, temperature }
}
