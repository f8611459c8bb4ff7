/** `drift`: compares the repository with the whole service, and sends nothing. */
import { ExitCode } from '../../errors.ts'
import { status } from '../../project/sync/status.ts'
import type { Context } from '../context.ts'
import type { StepResult } from '../result.ts'

export async function driftCommand(context: Context): Promise<StepResult> {
  const { inputs, project } = context
  const { client, address } = await context.service()
  const entries = await status({
    ...{ project, client, address, state: await context.state(), concurrency: 4 },
    ...{ paths: inputs.paths, shard: inputs.shard, allowEmpty: true },
    all: inputs.all && inputs.paths.length === 0,
  })
  const scripts = entries.map(({ path, slug, state, reason }) => ({
    ...{ path, slug, url: null },
    status: state === 'in-sync' ? ('unchanged' as const) : state,
    reason: state === 'in-sync' ? '' : reason,
  }))
  const differs = scripts.some(({ status }) => status !== 'unchanged')
  const exitCode = differs ? ExitCode.differences : ExitCode.ok
  return { scripts, checked: [], changes: [], exitCode, warnings: [] }
}
