/** `drift`: compares the repository with the whole service, and with what compose files run. Sends nothing. */
import { ExitCode } from '../../errors.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { Project } from '../../project/config/project.ts'
import { checkProject } from '../../project/select/selection.ts'
import { compareWithCompose } from '../../query/against.ts'
import { comparedDiagrams } from '../../query/compared-diagrams.ts'
import { status } from '../../sync/plan/status.ts'
import { comparisons } from '../../validator/index.ts'
import type { Context } from '../step/context.ts'
import type { StepResult } from '../step/result.ts'

export async function driftCommand(context: Context): Promise<StepResult> {
  const { inputs, project } = context
  const { client, address } = await context.service()
  const entries = await status({
    project,
    client,
    address,
    state: await context.state(),
    concurrency: 4,
    paths: inputs.paths,
    shard: inputs.shard,
    allowEmpty: true,
    all: inputs.all && inputs.paths.length === 0,
  })
  const scripts = entries.map(({ path, slug, state, reason }) => ({
    path,
    slug,
    url: null,
    status: state === 'in-sync' ? ('unchanged' as const) : state,
    reason: state === 'in-sync' ? '' : reason,
  }))
  const checked = inputs.against.length === 0 ? [] : await differencesFrom(inputs.against, project)
  const differs =
    scripts.some((script) => script.status !== 'unchanged') ||
    checked.some(({ findings }) => findings.length > 0)
  const exitCode = differs ? ExitCode.differences : ExitCode.ok
  return { scripts, checked, changes: [], exitCode, warnings: [] }
}

/** Without other findings of the scripts, which are no drift. */
async function differencesFrom(
  files: readonly string[],
  project: Project,
): Promise<CheckedScript[]> {
  const checked = await checkProject(
    project,
    { paths: [], allowEmpty: true },
    {},
    { outline: true },
  )
  const diagrams = await comparedDiagrams(project, checked)
  const compared = await compareWithCompose(project, checked, files, diagrams)
  const ids = new Set(comparisons.map(({ id }) => id))
  return compared.map((one) => ({
    ...one,
    findings: one.findings.filter(({ rule }) => ids.has(rule)),
  }))
}
