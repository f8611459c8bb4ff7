/** Defines sync records: the state of each script at its last sync. */

/** The last sync of one file with one service. */
export interface SyncRecord {
  /** Id of the script on the service. */
  id: string
  slug: string
  /** Remote revision, exactly as received. */
  updatedAt: string
  /** `contentHash` of the local content. */
  hash: string
  /** `contentHash` of what the service made of it; absent if that is the same or unknown. */
  answered?: string | undefined
  /** Mark of the key that synced it: another key may belong to another user, who does not see the script. */
  key?: string | undefined
}

/** By script path, relative to the project root. */
export type SyncRecords = Record<string, SyncRecord>

/** Each record with its path, by the id of its script. */
export const byScript = (records: SyncRecords): Map<string, { path: string; record: SyncRecord }> =>
  new Map(Object.entries(records).map(([path, record]) => [record.id, { path, record }]))
