/** `topo doctor --service`: probes the configured deployment and says what topo does because of it. */
import type { Client } from '../../../api/client.ts'
import { findList } from '../../../api/envelope.ts'
import { unexpectedAnswer } from '../../../api/network-errors.ts'
import { errorFromReply } from '../../../api/reply.ts'
import { contract } from '../../../api/resources/index.ts'
import type { Transport } from '../../../api/transport.ts'
import { ExitCode, KnownError } from '../../../errors.ts'
import type { Status } from '../check.ts'
import { type CheckResult, type DeploymentCheck, type DeploymentFact, fact, fullPage } from './check.ts'
import { further } from './further.ts'
import { deploymentLimits } from './limits.ts'
import { lists } from './lists.ts'
import { paging } from './paging.ts'
import { DeploymentProbe, ProbeStopped } from './probe.ts'
import { records } from './records.ts'
import { revisions } from './revisions.ts'
import { probeWrites } from './writes.ts'

const checks: readonly DeploymentCheck[] = [lists, paging, records, revisions, further, deploymentLimits]

/** One result of `topo doctor --service`. */
export interface DeploymentFinding {
  readonly check: string
  readonly status: Status
  readonly message: string
  readonly effect: string | null
  readonly hint: string | null
}

export interface DeploymentReport {
  readonly items: readonly DeploymentFinding[]
  /** The facts for programs. */
  readonly service: { readonly requests: number; readonly [more: string]: unknown }
}

export interface ProbeDeploymentOptions {
  service: { client: Client; transport: Transport; baseUrl: string; address: string }
  hasKey: boolean
  /** Creates and deletes a draft; undefined to only read. */
  write?: { stopped: () => boolean } | undefined
}

export async function probeDeployment({
  service,
  hasKey,
  write,
}: ProbeDeploymentOptions): Promise<DeploymentReport> {
  const { client, transport, baseUrl, address } = service
  const probe = new DeploymentProbe(transport, baseUrl)
  const items: DeploymentFinding[] = []
  const data: Record<string, unknown> = { write: null }
  const run = async (name: string, check: () => Promise<CheckResult>) => {
    const { findings, found } = await observe(name, check)
    items.push(...findings)
    Object.assign(data, found)
    return findings.every(({ status }) => status !== 'problem')
  }
  let isAccepted = false
  const answers = await run('service', async () => {
    const result = await introduce(probe, address, hasKey)
    isAccepted = result.isAccepted
    return result
  })
  const context = { probe, hasKey: isAccepted }
  if (answers) {
    // One after the other: later checks use the replies of earlier ones.
    for (const check of checks) {
      if (write?.stopped()) break
      await run(check.name, () => check.run(context))
    }
    if (write && isAccepted && !write.stopped())
      await run('writes', () => probeWrites({ probe, client, ...write }))
  }
  return { items, service: { address, key: isAccepted, requests: probe.requests, ...data } }
}

/** The service answers with a list of public scripts, and accepts the key. */
async function introduce(
  probe: DeploymentProbe,
  address: string,
  hasKey: boolean,
): Promise<CheckResult & { isAccepted: boolean }> {
  const gallery = await probe.need(contract.scripts.gallery.path, { pageSize: fullPage })
  const isMock = gallery.headers.get('x-topo-mock') !== null
  const facts = [fact(`${address} is ${isMock ? 'an embedded service' : 'a service'}`)]
  const data = { embedded: isMock }
  if (findList(gallery.json) === undefined) {
    throw unexpectedAnswer(gallery, 'it contains no list', { isForeign: true })
  }
  if (!hasKey) return { facts: [...facts, withoutKey], data, isAccepted: false }
  const me = await probe.get(contract.quota.me.path)
  const isRefused = me.status === 401 || me.status === 403
  const { message, hint = '' } = isRefused ? errorFromReply(me) : { message: '' }
  const refusal: DeploymentFact = { status: 'problem', message: withoutFullStop(message), effect: hint }
  return { facts: isRefused ? [...facts, refusal] : facts, data, isAccepted: !isRefused }
}

const withoutKey: DeploymentFact = {
  status: 'warning',
  message: 'no key, so only public endpoints were probed',
  effect: 'Commands that need a key end with exit code 4; run "topo login".',
}

async function observe(name: string, check: () => Promise<CheckResult>) {
  try {
    const { facts, data } = await check()
    const findings = facts.map(
      ({ status, message, effect }): DeploymentFinding => ({
        ...{ check: name, status, message, effect: effect ?? null, hint: null },
      }),
    )
    return { findings, found: data }
  } catch (error) {
    if (!(error instanceof ProbeStopped || error instanceof KnownError)) throw error
    // A limit says nothing about the deployment.
    const isLimit = error instanceof ProbeStopped || error.exitCode === ExitCode.quota
    const hint = error instanceof ProbeStopped ? 'Run the command again later.' : (error.hint ?? null)
    const reason = withoutFullStop(error.message)
    const finding: DeploymentFinding = {
      ...{ check: name, status: isLimit ? 'warning' : 'problem', effect: null, hint },
      message: isLimit ? `not probed: ${reason}` : reason,
    }
    return { findings: [finding], found: {} }
  }
}

const withoutFullStop = (text: string) => text.replace(/\.$/, '')
