import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { effectiveSettings } from '../../cli/service/config.ts'
import { refusedError } from '../../errors.ts'

export default defineCommand({
  summary: 'Show the value of one setting and its source.',
  examples: ['topo config get baseUrl', 'topo config get include --json'],
  args: { name: argument('Name of the setting, from "config list".') },
  fields: ['name', 'value', 'source'],
  run: async ({ args, openProject, openProfiles, chooseService }) => {
    const settings = await effectiveSettings(await openProject(), await openProfiles(), () =>
      chooseService(),
    )
    const setting = settings.find(({ name }) => name === args.name)
    if (!setting) {
      throw refusedError(`"${args.name}" is not set.`, {
        code: 'TOPO_NOT_SET',
        hint: `Settings with a value: ${settings.map(({ name }) => name).join(', ')}.`,
      })
    }
    const { value } = setting
    return {
      data: setting,
      text: () => (typeof value === 'string' ? value : JSON.stringify(value)),
    }
  },
})
