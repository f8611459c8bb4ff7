import { defineCommand } from '../../../cli/command/define.ts'
import { optionalArguments } from '../../../cli/command/flags/arguments.ts'
import { scriptPaths } from '../../../cli/command/flags/selection.ts'
import { endedBySystem } from '../../../cli/io/process/signals.ts'
import { checkSelected, coversProject, needsScripts, reportedFor } from './check-selected.ts'
import { fixAndReport, validateResult, validationFlags } from './validate.ts'

export default defineCommand({
  summary: 'Validate scripts locally, by the rules of the service.',
  description:
    'Without arguments, validates all scripts of the project; - reads one script from standard input. Runs the scripts in a sandbox and sends nothing, except with --remote. Errors are what the service would refuse; all other findings are advice. A comment "topo-disable-next-line RULE -- REASON" hides advice on the next line.',
  aliases: ['validate'],
  examples: [
    'topo validate',
    'topo validate diagrams/checkout.topology.js --fail-on warning',
    'topo validate --format json | jq .errorCount',
    'cat diagrams/checkout.topology.js | topo validate - --stdin-filename diagrams/checkout.topology.js',
    'topo validate --fix-dry-run',
    'topo validate --write-baseline topo.baseline.json',
    'topo validate diagrams/checkout.topology.js --remote --yes',
    'topo validate --rules',
  ],
  fields: [
    'files',
    'errorCount',
    'warningCount',
    'ruleset',
    'fixed',
    'baseline',
    'id',
    'severity',
    'source',
    'summary',
    'why',
  ],
  args: { paths: optionalArguments('Slugs, files, folders or patterns; - reads standard input.') },
  flags: validationFlags,
  run: async ({ args, flags, terminal, environment, openProject, openService, confirm }) => {
    const project = await openProject()
    if (flags.rules) return (await import('./list-rules.ts')).rulesResult(project, terminal)
    const paths = await scriptPaths(project, args, terminal)
    const context = { project, terminal, environment, whole: coversProject(paths, flags) }
    if (!needsScripts(flags)) {
      const keep = reportedFor(paths, flags)
      return endedBySystem(async () => {
        const reported = await checkSelected(project, paths, flags, { terminal, keep })
        return validateResult(reported, flags, context)
      })
    }

    const checked = await endedBySystem(() =>
      checkSelected(project, paths, flags, { terminal, keep: (script) => script }),
    )
    const remotely = async () => {
      const { withRemoteVerdicts } = await import('./remote-verdict.ts')
      return withRemoteVerdicts(checked, await openService(), terminal, confirm)
    }
    const results = flags.remote ? await remotely() : checked
    return endedBySystem(() => fixAndReport(results, flags, context))
  },
})
