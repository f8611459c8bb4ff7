import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { type OwnSetting, ownSettings, setSetting } from '../../cli/service/config.ts'

export default defineCommand({
  summary: 'Set the URL, web app, key header or secret command of a profile, or switch profiles.',
  description:
    'To change settings of a project, edit topo.config.json. apiKeyCommand removes the stored key; topo runs the command when it needs the key. "topo login --header NAME" stores headers.',
  examples: [
    'topo config set webUrl https://diagrams.example.com',
    'topo config set apiKeyCommand "pass show topo" --profile staging',
    'topo config set keyHeader X-API-Key',
    'topo config set profile staging',
  ],
  args: {
    name: argument('Name of the setting.', [...ownSettings]),
    value: argument('New value.'),
  },
  fields: ['name', 'value', 'profile'],
  run: async ({ args, flags, environment, openProfiles }) => {
    const { name, value } = args
    const profiles = await openProfiles()
    const profile = flags.profile ?? environment.profile ?? profiles.current()
    setSetting(profiles, profile, name as OwnSetting, value)
    return {
      data: { name, value, profile: name === 'profile' ? value : profile },
      isProse: true,
      text: () =>
        name === 'profile'
          ? `Switched to profile "${value}".`
          : `Set ${name} of profile "${profile}" to ${value}.`,
    }
  },
})
