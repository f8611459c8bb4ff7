import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { removableSettings, unsetSetting } from '../../cli/service/config.ts'

export default defineCommand({
  summary: 'Remove a setting that "topo config set" made.',
  examples: ['topo config unset webUrl', 'topo config unset profile'],
  args: {
    name: argument('Name of the setting.', [...removableSettings]),
  },
  fields: ['name', 'profile'],
  run: async ({ args, flags, environment, openProfiles }) => {
    const { name } = args
    const profiles = await openProfiles()
    const profile = flags.profile ?? environment.profile ?? profiles.current()
    unsetSetting(profiles, profile, name as (typeof removableSettings)[number])
    return { data: { name, profile }, text: () => `Removed the setting ${name}.` }
  },
})
