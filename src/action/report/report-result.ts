/** Reports the result of a step: annotations, job summary, comment or issue, SARIF file and outputs. */

import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { renderFindings, resultOf } from '../../cli/findings/findings.ts'
import { failureDocument } from '../../cli/io/failure.ts'
import { redact } from '../../cli/io/terminal.ts'
import { ExitCode, type KnownError } from '../../errors.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { findRepository } from '../../files/root.ts'
import { sumOf } from '../../grouped.ts'
import { makeFolders } from '../../limits/make-folders.ts'
import type { ValidationResult } from '../../reporters/index.ts'
import { jsonText } from '../../text/safe/ci-commands.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { RULESET } from '../../validator/index.ts'
import type { Context } from '../step/context.ts'
import { placeOf } from '../step/github.ts'
import type { ActionCommand } from '../step/inputs.ts'
import type { OutputName } from '../step/metadata.ts'
import { emptyResult, isChange, isFailure, type StepResult } from '../step/result.ts'
import type { WorkflowRunner } from '../step/runner.ts'
import { annotationsOf } from './annotations.ts'
import { updateComment } from './comment.ts'
import { commentNameOf } from './comment-name.ts'
import { updateIssue } from './issue.ts'
import { nothingToReport, pageOfRun, summaryOf } from './summary.ts'

export async function reportResult(
  result: StepResult,
  context: Context,
  env: NodeJS.ProcessEnv,
  runner: WorkflowRunner,
): Promise<void> {
  const { inputs, project, base } = context
  const repository = realPathOf(env.GITHUB_WORKSPACE ?? findRepository(project.cwd) ?? project.cwd)
  const folders = { ...project, cwd: repository }
  const findings = resultOf(result.checked, folders, result.stale)
  const isChanged =
    base === undefined || findings.files.length === 0
      ? undefined
      : await (await import('../../files/git/changed-lines.ts'))
          .changedLines(project.cwd, base)
          .catch(() => undefined)
  const { orders, hidden } = annotationsOf(findings, repository, isChanged)
  runner.orders(orders)
  if (hidden > 0)
    result.warnings.push(
      `${hidden} more findings have no annotation; GitHub shows ten of each kind.`,
    )
  if (inputs.sarifFile !== undefined)
    writeSarif(resolve(repository, inputs.sarifFile), result, folders)
  await writeToGitHub(result, findings, context)
  for (const warning of result.warnings) runner.warn('topo', redact(forTerminal(warning)))
  if (result.error) reportError(result.error, runner)
  runner.summary(summaryOf(inputs.command, result, findings, { page: pageOfRun(env) }))
  if (inputs.command === 'review') {
    const { writeReviewFile } = await import('./review-file.ts')
    writeReviewFile({ folder: context.reviewFolder, name: commentNameOf(inputs) }, result, findings)
  }
  writeOutputs(result, findings, context, runner)
}

function writeSarif(
  file: string,
  { checked, stale }: StepResult,
  project: Context['project'],
): void {
  const result = resultOf(checked, project, stale)
  const plain = { color: false, width: undefined }
  const text = renderFindings(checked, 'sarif', plain, { project, result })
  makeFolders(dirname(file))
  writeFileSync(file, `${text}\n`)
}

/** Writes what stays on GitHub: the comment on the pull request, or the issue of a drift. */
async function writeToGitHub(
  result: StepResult,
  findings: ValidationResult,
  context: Context,
): Promise<void> {
  const { inputs, pullRequest, env } = context
  const { command, comment, dryRun, workingDirectory, shard } = inputs
  const isCommented = comment !== false && command !== 'comment' && pullRequest !== undefined
  // A comparison that failed does not show that both sides are the same.
  const isFiled = command === 'drift' && !dryRun && result.error === undefined
  // A job that was cancelled has no time for it.
  const isCancelled = result.error?.code === 'TOPO_INTERRUPTED'
  if ((!isCommented && !isFiled) || isCancelled) return
  const place = placeOf(context)
  if (place === undefined) {
    result.warnings.push(
      `Cannot ${isFiled ? 'keep an issue with the differences' : 'comment on the pull request'}: \`github-token\` is missing.`,
    )
    return
  }
  const isEmpty = isFiled ? result.exitCode === ExitCode.ok : nothingToReport(result, findings)
  const text = isEmpty
    ? ''
    : summaryOf(command, result, findings, { page: pageOfRun(env), where: 'comment' })
  const part = [
    workingDirectory === '.' ? '' : workingDirectory,
    shard && `${shard.index}/${shard.of}`,
  ]
  let failure: string | undefined
  if (isFiled) failure = await updateIssue(place, part.filter(Boolean).join(' '), text)
  else if (isCommented)
    failure = await updateComment(
      { ...place, pullRequest: pullRequest.number, name: commentNameOf(inputs) },
      text,
    )
  if (failure !== undefined) result.warnings.push(failure)
}

/** Reports a step that failed without a result. */
export function reportStepFailure(
  command: ActionCommand,
  error: KnownError,
  runner: WorkflowRunner,
): void {
  reportError(error, runner)
  const nothing = { files: [], errorCount: 0, warningCount: 0, ruleset: RULESET }
  runner.summary(summaryOf(command, { ...emptyResult(), error }, nothing, { page: undefined }))
}

function reportError({ code, message, hint }: KnownError, runner: WorkflowRunner): void {
  runner.fail(code, redact(forTerminal(hint === undefined ? message : `${message} ${hint}`)))
}

function writeOutputs(
  result: StepResult,
  findings: ValidationResult,
  { inputs, reviewFolder, env }: Context,
  runner: WorkflowRunner,
): void {
  const { scripts, exitCode, error, changes } = result
  const count = (...statuses: string[]) =>
    scripts.filter(({ status }) => statuses.includes(status)).length
  const file = join(env.RUNNER_TEMP ?? tmpdir(), `topo-${randomUUID()}.json`)
  const document = {
    command: inputs.command,
    exitCode,
    error: error ? failureDocument(error).error : null,
    scripts,
    findings,
    changes,
    quota: result.costs ?? null,
    warnings: result.warnings,
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
    findings: String(sumOf(findings.files, (entry) => entry.findings.length)),
    'review-folder': inputs.command === 'review' ? reviewFolder : '',
    'result-file': file,
    conflict: String(count('conflict') > 0),
  }
  for (const [name, value] of Object.entries(values)) runner.output(name as OutputName, value)
}
