/** Scripts: *Scripts* and *States and transitions* of the document. */
import { blankScript } from '../database/blank-script.ts'
import { audit, removeScript } from '../database/cascade-delete.ts'
import type { Database } from '../database/database.ts'
import { notify, retractNotification } from '../database/notify.ts'
import type { ScriptRow } from '../database/rows.ts'
import { countView } from '../database/views.ts'
import { HttpError } from '../http/http-error.ts'
import { matches, publicScripts } from '../rules/gallery-query.ts'
import { checkSize } from '../rules/plan-limits.ts'
import { pageSize, paginate } from '../rules/serialize.ts'
import { claimSlug, slugFrom } from '../rules/slugs.ts'
import { checkRevision } from '../rules/versions.ts'
import { ownedScript, visibleScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'
import { spendQuota } from './quota.ts'
import type { ScriptRunner } from './runner.ts'
import { fullScript, listItem, listScripts } from './script-answers.ts'
import { recordVersion } from './versions.ts'

export const scripts: Handlers<'scripts'> = {
  gallery: ({ database, query }) => {
    const size = pageSize(query.pageSize)
    const rows = publicScripts(database.scripts.all()).filter((row) => matches(row, query))
    return paginate(rows, ((query.page ?? 1) - 1) * size, size, listItem(database))
  },

  public: ({ database, query }) =>
    listScripts(database, publicScripts(database.scripts.all()), query),

  own: ({ database, query, caller }) =>
    listScripts(database, database.scripts.by('owner', caller.id), query),

  get: ({ database, params, caller }) => ({
    item: fullScript(database, visibleScript(database.script(params.idOrSlug), caller), caller),
  }),

  create: async ({ database, runner, body, caller }) => {
    checkSize(body.code, caller)
    await checkTopology(body, runner)
    return database.transaction(() => {
      spendQuota(database, caller, 'draftsPerDay')
      if (body.isPublic) spendQuota(database, caller, 'publishPerDay')
      const stamp = database.stamp()
      const { isPublic = false, slug, ...given } = body
      const row = database.scripts.put({
        id: database.newId(),
        ...blankScript,
        ...(given as Pick<ScriptRow, 'name' | 'type' | 'code'>),
        ownerId: caller.id,
        isPublic,
        slug:
          slug === undefined
            ? slugFrom(body.name, isTaken(database))
            : claimSlug(slug, isTaken(database)),
        createdAt: stamp,
        updatedAt: stamp,
        publishedAt: isPublic ? stamp : null,
      })
      return { item: fullScript(database, row, caller) }
    })
  },

  update: ({ database, params, body, caller }) => {
    const row = ownedScript(database.script(params.id), caller)
    const { expectedUpdatedAt, ...fields } = body
    checkRevision(row, expectedUpdatedAt)
    if (fields.code !== undefined) checkSize(fields.code, caller)
    if (fields.slug !== undefined) claimSlug(fields.slug, isTaken(database, row.id))
    const publishing = fields.isPublic === true && !row.isPublic
    if (publishing) spendQuota(database, caller, 'publishPerDay')
    if (Object.keys(fields).length === 0) return { item: fullScript(database, row, caller) }
    const stamp = database.stamp()
    const changed: ScriptRow = {
      ...row,
      ...(fields as Partial<ScriptRow>),
      updatedAt: stamp,
      publishedAt: publishing ? stamp : publishedAtOf(row, fields.isPublic),
    }
    if (changed.code !== row.code) recordVersion(database, row, changed)
    return { item: fullScript(database, database.scripts.put(changed), caller) }
  },

  delete: ({ database, params, caller }) => {
    const row = ownedScript(database.script(params.id), caller)
    audit(database, caller, 'script.deleted', row.slug)
    removeScript(database, row)
    return { ok: true }
  },

  star: ({ database, params, caller }) => {
    const { id: scriptId, ownerId } = visibleScript(database.script(params.id), caller)
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
  },

  view: ({ database, params, caller }) => ({
    ok: true,
    viewCount: countView(database, visibleScript(database.script(params.id), caller)),
  }),
}

/** *Topology script validation (on create)*: the service uses topo's validator. */
async function checkTopology(
  { type, code }: { type: string; code: string },
  runner: ScriptRunner,
): Promise<void> {
  if (type !== 'topology') return
  const { serviceErrors } = await import('../../validator/index.ts')
  const errors = serviceErrors(await runner.check(code))
  if (errors.length === 0) return
  throw new HttpError(422, {
    error: 'validation_failed',
    details: errors.map(({ message }) => message).join('; '),
    errors,
  })
}

/** Scripts are read by id or slug, so a slug must not be the id of another script. */
const isTaken = (database: Database, ownId?: string) => (slug: string) =>
  database.scripts.get(slug) !== undefined ||
  database.scripts.by('slug', slug).some((row) => row.id !== ownId)

/** Undefined leaves the visibility as it is. */
function publishedAtOf(row: ScriptRow, isPublic: boolean | undefined): string | null {
  return isPublic === false ? null : row.publishedAt
}
