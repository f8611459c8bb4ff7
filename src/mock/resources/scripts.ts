/** Scripts, as the service keeps them: *Scripts* and *States and transitions* of the document. */
import type { Contract } from '../../api/resources/index.ts'
import { listed, page, whole } from '../present.ts'
import { spend } from '../quotas.ts'
import { Refusal, tooLarge } from '../refusal.ts'
import { audit, removeScript } from '../removal.ts'
import type { ScriptRow, UserRow } from '../rows.ts'
import type { Handlers } from '../service.ts'
import { claim, slugFrom } from '../slugs.ts'
import { tiers } from '../tiers.ts'
import { owned, visible } from '../visibility.ts'
import type { World } from '../world.ts'

const largestPage = 100
const defaultPage = 20
const pageSize = (asked: number | undefined) => Math.min(asked ?? defaultPage, largestPage)

export const scripts: Handlers<Contract['scripts']> = {
  gallery: ({ world, query }) => {
    const size = pageSize(query.pageSize)
    const rows = published(world).filter((row) => matches(row, query))
    return page(rows, ((query.page ?? 1) - 1) * size, size, (row) => listed(world, row))
  },

  public: ({ world, query }) =>
    page(published(world), query.offset ?? 0, pageSize(query.limit), (row) => listed(world, row)),

  own: ({ world, query, caller }) =>
    page(world.scripts.by('owner', caller.id), query.offset ?? 0, pageSize(query.limit), (row) =>
      listed(world, row),
    ),

  get: ({ world, params, caller }) => ({
    item: whole(world, visible(world, params.idOrSlug, caller), caller),
  }),

  create: async ({ world, body, caller }) => {
    checkSize(body.code, caller)
    if (body.type === 'topology') await checkTopology(body.code)
    return world.transaction(() => {
      spend(world, caller, 'draftsPerDay')
      if (body.isPublic) spend(world, caller, 'publishPerDay')
      const stamp = world.stamp()
      const row = world.scripts.put({
        id: world.newId(),
        slug: body.slug === undefined ? slugFrom(world, body.name) : claim(world, body.slug),
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
      return { item: whole(world, row, caller) }
    })
  },

  update: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const row = owned(world, params.id, caller)
      const { expectedUpdatedAt, ...fields } = body
      if (expectedUpdatedAt !== undefined && Date.parse(expectedUpdatedAt) !== Date.parse(row.updatedAt)) {
        throw new Refusal(409, {
          error: 'conflict',
          message: 'the script has changed since',
          updatedAt: row.updatedAt,
        })
      }
      if (fields.code !== undefined) checkSize(fields.code, caller)
      if (fields.slug !== undefined) claim(world, fields.slug, row.id)
      const publishing = fields.isPublic === true && !row.isPublic
      if (publishing) spend(world, caller, 'publishPerDay')
      if (Object.keys(fields).length === 0) return { item: whole(world, row, caller) }
      const stamp = world.stamp()
      const changed: ScriptRow = {
        ...row,
        ...(withoutUndefined(fields) as Partial<ScriptRow>),
        updatedAt: stamp,
        publishedAt: publishing ? stamp : fields.isPublic === false ? null : row.publishedAt,
      }
      return { item: whole(world, world.scripts.put(changed), caller) }
    }),

  delete: ({ world, params, caller }) =>
    world.transaction(() => {
      const row = owned(world, params.id, caller)
      audit(world, caller, 'script.deleted', row.slug)
      removeScript(world, row)
      return { ok: true }
    }),

  star: ({ world, params, caller }) =>
    world.transaction(() => {
      const { id: scriptId } = visible(world, params.id, caller)
      const id = `${caller.id} ${scriptId}`
      const starred = world.stars.get(id) === undefined
      if (starred) world.stars.put({ id, userId: caller.id, scriptId })
      else world.stars.delete(id)
      return { starred }
    }),

  view: ({ world, params, caller }) =>
    world.transaction(() => {
      const row = visible(world, params.id, caller)
      const { viewCount } = world.scripts.put({ ...row, viewCount: row.viewCount + 1 })
      return { ok: true, viewCount }
    }),
}

/** Public scripts, the newest first. */
function published(world: World): ScriptRow[] {
  return world.scripts
    .all()
    .filter((row) => row.isPublic)
    .sort((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '') || a.slug.localeCompare(b.slug))
}

function matches(
  row: ScriptRow,
  query: { query?: string | undefined; category?: string | undefined; tag?: string | undefined },
) {
  const words = query.query?.toLowerCase()
  const text = [row.name, row.slug, row.description, ...row.tags].join('\n').toLowerCase()
  return (
    (words === undefined || text.includes(words)) &&
    (query.category === undefined || row.category?.toLowerCase() === query.category.toLowerCase()) &&
    (query.tag === undefined || row.tags.includes(query.tag))
  )
}

function checkSize(code: string, caller: UserRow): void {
  const limit = tiers[caller.tier].codeBytes
  if (Buffer.byteLength(code) > limit) throw tooLarge(`the code is larger than ${limit} bytes`)
}

/** *Topology script validation (on create)*: the validator's verdict is the service's. */
async function checkTopology(code: string): Promise<void> {
  const { serviceErrors, validate } = await import('../../validator/index.ts')
  const { findings } = await validate(code, { now: () => performance.now() })
  const errors = serviceErrors(findings)
  if (errors.length === 0) return
  throw new Refusal(422, {
    error: 'validation_failed',
    details: errors.map(({ message }) => message).join('; '),
    errors,
  })
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
