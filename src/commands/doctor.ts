import { boolean } from '@oclif/core/flags'
import { type ContextOf, defineCommand } from '../cli/command/define.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { variablesInEffect } from '../cli/doctor/checks/variables.ts'
import { openContext } from '../cli/doctor/context.ts'
import { runChecks } from '../cli/doctor/index.ts'
import { findingsText } from '../cli/doctor/view.ts'
import { debugLine } from '../cli/service/debug-log.ts'
import { ExitCode } from '../errors.ts'

const doctorFlags = {
  service: boolean({
    summary:
      'Probe how the configured service answers, with reads only, and show what topo does because of it.',
  }),
  ci: boolean({
    exclusive: ['service'],
    summary:
      'Count the requests of a push of this project against the rate limit (exit 1 if it does not fit).',
  }),
  write: boolean({
    dependsOn: ['service'],
    summary: 'With --service: also create, update and delete one private draft.',
  }),
}
type DoctorContext = ContextOf<typeof doctorFlags>

export default defineCommand({
  summary: 'Diagnose problems with settings, network, key, files and topo itself.',
  description:
    'Every check has a time limit, and the other checks run even if one fails. Secrets are redacted, so you can paste the output into a bug report. The exit code is 1 if a check finds a problem.',
  examples: [
    'topo doctor',
    'topo doctor --base-url https://diagrams.example.com',
    'topo doctor --json --fields check,status,message',
    'topo doctor --service',
    'topo doctor --service --write --yes',
    'topo doctor --ci',
  ],
  fields: ['check', 'status', 'message', 'hint', 'service'],
  flags: doctorFlags,
  run: (context) => {
    if (context.flags.service) return probeService(context)
    return context.flags.ci ? checkCi(context) : checkAll(context)
  },
})

async function checkCi({ openProject, openService }: DoctorContext): Promise<CommandResult> {
  const { countPush, judgePush } = await import('../cli/doctor/checks/ci.ts')
  const costs = await countPush(await openProject(), await openService())
  const items = judgePush(costs).map(({ hint = null, ...found }) => ({
    check: 'ci',
    ...found,
    hint,
  }))
  return {
    data: { items, totalCount: items.length, requests: costs },
    ...shown(items),
  }
}

async function probeService({
  flags,
  terminal,
  chooseService,
  openService,
  confirm,
}: DoctorContext): Promise<CommandResult> {
  const [service, { key }, { probeDeployment }, { untilDraftsDeleted }] = await Promise.all([
    openService('optional'),
    chooseService(),
    import('../cli/doctor/deployment/index.ts'),
    import('../cli/service/drafts.ts'),
  ])
  const question = `Create a private draft on ${service.address} and delete it again? This costs one of your drafts for today.`
  const writes = flags.write && (await confirm(question))
  if (flags.write && !writes) terminal.note('The service was only read.')
  terminal.activity.begin('Probing the service')
  const context = { ...service, hasKey: key !== undefined }
  const report = writes
    ? await untilDraftsDeleted(terminal, (stopped) =>
        probeDeployment({ ...context, stopped }, true),
      )
    : await probeDeployment({ ...context, stopped: () => false }, false)
  const { items } = report
  return {
    data: { ...report, totalCount: items.length },
    ...shown(items),
  }
}

async function checkAll({
  flags,
  config,
  environment,
  terminal,
}: DoctorContext): Promise<CommandResult> {
  terminal.activity.begin('Checking')
  const context = openContext({
    clock: terminal.clock,
    flags,
    environment,
    version: config.version,
    packageRoot: config.root,
    cwd: process.cwd(),
    onResponse: (event) => {
      if (flags.debug || environment.debug) terminal.err.line(debugLine(event))
    },
  })
  const items = await runChecks(context)
  return {
    data: { items, totalCount: items.length, environment: variablesInEffect(context.variables) },
    ...shown(items),
  }
}

const shown = (
  items: Parameters<typeof findingsText>[1],
): Pick<CommandResult, 'text' | 'exitCode'> => ({
  text: (out) => findingsText(out, items),
  exitCode: items.some(({ status }) => status === 'problem') ? ExitCode.refused : ExitCode.ok,
})
