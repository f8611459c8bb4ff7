/** The caller's account: *Account and reports* of the document. */
import type { Contract } from '../../api/resources/index.ts'
import type { Handlers } from '../http/handler.ts'
import { audit, removeUser } from '../rules/cascade-delete.ts'

export const account: Handlers<Contract['account']> = {
  delete: ({ world, caller }) =>
    world.transaction(() => {
      audit(world, caller, 'account.deleted', caller.username)
      removeUser(world, caller)
      return { ok: true }
    }),
}
