import { string } from '@oclif/core/args'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { effectiveSettings } from '../../cli/service/config.ts'
import { ExitCode, KnownError } from '../../errors.ts'

export default class ConfigGet extends TopoCommand<typeof ConfigGet> {
  static override summary = 'Show the value of one setting and its source.'
  static override examples = ['topo config get baseUrl', 'topo config get include --json']
  static override args = {
    name: string({
      required: true,
      ignoreStdin: true,
      description: 'Name of the setting, from "config list".',
    }),
  }
  static override fields = ['name', 'value', 'source']

  protected override async execute(): Promise<CommandResult> {
    const settings = await effectiveSettings(await this.project(), await this.profiles(), () => this.choice())
    const setting = settings.find(({ name }) => name === this.arguments.name)
    if (!setting) {
      throw new KnownError(`"${this.arguments.name}" is not set.`, {
        code: 'TOPO_NOT_SET',
        exitCode: ExitCode.refused,
        hint: `Settings with a value: ${settings.map(({ name }) => name).join(', ')}.`,
      })
    }
    const { value } = setting
    return { data: setting, text: () => (typeof value === 'string' ? value : JSON.stringify(value)) }
  }
}
