/** Finds the quotas that are too small for a push, before the first script is sent. */
import type { Client } from '../../api/client/client.ts'
import type { QuotaKey } from '../../api/resources/quota.ts'
import type { Transport } from '../../api/transport/transport.ts'
import { KnownError } from '../../errors.ts'
import type { ResolvedStep } from '../plan/conflicts.ts'
import { type Cost, costsIn, quotasOfStep, type Uses } from './cost.ts'

/** A quota that has less left than a run needs. */
export interface Shortage extends Cost {
  key: QuotaKey
  left: number
}

export const shortagesIn = (costs: readonly Cost[]): Shortage[] => costs.filter(isShortage)

const isShortage = (cost: Cost): cost is Shortage =>
  cost.key !== 'requests' && cost.left !== undefined && cost.needed > cost.left

/**
 * Asks only if a quota is needed twice or more, else returns an empty list: a single use needs no forecast, because the service
 * accepts or refuses it. `left` is undefined if the service does not report the quota.
 */
export async function quotasFor(
  needed: Uses,
  { client, transport }: { readonly client: Client; readonly transport: Transport },
): Promise<Cost[]> {
  // The last request of a budget is for a script.
  if (transport.traffic().budgetLeft <= 1) return []
  if (Object.values(needed).every((uses) => uses < 2)) return []
  try {
    return costsIn(needed, (await client.quota.me()).quotas)
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return costsIn(needed, [])
  }
}

/** Moves the steps that need a short quota behind the others, because its refusal ends the run. */
export function fittingFirst(
  steps: readonly ResolvedStep[],
  costs: readonly Cost[],
): ResolvedStep[] {
  const short = new Set(shortagesIn(costs).map(({ key }) => key))
  const needsOf = (step: ResolvedStep) => quotasOfStep(step).filter((key) => short.has(key)).length
  return [...steps].sort((left, right) => needsOf(left) - needsOf(right))
}
