/** Runs all checks of `topo doctor` in parallel, each with a timeout; reports them in this order. */
import type { Clock } from '../../clock.ts'
import { KnownError } from '../../errors.ts'
import type { DoctorCheck, Observation, Status } from './check.ts'
import { failedCheck } from './check.ts'
import { certificates } from './checks/certificates.ts'
import { clock as clockCheck } from './checks/clock.ts'
import { bundler, rasteriser, sandbox } from './checks/engines.ts'
import { git } from './checks/git.ts'
import { headersCheck, key } from './checks/key.ts'
import { node } from './checks/node.ts'
import { profilesCheck } from './checks/profiles.ts'
import { lineEnds, project } from './checks/project.ts'
import { proxy } from './checks/proxy.ts'
import { service } from './checks/service.ts'
import { environmentCheck } from './checks/variables.ts'
import { watching } from './checks/watching.ts'
import { webApp } from './checks/web-app.ts'
import type { DoctorContext } from './context.ts'

const checks: readonly DoctorCheck[] = [
  node,
  project,
  git,
  lineEnds,
  profilesCheck,
  environmentCheck,
  service,
  proxy,
  certificates,
  clockCheck,
  headersCheck,
  key,
  webApp,
  sandbox,
  bundler,
  rasteriser,
  watching,
]

/** Longer than the consecutive requests that several checks wait for. */
const limitMs = 9000

/** One result of a check. */
export interface DoctorFinding {
  readonly check: string
  readonly status: Status
  readonly message: string
  readonly hint: string | null
}

export async function runChecks(context: DoctorContext): Promise<DoctorFinding[]> {
  const results = await Promise.all(
    checks.map(async (check) =>
      (await withTimeout(observe(check, context), context.clock)).map(
        ({ status, message, hint }) => ({
          check: check.name,
          status,
          message,
          hint: hint ?? null,
        }),
      ),
    ),
  )
  return results.flat()
}

async function observe(
  check: DoctorCheck,
  context: DoctorContext,
): Promise<readonly Observation[]> {
  try {
    return await check.run(context)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const hint =
      error instanceof KnownError ? error.hint : 'This check has a bug; please report it.'
    return [failedCheck(message.replace(/\.$/, ''), hint)]
  }
}

function withTimeout(
  observed: Promise<readonly Observation[]>,
  clock: Clock,
): Promise<readonly Observation[]> {
  return new Promise((resolve) => {
    const late = failedCheck(
      `the check took longer than ${limitMs / 1000} s`,
      'Check the network and the disk.',
    )
    const timer = clock.timer(limitMs, () => resolve([late]))
    void observed.then((observations) => {
      timer.cancel()
      resolve(observations)
    })
  })
}
