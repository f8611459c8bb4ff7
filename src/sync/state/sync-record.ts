/** Defines sync records: the state of each script at its last sync. */
import * as z from 'zod/mini'

export const syncRecord = z.object({
  /** Id of the script on the service. */
  id: z.string(),
  slug: z.string(),
  /** Remote revision, exactly as received. */
  updatedAt: z.string(),
  /** `contentHash` of the local content. */
  hash: z.string(),
  /** `contentHash` of what the service made of it; absent if that is the same or unknown. */
  answered: z.optional(z.string()),
  /** Mark of the key that synced it: another key may belong to another user, who does not see the script. */
  key: z.optional(z.string()),
})
/** The last sync of one file with one service. */
export type SyncRecord = z.output<typeof syncRecord>

/** By script path, relative to the project root. */
export type SyncRecords = Record<string, SyncRecord>

/** Each record with its path, by the id of its script. */
export const byScript = (records: SyncRecords): Map<string, { path: string; record: SyncRecord }> =>
  new Map(Object.entries(records).map(([path, record]) => [record.id, { path, record }]))
