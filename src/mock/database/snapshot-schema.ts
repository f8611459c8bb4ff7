/** Schema of a saved state. */
import { z } from 'zod'
import type { Snapshot } from './snapshot.ts'
import { tableNames } from './tables.ts'

const rows = z.array(z.looseObject({ id: z.string() }))

export const snapshotSchema = z.object({
  version: z.literal(1),
  // Strict, because a misspelt table would silently be empty.
  tables: z.strictObject(Object.fromEntries(tableNames.map((name) => [name, rows.optional()]))),
}) as z.ZodObject & z.ZodType<Snapshot>
