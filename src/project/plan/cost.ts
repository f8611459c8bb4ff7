/** Computes how much of each quota a plan needs, before anything is sent. */
import type { Client } from '../../api/client.ts'
import { leftOf, type QuotaKey } from '../../api/resources/quota.ts'
import { readAccount } from '../remote/read-account.ts'
import type { ResolvedStep } from './conflicts.ts'

export interface Cost {
  key: QuotaKey
  needed: number
  /** Undefined if the service has no such quota. */
  left: number | undefined
}

/** A create spends `draftsPerDay`; publishing, also of a new script, spends `publishPerDay`. */
export function costOf(steps: readonly ResolvedStep[], client: Client): Promise<Cost[]> {
  return compareWithQuotas(client, {
    draftsPerDay: steps.filter(({ action }) => action === 'create').length,
    publishPerDay: steps.filter(publishes).length,
  })
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
  return step.action === 'update' && step.file.content.isPublic && step.remote.content?.isPublic === false
}
