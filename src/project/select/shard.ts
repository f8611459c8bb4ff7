/** One part of a project's scripts, for the jobs of a matrix: a script's slug alone says which part it is in. */
import { createHash } from 'node:crypto'
import { usageError } from '../../errors.ts'

export interface Shard {
  /** From 1 to `of`. */
  readonly index: number
  readonly of: number
}

/** @throws usage error `TOPO_SHARD` for what is not like `2/8`. */
export function parseShard(text: string): Shard {
  const [index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw usageError(`"${text}" is no shard.`, {
    code: 'TOPO_SHARD',
    hint: 'Write it like 2/8: the second of eight parts, counted from 1.',
  })
}

/** Every slug is in exactly one shard, whatever other scripts there are. */
export const inShard = (slug: string, { index, of }: Shard): boolean =>
  createHash('sha256').update(slug).digest().readUInt32BE() % of === index - 1
