/** The contract: one line per resource. */
import { account } from './account.ts'
import { admin } from './admin.ts'
import { ai } from './ai.ts'
import { analytics } from './analytics.ts'
import { billing } from './billing.ts'
import { collections } from './collections.ts'
import { comments } from './comments.ts'
import { discovery } from './discovery.ts'
import { learning } from './learning.ts'
import { me } from './me.ts'
import { membership } from './membership.ts'
import { notifications } from './notifications.ts'
import { pins } from './pins.ts'
import { profiles } from './profiles.ts'
import { quota } from './quota.ts'
import { reminders } from './reminders.ts'
import { reports } from './reports.ts'
import { schemas } from './schemas.ts'
import { scripts } from './scripts.ts'
import { sharing } from './sharing.ts'
import { versions } from './versions.ts'
import { workspaces } from './workspaces.ts'

export const contract = {
  billing,
  reports,
  profiles,
  comments,
  collections,
  account,
  scripts,
  quota,
  // Endpoints that the document only names.
  discovery,
  versions,
  sharing,
  pins,
  schemas,
  workspaces,
  membership,
  learning,
  notifications,
  reminders,
  analytics,
  ai,
  me,
  admin,
}
export type Contract = typeof contract
