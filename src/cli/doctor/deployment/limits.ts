/** Finds the limits that a deployment tells: headers about requests, and quotas. */
import { readRateLimit } from '../../../api/rate-limit.ts'
import { readAnswer } from '../../../api/read-answer.ts'
import { contract } from '../../../api/resources/index.ts'
import { isUnlimited, type QuotaEntry } from '../../../api/resources/quota.ts'
import { type DeploymentCheck, type DeploymentFact, fact, limitation } from './check.ts'
import { shortened } from './shape.ts'

export const deploymentLimits: DeploymentCheck = {
  name: 'limits',
  run: async ({ probe, hasKey }) => {
    const { headers, json } = await probe.get(contract.quota.me.path)
    const quotas = hasKey ? quotasOf(json) : []
    const known = readRateLimit(probe.headers ?? headers)
    const rate = known ? { left: known.left, resetSeconds: Math.ceil(known.seconds) } : null
    return {
      facts: hasKey ? [rateFact(rate), quotaFact(quotas)] : [],
      data: { limits: { rate, quotas } },
    }
  },
}

const rateFact = (rate: { left: number; resetSeconds: number } | null): DeploymentFact =>
  rate === null
    ? fact(
        'no header says how many requests are left',
        'topo sends on until the service refuses, then waits and repeats what was refused.',
      )
    : fact(
        `${rate.left} requests are left, more in ${rate.resetSeconds} s`,
        'topo waits before it would be refused, up to --max-wait.',
      )

function quotasOf(answer: unknown): QuotaEntry[] {
  const read = readAnswer(contract.quota.me, answer)
  return 'data' in read ? (read.data as { quotas: QuotaEntry[] }).quotas : []
}

function quotaFact(quotas: readonly QuotaEntry[]): DeploymentFact {
  if (quotas.length === 0) {
    return limitation(
      'no quotas',
      'A plan does not say what it costs, and a push stops only when it is refused.',
    )
  }
  const parts = quotas.map(
    ({ key, used, limit }) => `${shortened(key)} ${isUnlimited(limit) ? 'unlimited' : `${used} of ${limit}`}`,
  )
  return fact(`used: ${parts.join(', ')}`)
}
