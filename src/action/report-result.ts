/** Reports the result of a step: annotations, job summary, comment, SARIF file and outputs. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { failureDocument } from '../cli/io/failure.ts'
import { redact } from '../cli/io/terminal.ts'
import { renderFindings, resultOf } from '../cli/validate/findings.ts'
import type { KnownError } from '../errors.ts'
import { makeFolders } from '../limits/make-folders.ts'
import { realPathOf } from '../project/files/path-containment.ts'
import { findRepository } from '../project/files/root.ts'
import type { ValidationResult } from '../reporters/index.ts'
import { jsonText } from '../text/ci-commands.ts'
import { forTerminal } from '../text/for-terminal.ts'
import { RULESET } from '../validator/index.ts'
import { annotationsOf } from './annotations.ts'
import type { Context } from './context.ts'
import type { ActionCommand } from './inputs.ts'
import type { OutputName } from './metadata.ts'
import { isChange, isFailure, type StepResult } from './result.ts'
import type { WorkflowRunner } from './runner.ts'
import { nothingToReport, pageOfRun, summaryOf } from './summary.ts'

export async function reportResult(
  result: StepResult,
  context: Context,
  env: NodeJS.ProcessEnv,
  runner: WorkflowRunner,
): Promise<void> {
  const { inputs, project, base } = context
  const repository = realPathOf(env.GITHUB_WORKSPACE ?? findRepository(project.cwd) ?? project.cwd)
  const findings = resultOf(result.checked, { ...project, cwd: repository })
  const isChanged =
    base === undefined || findings.files.length === 0
      ? undefined
      : await (await import('./changed-lines.ts')).changedLines(project.cwd, base).catch(() => undefined)
  const { orders, hidden } = annotationsOf(findings, repository, isChanged)
  runner.orders(orders)
  if (hidden > 0)
    result.warnings.push(`${hidden} more findings have no annotation; GitHub shows ten of each kind.`)
  if (inputs.sarifFile !== undefined)
    writeSarif(resolve(repository, inputs.sarifFile), result, { ...project, cwd: repository })
  if (inputs.comment !== undefined && inputs.command !== 'comment')
    await comment(inputs.comment, result, findings, context, env)
  for (const warning of result.warnings) runner.warn('topo', redact(forTerminal(warning)))
  if (result.error) reportError(result.error, runner)
  runner.summary(summaryOf(inputs.command, result, findings, pageOfRun(env)))
  if (inputs.command === 'review') {
    const { writeReviewFile } = await import('./review-file.ts')
    writeReviewFile(context.reviewFolder, result, findings)
  }
  writeOutputs(result, findings, context, env, runner)
}

function writeSarif(file: string, { checked }: StepResult, project: Context['project']): void {
  const text = renderFindings(checked, 'sarif', { color: false, width: undefined }, project)
  makeFolders(dirname(file))
  writeFileSync(file, `${text}\n`)
}

async function comment(
  name: string,
  result: StepResult,
  findings: ValidationResult,
  { inputs, pullRequest }: Context,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (pullRequest === undefined) return
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository } = env
  if (inputs.githubToken === undefined || !repository) {
    result.warnings.push('Cannot comment on the pull request: `github-token` is missing.')
    return
  }
  const { updateComment } = await import('./comment.ts')
  const text = nothingToReport(result, findings)
    ? ''
    : summaryOf(inputs.command, result, findings, pageOfRun(env), 'comment')
  const place = { api, token: inputs.githubToken, repository, pullRequest: pullRequest.number, name }
  const failure = await updateComment(place, text)
  if (failure !== undefined) result.warnings.push(failure)
}

/** Reports a step that failed without a result. */
export function reportStepFailure(command: ActionCommand, error: KnownError, runner: WorkflowRunner): void {
  reportError(error, runner)
  const result = { scripts: [], checked: [], changes: [], exitCode: error.exitCode, error, warnings: [] }
  const nothing = { files: [], errorCount: 0, warningCount: 0, ruleset: RULESET }
  runner.summary(summaryOf(command, result, nothing, undefined))
}

function reportError({ code, message, hint }: KnownError, runner: WorkflowRunner): void {
  runner.fail(code, redact(forTerminal(hint === undefined ? message : `${message} ${hint}`)))
}

function writeOutputs(
  result: StepResult,
  findings: ValidationResult,
  { inputs, reviewFolder }: Context,
  env: NodeJS.ProcessEnv,
  runner: WorkflowRunner,
): void {
  const { scripts, exitCode, error, changes } = result
  const count = (...statuses: string[]) => scripts.filter(({ status }) => statuses.includes(status)).length
  const file = join(env.RUNNER_TEMP ?? tmpdir(), `topo-${randomUUID()}.json`)
  const document = {
    ...{ command: inputs.command, exitCode, error: error ? failureDocument(error).error : null },
    ...{ scripts, findings, changes, quota: result.costs ?? null, warnings: result.warnings },
  }
  writeFileSync(file, redact(`${jsonText(document)}\n`))
  const values: Record<OutputName, string> = {
    changed: String(scripts.some(isChange)),
    created: String(count('created', 'create')),
    updated: String(count('updated', 'update')),
    unchanged: String(count('unchanged')),
    failed: String(scripts.filter(isFailure).length),
    urls: JSON.stringify(scripts.filter(isChange).flatMap(({ url }) => url ?? [])),
    slugs: JSON.stringify(scripts.map(({ slug }) => slug)),
    findings: String(findings.files.reduce((sum, { findings: all }) => sum + all.length, 0)),
    'review-folder': inputs.command === 'review' ? reviewFolder : '',
    'result-file': file,
    conflict: String(count('conflict') > 0),
  }
  for (const [name, value] of Object.entries(values)) runner.output(name as OutputName, value)
}
