import { string as stringArgument } from '@oclif/core/args'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { scriptPaths } from '../../cli/command/selection.ts'
import { endedBySystem } from '../../cli/io/signals.ts'
import { checkSelected, coversProject, validateResult, validationFlags } from '../../cli/validate/validate.ts'
import type { CheckedScript } from '../../project/check/check.ts'

export default class ScriptValidate extends TopoCommand<typeof ScriptValidate> {
  static override summary = 'Validate scripts locally, by the rules of the service.'
  static override description =
    'Without arguments, validates all scripts of the project; - reads one script from standard input. Runs the scripts in a sandbox and sends nothing, except with --remote. Errors are what the service would refuse; all other findings are advice. A comment "topo-disable-next-line RULE -- REASON" hides advice on the next line.'
  static override aliases = ['validate']
  static override examples = [
    'topo validate',
    'topo validate diagrams/checkout.topology.js --strict',
    'topo validate --format json | jq .errorCount',
    'cat diagrams/checkout.topology.js | topo validate - --stdin-filename diagrams/checkout.topology.js',
    'topo validate --fix-dry-run',
    'topo validate --write-baseline topo.baseline.json',
    'topo validate diagrams/checkout.topology.js --remote --yes',
    'topo validate --rules',
  ]
  static override fields = [
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
  ]
  static override args = {
    paths: stringArgument({
      multiple: true,
      ignoreStdin: true,
      description: 'Slugs, files, folders or patterns; - reads standard input.',
    }),
  }
  static override flags = validationFlags

  protected override async execute(): Promise<CommandResult> {
    const { flags, terminal } = this
    const project = await this.project()
    if (flags.rules) return (await import('../../cli/validate/list-rules.ts')).rulesResult(project, terminal)
    const paths = await scriptPaths(project, this.arguments, terminal)
    const checked = await endedBySystem(() => checkSelected(project, paths, flags, terminal.activity))
    const results = flags.remote ? await this.#validateRemotely(checked) : checked
    const context = { project, terminal, environment: this.environment, whole: coversProject(paths, flags) }
    return endedBySystem(() => validateResult(results, flags, context))
  }

  async #validateRemotely(checked: readonly CheckedScript[]): Promise<readonly CheckedScript[]> {
    const { withRemoteVerdicts } = await import('../../cli/validate/remote-verdict.ts')
    return withRemoteVerdicts(checked, await this.service(), this.terminal, (question) =>
      this.confirm(question),
    )
  }
}
