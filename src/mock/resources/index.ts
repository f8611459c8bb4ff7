/** The handlers: one line per resource. */
import type { ServiceHandlers } from '../service.ts'
import { account } from './account.ts'
import { billing } from './billing.ts'
import { collections } from './collections.ts'
import { comments } from './comments.ts'
import { profiles } from './profiles.ts'
import { quota } from './quota.ts'
import { reports } from './reports.ts'
import { scripts } from './scripts.ts'

export const handlers: ServiceHandlers = {
  billing,
  reports,
  profiles,
  comments,
  collections,
  account,
  scripts,
  quota,
}
