import { string as stringArgument } from '@oclif/core/args'
import { string } from '@oclif/core/flags'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { report, resultOf } from '../../cli/findings.ts'
import { selectionFlags, selectionOf } from '../../cli/selection.ts'
import { exitCodeFor, thresholdFlags } from '../../cli/threshold.ts'
import { checkScripts } from '../../project/check.ts'
import { loadProject } from '../../project/push.ts'
import { reporters } from '../../reporters/index.ts'

const formats = reporters.map(({ name }) => name)

export default class ScriptValidate extends TopoCommand<typeof ScriptValidate> {
  static override summary = 'Run scripts safely and say what the service would say.'
  static override description =
    'Without arguments all scripts of the project. Nothing is sent. Errors are what the service would refuse; everything else is advice.'
  static override aliases = ['validate']
  static override examples = [
    '<%= config.bin %> validate',
    '<%= config.bin %> validate diagrams/checkout.topology.js',
    '<%= config.bin %> validate --format json | jq .errorCount',
  ]
  static override fields = ['files', 'errorCount', 'warningCount', 'ruleset']
  static override args = {
    paths: stringArgument({ multiple: true, ignoreStdin: true, description: 'Files, folders or patterns.' }),
  }
  static override flags = {
    ...selectionFlags,
    ...thresholdFlags,
    format: string({
      options: formats,
      default: 'pretty',
      helpValue: 'NAME',
      summary: `One of ${formats.join(', ')}.`,
    }),
  }

  protected override async act(): Promise<Answer> {
    const { flags } = this
    const project = await this.project()
    const scripts = await loadProject(project, selectionOf(this.arguments, flags))
    this.terminal.activity.begin('Validating', scripts.length)
    const checked = await checkScripts(scripts, () => this.terminal.activity.advance())
    const data = resultOf(checked, project)
    return {
      data,
      text: (out) => report(checked, flags.format, out, project),
      exitCode: exitCodeFor(data, flags),
    }
  }
}
