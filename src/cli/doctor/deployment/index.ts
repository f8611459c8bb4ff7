/** `topo doctor --service`: uses the configured service as other commands do, and says what topo does because of its answers. */
import type { Client } from '../../../api/client.ts'
import type { Transport } from '../../../api/transport.ts'
import { ExitCode, KnownError } from '../../../errors.ts'
import type { Observation } from '../check.ts'
import type { DoctorFinding } from '../index.ts'
import { further } from './further.ts'
import { account, limits, lists, scripts } from './reads.ts'
import { probeWrites } from './writes.ts'

export interface DeploymentContext {
  readonly client: Client
  readonly transport: Transport
  readonly address: string
  /** Without an accepted key only public endpoints are used. */
  readonly hasKey: boolean
  /** True once a signal asks the command to end. */
  readonly stopped: () => boolean
}

/** @throws KnownError if the service refuses; the other checks still run. */
export type DeploymentCheck = (context: DeploymentContext) => Promise<{
  /** The hint says what topo does because of it. */
  readonly observations: readonly Observation[]
  /** For programs: fields of `service` in the JSON. */
  readonly data: object
}>

export interface DeploymentReport {
  readonly items: readonly DoctorFinding[]
  readonly service: Readonly<Record<string, unknown>>
}

/** @param write also creates and deletes a draft */
export async function probeDeployment(context: DeploymentContext, write: boolean): Promise<DeploymentReport> {
  const items: DoctorFinding[] = []
  const service: Record<string, unknown> = { address: context.address, key: context.hasKey, write: null }
  const run = async (check: string, probe: DeploymentCheck): Promise<void> => {
    if (context.stopped()) return
    const { observations, data } = await observe(() => probe(context))
    items.push(...observations.map(({ hint = null, ...found }) => ({ check, ...found, hint })))
    Object.assign(service, data)
  }
  // Without an answer or a list, the other checks have nothing to read.
  const isFine = () => items.every(({ status }) => status !== 'problem')
  await run('service', account)
  if (isFine()) await run('lists', lists)
  if (!isFine()) return { items, service }
  await run('scripts', scripts)
  if (context.hasKey) {
    await run('further', further)
    await run('limits', limits)
    if (write) await run('writes', probeWrites)
  }
  return { items, service }
}

async function observe(probe: () => ReturnType<DeploymentCheck>): ReturnType<DeploymentCheck> {
  try {
    return await probe()
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    // A quota says nothing about the deployment.
    const isQuota = error.exitCode === ExitCode.quota
    const message = `${isQuota ? 'not probed: ' : ''}${error.message.replace(/\.$/, '')}`
    const status = isQuota ? 'warning' : 'problem'
    return { observations: [{ status, message, hint: error.hint }], data: {} }
  }
}
