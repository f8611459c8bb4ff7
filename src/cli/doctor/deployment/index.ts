/** `topo doctor --service`: uses the configured service as other commands do, and says what topo does because of its answers. */
import { ExitCode, KnownError } from '../../../errors.ts'
import type { DoctorFinding } from '../index.ts'
import type { DeploymentCheck, DeploymentContext } from './check.ts'
import { furtherCheck } from './further.ts'
import { accountCheck, limitsCheck, listsCheck, scriptsCheck } from './reads.ts'
import { writesCheck } from './writes.ts'

export interface DeploymentReport {
  readonly items: readonly DoctorFinding[]
  readonly service: Readonly<Record<string, unknown>>
}

/** @param write also creates and deletes a draft */
export async function probeDeployment(
  context: DeploymentContext,
  write: boolean,
): Promise<DeploymentReport> {
  const items: DoctorFinding[] = []
  const service: Record<string, unknown> = {
    address: context.address,
    key: context.hasKey,
    write: null,
  }
  const run = async (check: string, probe: DeploymentCheck): Promise<void> => {
    if (context.stopped()) return
    const { observations, data } = await observe(() => probe(context))
    items.push(
      ...observations.map(({ hint = null, ...found }) => ({
        check,
        ...found,
        hint,
      })),
    )
    Object.assign(service, data)
  }
  // Without an answer or a list, the other checks have nothing to read.
  const isFine = () => items.every(({ status }) => status !== 'problem')
  await run('service', accountCheck)
  if (isFine()) await run('lists', listsCheck)
  if (!isFine()) return { items, service }
  await run('scripts', scriptsCheck)
  if (context.hasKey) {
    await run('further', furtherCheck)
    await run('limits', limitsCheck)
    if (write) await run('writes', writesCheck)
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
