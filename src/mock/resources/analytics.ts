/** Statistics: *Analytics* of *Further endpoints*, inferred. Only the owner sees those of a script. */
import { sumOf } from '../../grouped.ts'
import type { Database } from '../database/database.ts'
import type { EventRow } from '../database/inferred-rows.ts'
import type { ScriptRow, UserRow } from '../database/rows.ts'
import { dayOf } from '../database/views.ts'
import { publicScripts } from '../rules/gallery-query.ts'
import { ownedScript, visibleScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'
import { listScripts } from './script-answers.ts'

const day = 86_400_000
/** Stored events of a user. */
const maxEvents = 1000

export const analytics: Handlers<'analytics'> = {
  event: ({ database, body, caller }) =>
    recordEvent(database, caller, 'event', { name: body.event, scriptId: body.scriptId }),
  funnel: ({ database, body, caller }) =>
    recordEvent(database, caller, 'funnel', { name: body.step, scriptId: body.scriptId }),

  dashboard: ({ database, caller }) => {
    const own = database.scripts.by('owner', caller.id)
    const publicCount = own.filter(({ isPublic }) => isPublic).length
    return { item: { scriptCount: own.length, publicCount, ...counts(database, own) } }
  },

  popular: ({ database, query }) =>
    listScripts(
      database,
      publicScripts(database.scripts.all()).sort((a, b) => b.viewCount - a.viewCount),
      query,
    ),

  recent: ({ database, query }) =>
    listScripts(database, publicScripts(database.scripts.all()), query),

  summary: ({ database, params, caller }) => {
    const row = ownedScript(database.script(params.id), caller)
    return { item: { scriptId: row.id, ...counts(database, [row]) } }
  },

  daily: ({ database, params, query, caller }) => {
    const { id } = ownedScript(database.script(params.id), caller)
    const days = query.days ?? 30
    const starred = database.stars
      .by('script', id)
      .map(({ createdAt }) => createdAt && dayOf(createdAt))
    const items = Array.from({ length: days }, (_, index) => {
      const date = dayOf(database.now() - (days - 1 - index) * day)
      const views = database.views.get(`${id} ${date}`)?.count ?? 0
      return { date, views, stars: starred.filter((on) => on === date).length }
    })
    return { items, totalCount: items.length }
  },
}

function counts(database: Database, rows: readonly ScriptRow[]) {
  return {
    viewCount: sumOf(rows, ({ viewCount }) => viewCount),
    starCount: sumOf(rows, ({ id }) => database.stars.count('script', id)),
    commentCount: sumOf(rows, ({ id }) => database.comments.count('script', id)),
  }
}

function recordEvent(
  database: Database,
  caller: UserRow,
  kind: EventRow['kind'],
  { name, scriptId: askedId }: { name: string; scriptId: string | undefined },
): { ok: true } {
  const scriptId = askedId === undefined ? null : visibleScript(database.script(askedId), caller).id
  const { id: userId } = caller
  const past = database.events.by('user', userId)
  for (const old of past.slice(0, Math.max(0, past.length + 1 - maxEvents)))
    database.events.delete(old.id)
  database.events.put({
    id: database.newId(),
    userId,
    kind,
    name,
    scriptId,
    at: database.stamp(),
  })
  return { ok: true }
}
