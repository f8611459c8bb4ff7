/** A quota that is used up in the middle of an import: when to come back, and waiting for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../api/client.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import type { ImportJournal } from './journal.ts'

export interface QuotaOptions {
  client: Client
  journal: ImportJournal
  now: () => number
}

interface ExhaustedQuota {
  key: string
  limit: number
  windowSeconds: number
  /** When at least one is free again, at the latest; in milliseconds since 1970. */
  freeAt: number
}

/** Undefined where the service does not say which quota it is, or has none of that name. */
export async function findExhaustedQuota(
  error: KnownError,
  options: QuotaOptions,
): Promise<ExhaustedQuota | undefined> {
  const { client, journal, now } = options
  const key = (error.details as { quota?: unknown } | undefined)?.quota
  const entry = (await client.quota.me()).quotas.find((quota) => quota.key === key)
  if (!entry) return undefined
  const { limit, windowSeconds } = entry
  const window = windowSeconds * 1000
  // What was spent first is free first. Of what others have spent nothing is known but that it was before.
  const first = key === 'commentsPerHour' ? undefined : journal.firstCreated(now() - window)
  return { key: entry.key, limit, windowSeconds, freeAt: (first ?? now()) + window }
}

export interface WaitOptions extends QuotaOptions {
  /** Where somebody has said how long one may wait. */
  maxWaitSeconds?: number | undefined
  onWait: (quota: ExhaustedQuota) => void
}

const shortest = 1000
const longest = 60_000

/**
 * Asks now and then how much is left, for others may spend and windows slide. False where there can be nothing: the
 * quota is none, the window has passed, or the wait would be longer than was allowed.
 */
export async function waitForQuota(error: KnownError, options: WaitOptions): Promise<boolean> {
  const { client, now, maxWaitSeconds = Number.POSITIVE_INFINITY, onWait } = options
  const quota = await findExhaustedQuota(error, options)
  if (!quota || quota.limit <= 0) return false
  const deadline = now() + Math.min(quota.windowSeconds, maxWaitSeconds) * 1000
  if (quota.freeAt > deadline + longest) return false
  onWait(quota)
  for (let pause = shortest; ; pause = Math.min(pause * 2, longest)) {
    const left = deadline - now()
    await sleep(Math.max(0, Math.min(pause, left)))
    if (await isFree(client, quota.key)) return true
    if (left <= 0) return false
  }
}

async function isFree(client: Client, key: string): Promise<boolean> {
  try {
    const entry = (await client.quota.me()).quotas.find((quota) => quota.key === key)
    return entry !== undefined && entry.used < entry.limit
  } catch (error) {
    // A service that is away for a while is no reason to give up a wait of hours.
    if (error instanceof KnownError && error.exitCode === ExitCode.temporary) return false
    throw error
  }
}
