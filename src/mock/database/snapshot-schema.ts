/** Schema of a saved state. */
import { z } from 'zod'
import { Database } from './database.ts'
import type { Snapshot } from './snapshot.ts'

const { tableNames } = new Database({ now: () => 0, seed: 0 })
const rows = z.array(z.looseObject({ id: z.string() }))

export const snapshotSchema = z.object({
  version: z.literal(1),
  // Strict, because a misspelt table would silently be empty.
  tables: z.strictObject(Object.fromEntries(tableNames.map((name) => [name, rows.optional()]))),
}) as z.ZodObject & z.ZodType<Snapshot>
