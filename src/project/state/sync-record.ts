/** Sync records: what each script was when it was last the same locally and on the service. */

/** The last sync of one file with one service. */
export interface SyncRecord {
  /** Id of the script on the service. */
  id: string
  slug: string
  /** Its revision, letter for letter as the service said it. */
  updatedAt: string
  /** `contentHash` of what both sides held. */
  hash: string
}

/** By the path of the script in the project. */
export type SyncRecords = Record<string, SyncRecord>
