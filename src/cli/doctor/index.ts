/** Runs all checks of `topo doctor` in parallel, each with a timeout; reports them in this order. */
import { KnownError } from '../../errors.ts'
import { certificates } from './certificates.ts'
import type { DoctorCheck, Observation, Status } from './check.ts'
import { failedCheck } from './check.ts'
import { clock } from './clock.ts'
import type { DoctorContext } from './context.ts'
import { bundler, rasteriser, sandbox } from './engines.ts'
import { git } from './git.ts'
import { headersCheck, key } from './key.ts'
import { node } from './node.ts'
import { profilesCheck } from './profiles.ts'
import { lineEnds, project } from './project.ts'
import { proxy } from './proxy.ts'
import { service } from './service.ts'
import { environmentCheck } from './variables.ts'
import { watching } from './watching.ts'
import { webApp } from './web-app.ts'

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
  clock,
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
      (await withTimeout(observe(check, context))).map(({ status, message, hint }) => ({
        check: check.name,
        status,
        message,
        hint: hint ?? null,
      })),
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

function withTimeout(observed: Promise<readonly Observation[]>): Promise<readonly Observation[]> {
  return new Promise((resolve) => {
    const late = failedCheck(
      `the check took longer than ${limitMs / 1000} s`,
      'Check the network and the disk.',
    )
    const timer = setTimeout(resolve, limitMs, [late])
    void observed.then((observations) => {
      clearTimeout(timer)
      resolve(observations)
    })
  })
}
