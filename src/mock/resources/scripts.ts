/** Scripts: *Scripts* and *States and transitions* of the document. */
import type { Contract } from '../../api/resources/index.ts'
import type { ScriptRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'
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
import type { ScriptRunner } from '../runner.ts'

export const scripts: Handlers<Contract['scripts']> = {
  gallery: ({ world, query }) => {
    const size = pageSize(query.pageSize)
    const rows = publicScripts(world).filter((row) => matches(row, query))
    return paginate(rows, ((query.page ?? 1) - 1) * size, size, (row) => toListItem(world, row))
  },

  public: ({ world, query }) =>
    paginateByOffset(publicScripts(world), query, (row) => toListItem(world, row)),

  own: ({ world, query, caller }) =>
    paginateByOffset(world.scripts.by('owner', caller.id), query, (row) => toListItem(world, row)),

  get: ({ world, params, caller }) => ({
    item: toScript(world, visibleScript(world, params.idOrSlug, caller), caller),
  }),

  create: async ({ world, runner, body, caller }) => {
    checkSize(body.code, caller)
    if (body.type === 'topology') await checkTopology(body.code, runner)
    return world.transaction(() => {
      spendQuota(world, caller, 'draftsPerDay')
      if (body.isPublic) spendQuota(world, caller, 'publishPerDay')
      const stamp = world.stamp()
      const row = world.scripts.put({
        id: world.newId(),
        slug: body.slug === undefined ? slugFrom(world, body.name) : claimSlug(world, body.slug),
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
      return { item: toScript(world, row, caller) }
    })
  },

  update: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = ownedScript(world, params.id, caller)
      const { expectedUpdatedAt, ...fields } = body
      checkRevision(row, expectedUpdatedAt)
      if (fields.code !== undefined) checkSize(fields.code, caller)
      if (fields.slug !== undefined) claimSlug(world, fields.slug, row.id)
      const publishing = fields.isPublic === true && !row.isPublic
      if (publishing) spendQuota(world, caller, 'publishPerDay')
      if (Object.keys(fields).length === 0) return { item: toScript(world, row, caller) }
      const stamp = world.stamp()
      const changed: ScriptRow = {
        ...row,
        ...(withoutUndefined(fields) as Partial<ScriptRow>),
        updatedAt: stamp,
        publishedAt: publishing ? stamp : fields.isPublic === false ? null : row.publishedAt,
      }
      if (changed.code !== row.code) recordVersion(world, row, changed)
      return { item: toScript(world, world.scripts.put(changed), caller) }
    }),

  delete: ({ world, params, caller }) =>
    world.transaction(() => {
      const row = ownedScript(world, params.id, caller)
      audit(world, caller, 'script.deleted', row.slug)
      removeScript(world, row)
      return { ok: true }
    }),

  star: ({ world, params, caller }) =>
    world.transaction(() => {
      const { id: scriptId, ownerId } = visibleScript(world, params.id, caller)
      const id = `${caller.id} ${scriptId}`
      const starred = world.stars.get(id) === undefined
      if (starred) {
        world.stars.put({ id, userId: caller.id, scriptId, createdAt: new Date(world.now()).toISOString() })
        notify(world, { type: 'star', of: id, actorId: caller.id, userId: ownerId, scriptId })
      } else {
        world.stars.delete(id)
        retractNotification(world, 'star', id)
      }
      return { starred }
    }),

  view: ({ world, params, caller }) =>
    world.transaction(() => ({
      ok: true,
      viewCount: countView(world, visibleScript(world, params.id, caller)),
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
