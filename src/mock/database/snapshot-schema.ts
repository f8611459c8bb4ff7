/** Schema of a saved state. */
import * as z from 'zod/mini'
import { Database } from './database.ts'
import type { Snapshot } from './snapshot.ts'

/** Built when it is used, because a command with `--local` does not. */
export function snapshotSchema(): z.ZodMiniObject & z.ZodMiniType<Snapshot> {
  const { tableNames } = new Database({ now: () => 0, seed: 0 })
  const rows = z.array(z.looseObject({ id: z.string() }))
  const schema = z.object({
    version: z.literal(1),
    // Strict, because a misspelt table would silently be empty.
    tables: z.strictObject(Object.fromEntries(tableNames.map((name) => [name, z.optional(rows)]))),
  })
  return schema as z.ZodMiniObject & z.ZodMiniType<Snapshot>
}
