/** Settings and activity of the caller: *Account* of *Further endpoints*, inferred. */
import type { Database } from '../database/database.ts'
import type { PreferencesRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import { paginateByOffset } from '../rules/serialize.ts'
import { visibleScripts } from './discovery.ts'
import type { Handlers } from './handler.ts'

export const me: Handlers<'me'> = {
  consent: ({ database, body, caller }) => {
    database.policyConsents.put({
      id: `${caller.id} ${body.policy}`,
      userId: caller.id,
      ...body,
      at: database.stamp(),
    })
    return { ok: true }
  },

  preferences: ({ database, caller }) => ({ item: toJson(preferencesOf(database, caller)) }),

  updatePreferences: ({ database, body, caller }) => {
    const changed = { ...preferencesOf(database, caller), ...(body as Partial<PreferencesRow>) }
    return { item: toJson(database.preferences.put(changed)) }
  },

  activity: ({ database, query, caller }) => {
    const did = (type: string, scriptId: string, createdAt: string) => ({
      type,
      scriptId,
      createdAt,
    })
    const stars = database.stars.by('user', caller.id)
    const comments = database.comments.by('user', caller.id)
    const seen = new Set(
      visibleScripts(database, [...stars, ...comments], caller).map(({ id }) => id),
    )
    const all = [
      ...database.scripts
        .by('owner', caller.id)
        .map((row) => did('script.created', row.id, row.createdAt)),
      ...stars.map((row) => did('script.starred', row.scriptId, row.createdAt ?? caller.createdAt)),
      ...comments.map((row) => did('comment.created', row.scriptId, row.createdAt)),
    ].filter(({ type, scriptId }) => type === 'script.created' || seen.has(scriptId))
    all.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    return paginateByOffset(all, query, (entry) => entry)
  },

  aiSuggestions: ({ database, query, caller }) => {
    const all = database.scripts
      .by('owner', caller.id)
      .flatMap(({ id: scriptId, slug, ...row }) => [
        ...(row.readme === null
          ? [{ scriptId, slug, suggestion: 'Add a readme that explains the diagram.' }]
          : []),
        ...(row.tags.length === 0
          ? [{ scriptId, slug, suggestion: 'Add tags, so that others find it.' }]
          : []),
      ])
    return paginateByOffset(all, query, (entry) => entry)
  },
}

/** Defaults. */
const preferencesOf = (database: Database, { id }: UserRow): PreferencesRow =>
  database.preferences.get(id) ?? {
    id,
    userId: id,
    locale: 'en',
    theme: 'system',
    emailNotifications: true,
  }

const toJson = ({ id: _id, userId: _user, ...row }: PreferencesRow) => row
