/** `topo validate`: its flags, its choice of scripts, and its output. */
import type { Interfaces } from '@oclif/core'
import { boolean, string } from '@oclif/core/flags'
import { rare } from '../../../cli/command/flags/flags.ts'
import {
  scriptFromStdin,
  selectionFlags,
  selectionOf,
  shardFlag,
} from '../../../cli/command/flags/selection.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import { renderFindings, resultOf, showFindings } from '../../../cli/findings/findings.ts'
import type { FixedScript } from '../../../cli/findings/fix-report.ts'
import { exitCodeFor, thresholdFlags, whyFailed } from '../../../cli/findings/threshold.ts'
import type { Environment } from '../../../cli/io/process/environment.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { ExitCode, usageError } from '../../../errors.ts'
import { isBelow, realPathOf } from '../../../files/path-containment.ts'
import { findRepository } from '../../../files/root.ts'
import { type CheckedScript, checkScripts } from '../../../project/check/check.ts'
import { compareLabels } from '../../../project/check/one-id-two-labels.ts'
import type { Project } from '../../../project/config/project.ts'
import type { LocalScript } from '../../../project/script/load.ts'
import { checkProject, loadProject, type Selection } from '../../../project/select/selection.ts'
import { inShard } from '../../../project/select/shard.ts'
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

type ValidationFlags = Interfaces.InferredFlags<typeof validationFlags>

/** True if the run covers the whole project. */
export const coversProject = (
  paths: readonly string[],
  { changed, since, shard }: ValidationFlags,
): boolean => paths.length === 0 && !changed && since === undefined && shard === undefined

/** `compareLabels` needs it. */
const OUTLINED = { outline: true }

/** Checks the named scripts, those of the project, or the one on standard input. */
export async function checkSelected(
  project: Project,
  paths: readonly string[],
  flags: ValidationFlags,
  terminal: Terminal,
): Promise<CheckedScript[]> {
  const { activity } = terminal
  const onFound = (count: number) => activity.begin('Validating', count)
  const onEach = () => activity.advance()
  const name = flags['stdin-filename']
  const isCompared = flags.changed || flags.since !== undefined
  if (flags.against !== undefined) {
    const { checkAgainst } = await import('./check-against.ts')
    return checkAgainst(project, paths, flags.against, { onFound, onEach })
  }
  if (!paths.includes('-')) {
    if (name !== undefined) {
      const hint = 'Add - as the only file.'
      throw usageError('--stdin-filename needs a script on standard input.', { hint })
    }
    const selection = selectionOf(project, paths, flags, terminal)
    if (!isCompared) return checkProject(project, selection, { onFound, onEach }, OUTLINED)
    const scripts = await loadChanged(project, selection, flags.since)
    onFound(scripts.length)
    return checkScripts(scripts, onEach, OUTLINED)
  }
  if (flags.fix) {
    throw usageError('--fix cannot write a script from standard input.', {
      hint: 'Use --fix-dry-run, which prints a patch.',
    })
  }
  if (isCompared) {
    throw usageError(
      'git does not know a script from standard input, so --changed and --since cannot be used.',
    )
  }
  if (paths.length > 1) {
    throw usageError('- reads the only script to validate, so no other can be named.', {
      hint: 'Run topo validate again for the files.',
    })
  }
  const script = await scriptFromStdin(project, name)
  onFound(1)
  return checkScripts([script], onEach)
}

async function loadChanged(
  project: Project,
  selection: Selection,
  since: string | undefined,
): Promise<LocalScript[]> {
  const { shard } = selection
  const all = await loadProject(project, selection)
  const scripts = shard === undefined ? all : all.filter(({ slug }) => inShard(slug, shard))
  const { changedScripts } = await import('../../../project/select/changed-scripts.ts')
  const { changed, unknown } = await changedScripts(scripts, project.root, since)
  const selected = new Set([...changed, ...unknown])
  return scripts.filter((script) => selected.has(script))
}

interface Context {
  project: Project
  /** The run covers all scripts of the project. */
  whole: boolean
  terminal: Terminal
  environment: Environment
}

export async function validateResult(
  all: readonly CheckedScript[],
  flags: ValidationFlags,
  context: Context,
): Promise<CommandResult> {
  const { project, whole, terminal } = context
  const dryRun = flags['fix-dry-run']
  const fixing =
    flags.fix || dryRun
      ? await (await import('../../../cli/findings/fix-report.ts')).fix(
          all,
          project,
          dryRun,
          terminal,
        )
      : undefined
  const compared = await compareLabels(fixing?.checked ?? all, project.config.rules)
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
    text: fixing
      ? await fixOutput(fixing.fixed, output, dryRun, context)
      : findingsText(output, context),
    exitCode,
    // A report counts warnings without saying that they matter.
    ...(exitCode !== ExitCode.ok &&
      result.errorCount === 0 && { whyFailed: whyFailed(result, flags) }),
  }
}

interface Output {
  checked: readonly CheckedScript[]
  result: ValidationResult
  more: object
  format: string | undefined
  /** Absolute path of the repository's root; the working directory outside of a repository. */
  repository: string
}

function findingsText(
  { checked, result, more, format, repository }: Output,
  { project, terminal, environment }: Context,
): CommandResult['text'] {
  const annotated = environment.githubActions && !terminal.out.isTerminal
  const inRepository = { ...project, cwd: repository }
  return (out) => {
    if (format !== undefined || !annotated) {
      return repositoryFormats.has(format ?? '')
        ? renderFindings(checked, format ?? 'pretty', out, { project: inRepository, more })
        : renderFindings(checked, format ?? 'pretty', out, { project, more, result })
    }
    terminal.err.line(renderFindings(checked, 'pretty', terminal.err, { project }))
    return renderFindings(checked, 'github', out, { project: inRepository })
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
      const rest = findingsText(output, context)(out)
      return fixes !== '' && people ? `${fixes}\n\n${rest}` : rest
    }
    terminal.note(renderFindings(checked, format ?? 'pretty', terminal.err, { project }))
    return patchText(fixed, out.isTerminal || environment.githubActions)
  }
}
