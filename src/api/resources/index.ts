/** The contract: one line per resource. */
import { account } from './account.ts'
import { billing } from './billing.ts'
import { collections } from './collections.ts'
import { comments } from './comments.ts'
import { profiles } from './profiles.ts'
import { quota } from './quota.ts'
import { reports } from './reports.ts'
import { scripts } from './scripts.ts'

export const contract = { billing, reports, profiles, comments, collections, account, scripts, quota }
export type Contract = typeof contract
