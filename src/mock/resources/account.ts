/** The caller's account: *Account and reports* of the document. */
import type { Contract } from '../../api/resources/index.ts'
import { audit, removeUser } from '../removal.ts'
import type { Handlers } from '../service.ts'

export const account: Handlers<Contract['account']> = {
  delete: ({ world, caller }) =>
    world.transaction(() => {
      audit(world, caller, 'account.deleted', caller.username)
      removeUser(world, caller)
      return { ok: true }
    }),
}
