/** Computes how much of each quota a plan needs, before anything is sent. */

import type { Client } from '../../api/client/client.ts'
import { leftOf, type QuotaKey } from '../../api/resources/quota.ts'
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
}

/**
 * A create spends `draftsPerDay`; publishing, also of a new script, spends `publishPerDay`. The push compares again before it
 * writes, so it sends the requests of this plan once more.
 */
export async function costOf(
  steps: readonly ResolvedStep[],
  { client, transport }: { client: Client; transport: Transport },
): Promise<Cost[]> {
  const { sent } = transport.traffic()
  const quotas = await compareWithQuotas(client, {
    draftsPerDay: steps.filter(({ action }) => action === 'create').length,
    publishPerDay: steps.filter(publishes).length,
  })
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
export async function compareWithQuotas(
  client: Client,
  needed: Partial<Record<QuotaKey, number>>,
): Promise<Cost[]> {
  const { quotas } = await readAccount(client)
  return Object.entries(needed).map(([name, number]) => {
    const entry = quotas.find(({ key }) => key === name)
    const left = entry && leftOf(entry)
    return { key: name as QuotaKey, needed: number, left }
  })
}

function publishes(step: ResolvedStep): boolean {
  if (step.action === 'create') return step.file.content.isPublic
  return (
    step.action === 'update' &&
    step.file.content.isPublic &&
    step.remote.content?.isPublic === false
  )
}
