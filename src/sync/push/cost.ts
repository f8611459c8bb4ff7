/** Computes how much of each quota a plan needs, before anything is sent. */

import type { Client } from '../../api/client/client.ts'
import { leftOf, type QuotaEntry, type QuotaKey } from '../../api/resources/quota.ts'
import type { Transport } from '../../api/transport/transport.ts'
import { sumOf } from '../../grouped.ts'
import type { ResolvedStep } from '../plan/conflicts.ts'
import { refusesGuard } from '../remote/guard.ts'
import { readAccount } from '../remote/read-account.ts'

export interface Cost {
  /** A quota, or the requests of a run against the rate limit of the key. */
  key: QuotaKey | 'requests'
  needed: number
  /** Undefined if the service does not tell it. */
  left: number | undefined
  /** Seconds after which a use of the quota no longer counts, if the service tells it. */
  windowSeconds?: number | undefined
}

/** Uses of each quota. */
export type Uses = Partial<Record<QuotaKey, number>>

/** The push compares again before it writes, so it sends the requests of this plan once more. */
export async function costOf(
  steps: readonly ResolvedStep[],
  { client, transport }: { client: Client; transport: Transport },
): Promise<Cost[]> {
  const { sent } = transport.traffic()
  const quotas = await compareWithQuotas(client, usesOf(steps))
  const writes = sumOf(steps, (step) => writesOf(step, client))
  return [
    ...quotas,
    { key: 'requests', needed: sent + writes, left: transport.traffic().limit?.left },
  ]
}

/** Requests that carry out a step: without a revision, the script is read once more before an update. */
function writesOf(step: ResolvedStep, client: Client): number {
  switch (step.action) {
    case 'create':
      return 1
    case 'update':
      return step.remote.updatedAt === '' || refusesGuard(client) ? 2 : 1
    case 'delete':
      return 2
    default:
      return 0
  }
}

/** Compares the needed amount with what is left of each quota. */
export async function compareWithQuotas(client: Client, needed: Uses): Promise<Cost[]> {
  return costsIn(needed, (await readAccount(client)).quotas)
}

export const costsIn = (needed: Uses, quotas: readonly QuotaEntry[]): Cost[] =>
  Object.entries(needed).map(([key, number]) => ({
    key: key as QuotaKey,
    needed: number,
    left: undefined,
    ...restOf(quotas, key),
  }))

/** Undefined for a quota that is missing, listed twice, or not counted in whole uses: nothing is guessed. */
function restOf(
  quotas: readonly QuotaEntry[],
  name: string,
): Pick<Cost, 'left' | 'windowSeconds'> | undefined {
  const [entry, ...others] = quotas.filter(({ key }) => key === name)
  if (entry === undefined || others.length > 0) return undefined
  const left = leftOf(entry)
  const isCount = Number.isInteger(entry.used) && entry.used >= 0 && Number.isInteger(left)
  const { windowSeconds } = entry
  return isCount ? { left, ...(windowSeconds !== undefined && { windowSeconds }) } : undefined
}

/** Quotas of which a step uses one each. */
export function quotasOfStep(step: ResolvedStep): QuotaKey[] {
  const keys: QuotaKey[] = []
  if (step.action === 'create') keys.push('draftsPerDay')
  if (publishes(step)) keys.push('publishPerDay')
  return keys
}

export function usesOf(steps: readonly ResolvedStep[]): Uses {
  const keys = steps.flatMap(quotasOfStep)
  const countOf = (name: QuotaKey) => keys.filter((key) => key === name).length
  return { draftsPerDay: countOf('draftsPerDay'), publishPerDay: countOf('publishPerDay') }
}

/** Publishing a new script also uses `publishPerDay`. */
function publishes(step: ResolvedStep): boolean {
  if (step.action === 'create') return step.file.content.isPublic
  return (
    step.action === 'update' &&
    step.file.content.isPublic &&
    step.remote.content?.isPublic === false
  )
}
