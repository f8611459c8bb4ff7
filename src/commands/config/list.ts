import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { table } from '../../cli/io/table.ts'
import { effectiveSettings } from '../../cli/service/config.ts'

export default class ConfigList extends TopoCommand<typeof ConfigList> {
  static override summary = 'List the settings in effect and their sources.'
  static override description = 'Precedence: flag, environment, topo.config.json, profile.'
  static override examples = ['topo config list', 'topo config list --json --fields name,source']
  static override fields = ['name', 'value', 'source']

  protected override async execute(): Promise<CommandResult> {
    const items = await effectiveSettings(await this.project(), await this.profiles(), () => this.choice())
    return {
      data: { items, totalCount: items.length },
      text: (out) =>
        table(
          out,
          ['NAME', 'VALUE', 'SOURCE'],
          items.map(({ name, value, source }) => [name, formatValue(value), source]),
        ),
    }
  }
}

const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
