/** Scripts: *Scripts* and *States and transitions* of the document. */
import type { Contract } from '../../api/resources/index.ts'
import type { ScriptRow } from '../database/rows.ts'
import { HttpError } from '../http/http-error.ts'
import { audit, removeScript } from '../rules/cascade-delete.ts'
import { matches, publicScripts } from '../rules/gallery-query.ts'
import { notify, retractNotification } from '../rules/notify.ts'
import { checkSize } from '../rules/plan-limits.ts'
import { spendQuota } from '../rules/quotas.ts'
import { pageSize, paginate, paginateByOffset, toListItem, toScript } from '../rules/serialize.ts'
import { claimSlug, slugFrom } from '../rules/slugs.ts'
import { checkRevision, recordVersion } from '../rules/versions.ts'
import { countView } from '../rules/views.ts'
import { ownedScript, visibleScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'
import type { ScriptRunner } from './runner.ts'

export const scripts: Handlers<Contract['scripts']> = {
  gallery: ({ database, query }) => {
    const size = pageSize(query.pageSize)
    const rows = publicScripts(database).filter((row) => matches(row, query))
    return paginate(rows, ((query.page ?? 1) - 1) * size, size, (row) => toListItem(database, row))
  },

  public: ({ database, query }) =>
    paginateByOffset(publicScripts(database), query, (row) => toListItem(database, row)),

  own: ({ database, query, caller }) =>
    paginateByOffset(database.scripts.by('owner', caller.id), query, (row) => toListItem(database, row)),

  get: ({ database, params, caller }) => ({
    item: toScript(database, visibleScript(database, params.idOrSlug, caller), caller),
  }),

  create: async ({ database, runner, body, caller }) => {
    checkSize(body.code, caller)
    if (body.type === 'topology') await checkTopology(body.code, runner)
    return database.transaction(() => {
      spendQuota(database, caller, 'draftsPerDay')
      if (body.isPublic) spendQuota(database, caller, 'publishPerDay')
      const stamp = database.stamp()
      const row = database.scripts.put({
        id: database.newId(),
        slug: body.slug === undefined ? slugFrom(database, body.name) : claimSlug(database, body.slug),
        ownerId: caller.id,
        workspaceId: null,
        name: body.name,
        description: body.description ?? '',
        type: body.type,
        code: body.code,
        readme: body.readme ?? null,
        tags: body.tags ?? [],
        category: null,
        isPublic: body.isPublic ?? false,
        section: 'explore',
        accessTier: 'free',
        engineVersion: body.engineVersion ?? '1.0',
        shareToken: null,
        viewCount: 0,
        createdAt: stamp,
        updatedAt: stamp,
        publishedAt: body.isPublic ? stamp : null,
      })
      return { item: toScript(database, row, caller) }
    })
  },

  update: ({ database, params, body, caller }) =>
    database.transaction(() => {
      const row = ownedScript(database, params.id, caller)
      const { expectedUpdatedAt, ...fields } = body
      checkRevision(row, expectedUpdatedAt)
      if (fields.code !== undefined) checkSize(fields.code, caller)
      if (fields.slug !== undefined) claimSlug(database, fields.slug, row.id)
      const publishing = fields.isPublic === true && !row.isPublic
      if (publishing) spendQuota(database, caller, 'publishPerDay')
      if (Object.keys(fields).length === 0) return { item: toScript(database, row, caller) }
      const stamp = database.stamp()
      const changed: ScriptRow = {
        ...row,
        ...(withoutUndefined(fields) as Partial<ScriptRow>),
        updatedAt: stamp,
        publishedAt: publishing ? stamp : fields.isPublic === false ? null : row.publishedAt,
      }
      if (changed.code !== row.code) recordVersion(database, row, changed)
      return { item: toScript(database, database.scripts.put(changed), caller) }
    }),

  delete: ({ database, params, caller }) =>
    database.transaction(() => {
      const row = ownedScript(database, params.id, caller)
      audit(database, caller, 'script.deleted', row.slug)
      removeScript(database, row)
      return { ok: true }
    }),

  star: ({ database, params, caller }) =>
    database.transaction(() => {
      const { id: scriptId, ownerId } = visibleScript(database, params.id, caller)
      const id = `${caller.id} ${scriptId}`
      const starred = database.stars.get(id) === undefined
      if (starred) {
        database.stars.put({
          id,
          userId: caller.id,
          scriptId,
          createdAt: new Date(database.now()).toISOString(),
        })
        notify(database, { type: 'star', of: id, actorId: caller.id, userId: ownerId, scriptId })
      } else {
        database.stars.delete(id)
        retractNotification(database, 'star', id)
      }
      return { starred }
    }),

  view: ({ database, params, caller }) =>
    database.transaction(() => ({
      ok: true,
      viewCount: countView(database, visibleScript(database, params.id, caller)),
    })),
}

/** *Topology script validation (on create)*: the service uses topo's validator. */
async function checkTopology(code: string, runner: ScriptRunner): Promise<void> {
  const { serviceErrors } = await import('../../validator/index.ts')
  const errors = serviceErrors(await runner.check(code))
  if (errors.length === 0) return
  throw new HttpError(422, {
    error: 'validation_failed',
    details: errors.map(({ message }) => message).join('; '),
    errors,
  })
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
