/** Quota: *Profiles and quota* of the document. */
import type { Contract } from '../../api/resources/index.ts'
import { quotaEntries } from '../rules/quotas.ts'
import type { Handlers } from './handler.ts'

export const quota: Handlers<Contract['quota']> = {
  me: ({ database, caller }) => ({
    tierId: caller.tier,
    isAdmin: caller.isAdmin,
    quotas: quotaEntries(database, caller),
  }),
}
