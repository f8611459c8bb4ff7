import { string } from '@oclif/core/args'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { settingsInForce } from '../../cli/service/config.ts'
import { ExitCode, KnownError } from '../../errors.ts'

export default class ConfigGet extends TopoCommand<typeof ConfigGet> {
  static override summary = 'One setting that is in force.'
  static override examples = [
    '<%= config.bin %> config get baseUrl',
    '<%= config.bin %> config get include --json',
  ]
  static override args = {
    name: string({ required: true, ignoreStdin: true, description: 'As "topo config list" shows it.' }),
  }
  static override fields = ['name', 'value', 'source']

  protected override async execute(): Promise<CommandResult> {
    const settings = await settingsInForce(await this.project(), await this.profiles(), () => this.choice())
    const setting = settings.find(({ name }) => name === this.arguments.name)
    if (!setting) {
      throw new KnownError(`"${this.arguments.name}" is not set.`, {
        code: 'TOPO_NOT_SET',
        exitCode: ExitCode.refused,
        hint: `Set are: ${settings.map(({ name }) => name).join(', ')}.`,
      })
    }
    const { value } = setting
    return { data: setting, text: () => (typeof value === 'string' ? value : JSON.stringify(value)) }
  }
}
