/** Limits of the tiers: section *Limits* of the document, and `spec/demo-world.md` where it gives no figure. */
import type { QuotaKey } from '../../api/resources/quota.ts'
import type { UserRow } from '../database/rows.ts'
import { tooLarge } from '../http/http-error.ts'

export interface Tier {
  readonly quotas: Readonly<Record<QuotaKey, number>>
  /** Bytes of UTF-8. */
  readonly codeBytes: number
  readonly commentBytes: number
}

export const windowSeconds: Readonly<Record<QuotaKey, number>> = {
  publishPerDay: 86_400,
  draftsPerDay: 86_400,
  commentsPerHour: 3600,
  aiChatPerDay: 86_400,
}

export const tiers: Readonly<Record<UserRow['tier'], Tier>> = {
  free: {
    quotas: { publishPerDay: 5, draftsPerDay: 20, commentsPerHour: 30, aiChatPerDay: 10 },
    codeBytes: 256 * 1024,
    commentBytes: 8 * 1024,
  },
  pro: {
    quotas: { publishPerDay: 50, draftsPerDay: 200, commentsPerHour: 300, aiChatPerDay: 100 },
    codeBytes: 1024 * 1024,
    commentBytes: 32 * 1024,
  },
}

/** 413 if the code of a script or schema exceeds the limit of the caller's tier. */
export function checkSize(code: string, caller: UserRow): void {
  const limit = tiers[caller.tier].codeBytes
  if (Buffer.byteLength(code) > limit) throw tooLarge(`the code is larger than ${limit} bytes`)
}

/** 413 if a comment or message exceeds the limit of the caller's tier. */
export function checkLength(text: string, caller: UserRow, what: string): void {
  const limit = tiers[caller.tier].commentBytes
  if (Buffer.byteLength(text) > limit) throw tooLarge(`the ${what} is larger than ${limit} bytes`)
}
