/** Schema of a saved state. */
import * as z from 'zod/mini'
import { Database } from './database.ts'
import type { Snapshot } from './snapshot.ts'

/** The clock and the ids depend on it. */
const counters = z.array(
  z.looseObject({
    id: z.literal('counters'),
    seed: z.int(),
    ids: z.int().check(z.minimum(0)),
    stamp: z.number(),
    clockOffset: z.number(),
  }),
)

const hasNoDuplicate = (rows: readonly { id: string }[]) =>
  new Set(rows.map(({ id }) => id)).size === rows.length

/** Built when it is used, because a command with `--local` does not. */
export function snapshotSchema(): z.ZodMiniObject & z.ZodMiniType<Snapshot> {
  const { tableNames } = new Database({ now: () => 0, seed: 0 })
  const rows = z
    .array(z.looseObject({ id: z.string() }))
    // The last one would silently replace the others.
    .check(z.refine(hasNoDuplicate, 'has two rows with the same id'))
  const tables = tableNames.map((name) => [name, z.optional(name === 'counters' ? counters : rows)])
  const schema = z.object({
    version: z.literal(1),
    // Strict, because a misspelt table would silently be empty.
    tables: z.strictObject(Object.fromEntries(tables)),
  })
  return schema as z.ZodMiniObject & z.ZodMiniType<Snapshot>
}
