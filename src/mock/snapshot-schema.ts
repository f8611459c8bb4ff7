/** What a saved state has to look like. */
import { z } from 'zod'

export const snapshotSchema = z.object({
  version: z.literal(1),
  tables: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
})
