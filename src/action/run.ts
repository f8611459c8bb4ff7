/** Runs one step of a workflow, from its inputs to its exit code. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { renderFindings, unixLines } from '../cli/findings/findings.ts'
import { toKnownError } from '../cli/io/failure.ts'
import { type Environment, readEnvironment } from '../cli/io/process/environment.ts'
import { registerHeaderValues, registerSecret, Terminal } from '../cli/io/terminal.ts'
import { systemClock } from '../clock.ts'
import { ExitCode } from '../errors.ts'
import { textCacheIn } from '../files/cache/text-cache.ts'
import { CONFIG_FILE } from '../files/root.ts'
import { settingsWarnings } from '../project/config/config.ts'
import { openProject } from '../project/config/project.ts'
import { Unanswered } from '../sync/send/unanswered.ts'
import { SyncState } from '../sync/state/state.ts'
import { forTerminal } from '../text/safe/for-terminal.ts'
import { cancellation, withUnanswered } from './cancellation.ts'
import { reportResult, reportStepFailure } from './report/report-result.ts'
import type { Context } from './step/context.ts'
import { baseCommit, pullRequestOf } from './step/event.ts'
import { checkWay, placeOf } from './step/github.ts'
import type { ActionCommand, Inputs } from './step/inputs.ts'
import { emptyResult, type ScriptResult, type StepResult } from './step/result.ts'
import type { WorkflowRunner } from './step/runner.ts'
import { connect } from './step/service.ts'
import { inWorkflowWords } from './workflow-words.ts'

const commands: Record<ActionCommand, () => Promise<(context: Context) => Promise<StepResult>>> = {
  validate: async () => (await import('./commands/validate.ts')).validateCommand,
  review: async () => (await import('./commands/validate.ts')).review,
  comment: async () => (await import('./commands/comment.ts')).commentCommand,
  plan: async () => (await import('./commands/plan.ts')).planCommand,
  push: async () => (await import('./commands/push.ts')).pushCommand,
  publish: async () => (await import('./commands/push.ts')).pushCommand,
  drift: async () => (await import('./commands/drift.ts')).driftCommand,
  clean: async () => (await import('./commands/clean.ts')).cleanCommand,
}

/** A proxy that cannot be one is reported before anything is sent. */
const writesToGitHub = ({ inputs, pullRequest }: Context): boolean =>
  ['comment', 'drift'].includes(inputs.command) ||
  (inputs.comment !== false && pullRequest !== undefined)

const writesToService = new Set<ActionCommand>(['push', 'publish'])

/** @returns the exit code of the step */
export async function runStep(
  inputs: Inputs,
  env: NodeJS.ProcessEnv,
  version: string,
  runner: WorkflowRunner,
): Promise<number> {
  registerSecret(inputs.githubToken)
  registerHeaderValues(inputs.headers)
  const signal = cancellation()
  try {
    const context = await openContext(env, inputs, version, runner)
    const { root, cwd } = context.project
    for (const warning of await settingsWarnings(root, cwd))
      runner.warn('topo', forTerminal(warning))
    const place = writesToGitHub(context) ? placeOf(context) : undefined
    if (place) checkWay(place)
    const title = `topo ${inputs.command}${inputs.dryRun ? ' (dry run)' : ''}`
    const result = await runner.log(title, async () => {
      const { out } = context.terminal
      if (inputs.chosenFor)
        out.line(`command: auto chose ${inputs.command}: ${forTerminal(inputs.chosenFor)}.`)
      out.line(projectLine(context.project.root))
      const done = await runCommand(context, signal.received)
      logEnd(done, context)
      return done
    })
    await reportResult(result, context, env, runner)
    return result.exitCode
  } catch (thrown) {
    const error = inWorkflowWords(toKnownError(thrown))
    reportStepFailure(inputs.command, error, runner)
    if (runner.debug) process.stdout.write(`${forTerminal(error.stack ?? '')}\n`)
    return error.exitCode
  } finally {
    signal.ignore()
  }
}

async function openContext(
  env: NodeJS.ProcessEnv,
  inputs: Inputs,
  version: string,
  runner: WorkflowRunner,
): Promise<Context> {
  const workspace = env.GITHUB_WORKSPACE ?? process.cwd()
  const given = readEnvironment(env)
  const environment: Environment = {
    ...given,
    apiKey: inputs.apiKey || given.apiKey,
    keyHeader: inputs.keyHeader ?? given.keyHeader,
    headers: inputs.headers ?? given.headers,
    webUrl: inputs.webUrl ?? given.webUrl,
    noInput: true,
    ci: true,
  }
  const terminal = new Terminal(environment, {
    clock: systemClock,
    json: false,
    quiet: false,
    noColor: true,
    noInput: true,
  })
  const project = await openProject(resolve(workspace, inputs.workingDirectory), {
    verdicts: textCacheIn(environment.verdicts),
  })
  const temporary = env.RUNNER_TEMP ?? tmpdir()
  const pullRequest = pullRequestOf(env)
  let opened: ReturnType<Context['service']> | undefined
  let state: Promise<SyncState> | undefined
  const soFar = emptyResult()
  const context: Context = {
    inputs,
    project,
    terminal,
    environment,
    pullRequest,
    env,
    base: await baseCommit(env, project.root),
    reviewFolder: inputs.reviewFolder
      ? resolve(workspace, inputs.reviewFolder)
      : join(temporary, `topo-review-${randomUUID()}`),
    soFar,
    planned: [],
    unanswered: new Unanswered(),
    done: (script) => {
      soFar.scripts.push(script)
      logScript(script, context)
    },
    state: () =>
      (state ??= context
        .service()
        .then(({ client, keyMark }) => new SyncState(project.root, client.clock, keyMark))),
    close: async () => {
      await (await state?.catch(() => undefined))?.saveHashes()
      ;(await opened?.catch(() => undefined))?.close()
    },
    service: () => (opened ??= connect(context, { version, debug: runner.debug })),
  }
  return context
}

/** Runs the command. An error that ends it becomes part of the result, so summary, outputs and result file report it. */
async function runCommand(context: Context, cancelled: Promise<never>): Promise<StepResult> {
  const { inputs } = context
  const run =
    await commands[inputs.dryRun && writesToService.has(inputs.command) ? 'plan' : inputs.command]()
  try {
    const done = await Promise.race([run(context), cancelled])
    return done.error ? { ...done, error: inWorkflowWords(done.error) } : done
  } catch (thrown) {
    const known = inWorkflowWords(toKnownError(thrown))
    if (known.exitCode === ExitCode.bug) throw known
    const { soFar, planned } = context
    const unanswered = context.unanswered.names()
    const error = withUnanswered(known, unanswered)
    const reached = new Set(soFar.scripts.map(nameOf))
    const left = planned.filter((script) => !reached.has(nameOf(script)))
    const scripts = [...soFar.scripts, ...left.map((script) => leftOpen(script, unanswered))]
    return { ...soFar, scripts, exitCode: error.exitCode, error }
  } finally {
    context.terminal.activity.end()
    await context.close()
  }
}

const leftOpen = (script: ScriptResult, unanswered: readonly string[]): ScriptResult =>
  unanswered.includes(nameOf(script))
    ? { ...script, reason: 'no answer yet: the service may have this change or not' }
    : script

function projectLine(root: string): string {
  const settings = join(root, CONFIG_FILE)
  return `Project ${forTerminal(root)}, ${existsSync(settings) ? `settings ${forTerminal(settings)}` : `no ${CONFIG_FILE}`}`
}

/** Logs what no command logged while it worked. */
function logEnd({ scripts, checked, stale = [], error }: StepResult, context: Context): void {
  const { terminal, project, soFar } = context
  const { out } = terminal
  if (checked.length > 0) out.line(renderFindings(checked, 'pretty', out, { project }))
  if (stale.length > 0) out.line(unixLines(stale, project))
  const logged = new Set(soFar.scripts.map(nameOf))
  for (const script of scripts) if (!logged.has(nameOf(script))) logScript(script, context)
  const left = scripts.filter(({ status }) => status === 'not-done').length
  if (left > 0) out.line(`${left} not finished`)
  if (error) out.line(`error ${forTerminal(error.message)} [${error.code}]`)
}

const nameOf = ({ path, slug }: ScriptResult): string => path ?? slug

function logScript(script: ScriptResult, { terminal }: Context): void {
  const { status, url, reason } = script
  if (status === 'valid' || status === 'not-done') return
  terminal.out.line(
    [status.padEnd(12), forTerminal(nameOf(script)), url ?? '', forTerminal(reason)]
      .filter(Boolean)
      .join('  '),
  )
}
