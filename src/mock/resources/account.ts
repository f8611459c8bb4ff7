/** The caller's account: *Account and reports* of the document. */
import { audit, removeUser } from '../database/cascade-delete.ts'
import type { Handlers } from './handler.ts'

export const account: Handlers<'account'> = {
  delete: ({ database, caller }) => {
    audit(database, caller, 'account.deleted', caller.username)
    removeUser(database, caller)
    return { ok: true }
  },
}
