/** What a plan needs of the quotas, before anything is sent. */
import type { Client } from '../api/client.ts'
import type { QuotaKey } from '../api/resources/quota.ts'
import type { ResolvedStep } from './conflicts.ts'

export interface Cost {
  key: QuotaKey
  needed: number
  /** Undefined where the service names no such quota. */
  left: number | undefined
}

/** Creating spends `draftsPerDay`; making public, at once or later, spends `publishPerDay`. */
export async function costOf(steps: readonly ResolvedStep[], client: Client): Promise<Cost[]> {
  const { quotas } = await client.quota.me()
  const left = (key: QuotaKey) => {
    const entry = quotas.find((quota) => quota.key === key)
    return entry && Math.max(0, entry.limit - entry.used)
  }
  const drafts = steps.filter(({ action }) => action === 'create').length
  const publications = steps.filter(publishes).length
  return [
    { key: 'draftsPerDay', needed: drafts, left: left('draftsPerDay') },
    { key: 'publishPerDay', needed: publications, left: left('publishPerDay') },
  ]
}

function publishes(step: ResolvedStep): boolean {
  if (step.action === 'create') return step.file.content.isPublic
  return step.action === 'update' && step.file.content.isPublic && step.remote.content?.isPublic === false
}
