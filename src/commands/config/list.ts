import { defineCommand } from '../../cli/command/define.ts'
import { table } from '../../cli/io/table.ts'
import { effectiveSettings } from '../../cli/service/config.ts'

export default defineCommand({
  summary: 'List the settings in effect and their sources.',
  description: 'Precedence: flag, environment, topo.config.json, profile.',
  examples: ['topo config list', 'topo config list --json --fields name,source'],
  fields: ['name', 'value', 'source'],
  run: async ({ openProject, openProfiles, chooseService }) => {
    const items = await effectiveSettings(await openProject(), await openProfiles(), () => chooseService())
    return {
      data: { items, totalCount: items.length },
      text: (out) =>
        table(
          out,
          ['NAME', 'VALUE', 'SOURCE'],
          items.map(({ name, value, source }) => [name, formatValue(value), source]),
        ),
    }
  },
})

const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
