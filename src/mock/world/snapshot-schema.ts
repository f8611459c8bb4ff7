/** What a saved state has to look like. */
import { z } from 'zod'
import type { Snapshot } from './snapshot.ts'
import { tableNames } from './tables.ts'

const rows = z.array(z.looseObject({ id: z.string() }))

export const snapshotSchema = z.object({
  version: z.literal(1),
  // A table that is misspelt would be empty, and nobody would say so.
  tables: z.strictObject(Object.fromEntries(tableNames.map((name) => [name, rows.optional()]))),
}) as z.ZodObject & z.ZodType<Snapshot>
