import { defineCommand } from '../../cli/command/define.ts'
import { listResult } from '../../cli/command/list-result.ts'
import { effectiveSettings } from '../../cli/service/config.ts'

export default defineCommand({
  summary: 'List the settings in effect and their sources.',
  description: 'Precedence: flag, environment, topo.config.json, profile.',
  examples: ['topo config list', 'topo config list --json --fields name,source'],
  fields: ['name', 'value', 'source'],
  run: async ({ openProject, openProfiles, chooseService }) => {
    const items = await effectiveSettings(await openProject(), await openProfiles(), () =>
      chooseService(),
    )
    return listResult(items, ['NAME', 'VALUE', 'SOURCE'], ({ name, value, source }) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
      source,
    ])
  },
})
