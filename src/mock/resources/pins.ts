/** Pinned scripts of a user: *Pins* of *Further endpoints*, inferred. */
import { visibleScript } from '../rules/visibility.ts'
import { visibleScripts } from './discovery.ts'
import type { Handlers } from './handler.ts'
import { listScripts } from './script-answers.ts'

export const pins: Handlers<'pins'> = {
  list: ({ database, query, caller }) =>
    listScripts(
      database,
      visibleScripts(database, database.pins.by('user', caller.id), caller),
      query,
    ),

  create: ({ database, params, caller }) => {
    const { id: scriptId } = visibleScript(database.script(params.id), caller)
    const id = `${caller.id} ${scriptId}`
    if (!database.pins.get(id))
      database.pins.put({
        id,
        userId: caller.id,
        scriptId,
      })
    return { ok: true }
  },

  delete: ({ database, params, caller }) => {
    const { id: scriptId } = visibleScript(database.script(params.id), caller)
    database.pins.delete(`${caller.id} ${scriptId}`)
    return { ok: true }
  },
}
