/** What a plan is made from: local files, sync records and the scripts on the service. */
import type { RemoteScript } from '../remote/remote.ts'
import type { ScriptContent } from '../script/content.ts'
import type { Shard } from '../select/shard.ts'
import type { SyncRecords } from '../state/sync-record.ts'

/** What the plan needs of a `LocalScript`. */
export interface PlannedFile {
  path: string
  slug: string
  content: ScriptContent
  hash: string
  /** Where the code on disk is not the code that is sent, the service may hold either. */
  hashAsWritten?: string | undefined
}

export interface PlanInput {
  files: readonly PlannedFile[]
  /** Of the service in question. A record whose path is not among the files counts as a deleted file. */
  records: SyncRecords
  /** All scripts of the user on the service. */
  remotes: readonly RemoteScript[]
  /** Which part of them is planned; all without it. */
  shard?: Shard | undefined
}
