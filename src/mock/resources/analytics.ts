/** Statistics: *Analytics* of *Further endpoints*, inferred. Only the owner sees those of a script. */
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { EventRow } from '../database/inferred-rows.ts'
import type { ScriptRow, UserRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'
import { publicScripts } from '../rules/gallery-query.ts'
import { paginateByOffset, toListItem } from '../rules/serialize.ts'
import { dayOf } from '../rules/views.ts'
import { ownedScript, visibleScript } from '../rules/visibility.ts'

const day = 86_400_000
/** Stored events of a user. */
const maxEvents = 1000

export const analytics: Handlers<Contract['analytics']> = {
  event: ({ world, body, caller }) => recordEvent(world, caller, 'event', body.event, body.scriptId),
  funnel: ({ world, body, caller }) => recordEvent(world, caller, 'funnel', body.step, body.scriptId),

  dashboard: ({ world, caller }) => {
    const own = world.scripts.by('owner', caller.id)
    const publicCount = own.filter(({ isPublic }) => isPublic).length
    return { item: { scriptCount: own.length, publicCount, ...counts(world, own) } }
  },

  popular: ({ world, query }) =>
    paginateByOffset(
      publicScripts(world).sort((a, b) => b.viewCount - a.viewCount),
      query,
      (row) => toListItem(world, row),
    ),

  recent: ({ world, query }) =>
    paginateByOffset(publicScripts(world), query, (row) => toListItem(world, row)),

  summary: ({ world, params, caller }) => {
    const row = ownedScript(world, params.id, caller)
    return { item: { scriptId: row.id, ...counts(world, [row]) } }
  },

  daily: ({ world, params, query, caller }) => {
    const { id } = ownedScript(world, params.id, caller)
    const days = query.days ?? 30
    const starred = world.stars.by('script', id).map(({ createdAt }) => createdAt && dayOf(createdAt))
    const items = Array.from({ length: days }, (_, index) => {
      const date = dayOf(world.now() - (days - 1 - index) * day)
      const views = world.views.get(`${id} ${date}`)?.count ?? 0
      return { date, views, stars: starred.filter((on) => on === date).length }
    })
    return { items, totalCount: items.length }
  },
}

function counts(world: Database, rows: readonly ScriptRow[]) {
  const sum = (of: (row: ScriptRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    viewCount: sum(({ viewCount }) => viewCount),
    starCount: sum(({ id }) => world.stars.count('script', id)),
    commentCount: sum(({ id }) => world.comments.count('script', id)),
  }
}

function recordEvent(
  world: Database,
  caller: UserRow,
  kind: EventRow['kind'],
  name: string,
  asked: string | undefined,
): { ok: true } {
  return world.transaction(() => {
    const scriptId = asked === undefined ? null : visibleScript(world, asked, caller).id
    const { id: userId } = caller
    const past = world.events.by('user', userId)
    for (const old of past.slice(0, Math.max(0, past.length + 1 - maxEvents))) world.events.delete(old.id)
    world.events.put({ id: world.newId(), userId, kind, name, scriptId, at: world.stamp() })
    return { ok: true }
  })
}
