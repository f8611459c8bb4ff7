/** `topo validate`: its flags, its choice of scripts, and its output. */
import type { Interfaces } from '@oclif/core'
import { boolean, string } from '@oclif/core/flags'
import { rare } from '../../../cli/command/flags/flags.ts'
import { selectionFlags, shardFlag } from '../../../cli/command/flags/selection.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import {
  prettyFindings,
  renderFindings,
  resultOf,
  showFindings,
} from '../../../cli/findings/findings.ts'
import type { FixedScript, FixRun } from '../../../cli/findings/fix-report.ts'
import { exitCodeFor, thresholdFlags, whyFailed } from '../../../cli/findings/threshold.ts'
import type { Environment } from '../../../cli/io/process/environment.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { ExitCode } from '../../../errors.ts'
import { isBelow, realPathOf } from '../../../files/path-containment.ts'
import { findRepository } from '../../../files/root.ts'
import type { CheckedScript, Reported } from '../../../project/check/check.ts'
import { compareLabels } from '../../../project/check/one-id-two-labels.ts'
import { type ReportedScript, reportedScript } from '../../../project/check/reported.ts'
import type { Project } from '../../../project/config/project.ts'
import { reporters, type ValidationResult } from '../../../reporters/index.ts'
import { withBaseline } from './baseline.ts'

const formats = reporters.map(({ name }) => name)

export const validationFlags = {
  ...selectionFlags,
  ...shardFlag,
  'stdin-filename': string({
    ...rare,
    helpValue: 'PATH',
    summary: 'With -: file name of the script (stdin.topology.js).',
    description:
      'Imports are resolved from there, and findings use the name. The file need not exist.',
  }),
  against: string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'FILE',
    exclusive: ['changed', 'since', 'shard', 'fix', 'fix-dry-run'],
    summary: 'Compare the diagrams with what this compose file runs; repeatable.',
    description:
      'Reports services and connections that no diagram draws, and those that are drawn and do not run. All diagrams count together, or those that are named. Names are compared by id or label; "against" in topo.config.json has other names, exceptions, and the diagrams that count.',
  }),
  baseline: string({
    helpValue: 'FILE',
    exclusive: ['write-baseline'],
    summary: 'Hide advice that is recorded in this file.',
    description:
      'Advice is recognised by rule, message and the text of its line, even if the line moves. Errors that the service would refuse are always reported.',
  }),
  'write-baseline': string({ ...rare, helpValue: 'FILE', summary: 'Record the current advice.' }),
  fix: boolean({
    exclusive: ['fix-dry-run'],
    summary: 'Fix what can be fixed safely, and report the rest.',
    description: 'Only fixes scripts that run and have no imports and types.',
  }),
  'fix-dry-run': boolean({ summary: 'Print the changes of --fix as a patch, and write nothing.' }),
  remote: boolean({
    exclusive: ['fix', 'fix-dry-run'],
    summary: 'Validate on the service too, and fail if its result differs.',
    description:
      'The service validates only when it creates a script. So each accepted script becomes a private draft with a generated name, and is deleted at once. This uses the quota draftsPerDay. topo prompts first, unless --yes is given.',
  }),
  changed: boolean({
    exclusive: ['since'],
    summary: 'Only scripts that this branch changed.',
    description:
      'Includes uncommitted changes, changes in imported files, and scripts with files that git does not know. Without an upstream, it compares with the last commit.',
  }),
  since: string({
    ...rare,
    helpValue: 'REF',
    summary: 'Like --changed, since this branch left a commit of git.',
  }),
  ...thresholdFlags,
  format: string({
    options: formats,
    helpValue: 'NAME',
    summary: `One of ${formats.join(', ')}.`,
    description:
      'The default is pretty. In a step of GitHub Actions it is github, with pretty on stderr.',
  }),
  rules: boolean({ summary: 'List the rules with their severity and its source.' }),
}

export type ValidationFlags = Interfaces.InferredFlags<typeof validationFlags>

interface Context {
  project: Project
  /** The run covers all scripts of the project. */
  whole: boolean
  terminal: Terminal
  environment: Environment
}

/** Fixes the scripts, if this is wanted, and reports the rest. */
export async function fixAndReport(
  checked: readonly CheckedScript[],
  flags: ValidationFlags,
  context: Context,
): Promise<CommandResult> {
  const { project, terminal } = context
  const dryRun = flags['fix-dry-run']
  if (!flags.fix && !dryRun) return validateResult(checked.map(reportedScript), flags, context)
  const { fix } = await import('../../../cli/findings/fix-report.ts')
  const fixing = await fix(checked, project, dryRun, terminal)
  return validateResult(fixing.checked.map(reportedScript), flags, context, fixing)
}

export async function validateResult(
  all: readonly ReportedScript[],
  flags: ValidationFlags,
  context: Context,
  fixing?: FixRun,
): Promise<CommandResult> {
  const { project, whole, terminal } = context
  const compared = await compareLabels(all, project.config.rules)
  const { checked, use } = await withBaseline(compared, flags, {
    cwd: project.cwd,
    whole,
    terminal,
  })
  const result = resultOf(checked, project)
  const more = { ...(fixing && { fixed: fixing.fixed }), ...(use && { baseline: use }) }
  const exitCode = exitCodeFor(result, flags)
  // The report goes to a file for a service, and the log of a failed job says why.
  if (
    exitCode !== ExitCode.ok &&
    serviceFormats.has(flags.format ?? '') &&
    !terminal.out.isTerminal
  )
    showFindings(terminal, checked, project)
  const output = {
    checked,
    result,
    more,
    format: flags.format,
    repository: await repositoryOf(context),
  }
  return {
    data: { ...result, ...more },
    ...(fixing
      ? { text: await fixOutput(fixing.fixed, output, flags['fix-dry-run'], context) }
      : findingsText(output, context)),
    exitCode,
    // A report counts warnings without saying that they matter.
    ...(exitCode !== ExitCode.ok &&
      result.errorCount === 0 && { whyFailed: whyFailed(result, flags) }),
  }
}

interface Output {
  checked: readonly Reported[]
  result: ValidationResult
  more: object
  format: string | undefined
  /** Absolute path of the repository's root; the working directory outside of a repository. */
  repository: string
}

function findingsText(
  { checked, result, more, format, repository }: Output,
  { project, terminal, environment }: Context,
): Pick<CommandResult, 'text' | 'pieces'> {
  const annotated = environment.githubActions && !terminal.out.isTerminal
  const inRepository = { ...project, cwd: repository }
  if (format === undefined && annotated) {
    return {
      text: (out) => {
        terminal.err.line(renderFindings(checked, 'pretty', terminal.err, { project }))
        return renderFindings(checked, 'github', out, { project: inRepository })
      },
    }
  }
  const name = format ?? 'pretty'
  const report = repositoryFormats.has(name)
    ? { project: inRepository, more }
    : { project, more, result }
  return {
    text: (out) => renderFindings(checked, name, out, report),
    ...(name === 'pretty' && { pieces: (out) => prettyFindings(checked, out, report) }),
  }
}

/** Formats for services that expect paths relative to the repository's root. */
const repositoryFormats = new Set(['github', 'gitlab', 'sarif'])
/** Formats that people do not read. */
const serviceFormats = new Set(['gitlab', 'sarif', 'junit', 'checkstyle'])

async function repositoryOf({
  project,
  environment: { githubWorkspace },
}: Context): Promise<string> {
  const workspace = githubWorkspace === undefined ? undefined : realPathOf(githubWorkspace)
  if (workspace !== undefined && isBelow(workspace, realPathOf(project.cwd))) return workspace
  return findRepository(project.cwd) ?? project.cwd
}

/** Prints only the patch on stdout, for a pipe to `git apply`; the remaining findings go to stderr. */
async function fixOutput(
  fixed: readonly FixedScript[],
  output: Output,
  dryRun: boolean,
  context: Context,
): Promise<CommandResult['text']> {
  const { fixedText, patchText } = await import('../../../cli/findings/fix-report.ts')
  const { project, terminal, environment } = context
  const { checked, format } = output
  const fixes = fixedText(fixed)
  return (out) => {
    if (!dryRun) {
      // A program reads the report only, without the list of fixes.
      const people = format === 'pretty' || (format === undefined && out.isTerminal)
      if (fixes !== '' && !people) terminal.note(fixes)
      const rest = findingsText(output, context).text(out)
      return fixes !== '' && people ? `${fixes}\n\n${rest}` : rest
    }
    terminal.note(renderFindings(checked, format ?? 'pretty', terminal.err, { project }))
    return patchText(fixed, out.isTerminal || environment.githubActions)
  }
}
