/** Pinned scripts of a user: *Pins* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import type { Handlers } from '../http/handler.ts'
import { paginateByOffset, toListItem } from '../rules/serialize.ts'
import { visibleScript } from '../rules/visibility.ts'
import { visibleScripts } from './discovery.ts'

export const pins: Handlers<Contract['pins']> = {
  list: ({ world, query, caller }) =>
    paginateByOffset(visibleScripts(world, world.pins.by('user', caller.id), caller), query, (row) =>
      toListItem(world, row),
    ),

  create: ({ world, params, caller }) =>
    world.transaction(() => {
      const { id: scriptId } = visibleScript(world, params.id, caller)
      const id = `${caller.id} ${scriptId}`
      if (!world.pins.get(id)) world.pins.put({ id, userId: caller.id, scriptId })
      return { ok: true }
    }),

  delete: ({ world, params, caller }) =>
    world.transaction(() => {
      const { id: scriptId } = visibleScript(world, params.id, caller)
      world.pins.delete(`${caller.id} ${scriptId}`)
      return { ok: true }
    }),
}
