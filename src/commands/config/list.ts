import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { table } from '../../cli/io/table.ts'
import { settingsInForce } from '../../cli/service/config.ts'

export default class ConfigList extends TopoCommand<typeof ConfigList> {
  static override summary = 'The settings in force, and where each comes from.'
  static override description =
    'A flag goes before the environment, the environment before topo.config.json, and that before the profile.'
  static override examples = [
    '<%= config.bin %> config list',
    '<%= config.bin %> config list --json --fields name,source',
  ]
  static override fields = ['name', 'value', 'source']

  protected override async execute(): Promise<CommandResult> {
    const items = await settingsInForce(await this.project(), await this.profiles(), () => this.choice())
    return {
      data: { items, totalCount: items.length },
      text: (out) =>
        table(
          out,
          ['NAME', 'VALUE', 'SOURCE'],
          items.map(({ name, value, source }) => [name, shown(value), source]),
        ),
    }
  }
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
