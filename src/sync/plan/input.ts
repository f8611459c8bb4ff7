/** Input of the sync plan: local files, sync records and remote scripts. */

import type { ScriptContent } from '../../project/script/content.ts'
import type { Shard } from '../../project/select/shard.ts'
import type { RemoteScript } from '../remote/read-remote.ts'
import type { SyncRecords } from '../state/sync-record.ts'

/** The part of a `LocalScript` that the plan needs. */
export interface PlannedFile {
  path: string
  slug: string
  content: ScriptContent
  hash: string
  /** Hash with the code on disk: for a bundled script, the remote code may be either. */
  hashAsWritten?: string | undefined
}

export interface PlanInput {
  files: readonly PlannedFile[]
  /** Records of this service. A record without a file counts as a deleted file. */
  records: SyncRecords
  /** All remote scripts of the user. */
  remotes: readonly RemoteScript[]
  /** Ids in `records` that another user synced and this one does not see: nothing is known about their remotes. */
  hidden?: ReadonlySet<string> | undefined
  /** New path → old path of files that git takes for renamed. */
  renames?: ReadonlyMap<string, string> | undefined
  /** Limits the plan to one shard; default all. */
  shard?: Shard | undefined
}
