/** Assigns scripts to shards for the jobs of a CI matrix: only the slug of a script decides. */
import { createHash } from 'node:crypto'
import { usageError } from '../../errors.ts'

export interface Shard {
  /** From 1 to `of`. */
  readonly index: number
  readonly of: number
}

/** Parses `2/8`. @throws usage error for another form */
export function parseShard(text: string): Shard {
  const numbers = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.slice(1) ?? []
  const [index = 0, of = 0] = numbers.map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw usageError(`"${text}" is not a valid shard.`, {
    hint: 'Write it like 2/8: the second of eight parts, counted from 1.',
  })
}

/** Every slug is in exactly one shard, independent of other scripts. */
export const inShard = (slug: string, { index, of }: Shard): boolean =>
  createHash('sha256').update(slug).digest().readUInt32BE() % of === index - 1
