/** Handles a quota that is used up during an import: computes when to retry, and waits. */
import { readErrorBody } from '../../api/answers/parse-error-body.ts'
import type { Client } from '../../api/client/client.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import { readAccount } from '../remote/read-account.ts'
import type { ImportJournal } from './journal.ts'

export interface QuotaOptions {
  client: Client
  journal: ImportJournal
}

interface ExhaustedQuota {
  key: string
  limit: number
  windowSeconds: number
  /** Latest time at which some quota is free again; milliseconds since 1970. */
  freeAt: number
}

/** Undefined if the service does not name the quota, or does not list it. */
export async function findExhaustedQuota(
  error: KnownError,
  options: QuotaOptions,
): Promise<ExhaustedQuota | undefined> {
  const { client, journal } = options
  const { now } = client.clock
  const key = readErrorBody(error.details).quota
  const entry = (await readAccount(client)).quotas.find((quota) => quota.key === key)
  if (!entry) return undefined
  const { limit, windowSeconds = 0 } = entry
  const window = windowSeconds * 1000
  // The oldest use is freed first. Uses by others are unknown, but older than now.
  const first = key === 'commentsPerHour' ? undefined : journal.firstCreated(now() - window)
  return { key: entry.key, limit, windowSeconds, freeAt: (first ?? now()) + window }
}

export interface WaitOptions extends QuotaOptions {
  /** Maximum wait that the user allows. */
  maxWaitSeconds?: number | undefined
  onWait: (quota: ExhaustedQuota) => void
}

const shortest = 1000
const longest = 60_000

/**
 * Polls the quota, since others may use it and windows slide. Returns false if waiting is useless: the limit is 0,
 * the window has passed, or the wait would exceed `maxWaitSeconds`.
 */
export async function waitForQuota(error: KnownError, options: WaitOptions): Promise<boolean> {
  const { client, maxWaitSeconds = Number.POSITIVE_INFINITY, onWait } = options
  const { clock } = client
  const quota = await findExhaustedQuota(error, options)
  if (!quota || quota.limit <= 0) return false
  const deadline = clock.now() + Math.min(quota.windowSeconds, maxWaitSeconds) * 1000
  if (quota.freeAt > deadline + longest) return false
  onWait(quota)
  for (let pause = shortest; ; pause = Math.min(pause * 2, longest)) {
    const left = deadline - clock.now()
    await clock.wait(Math.max(0, Math.min(pause, left)))
    if (await isFree(client, quota.key)) return true
    if (left <= 0) return false
  }
}

async function isFree(client: Client, key: string): Promise<boolean> {
  try {
    const entry = (await readAccount(client)).quotas.find((quota) => quota.key === key)
    return entry !== undefined && entry.used < entry.limit
  } catch (error) {
    // Keep waiting, perhaps for hours, through a temporary outage of the service.
    if (error instanceof KnownError && error.exitCode === ExitCode.temporary) return false
    throw error
  }
}
