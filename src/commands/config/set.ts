import { string } from '@oclif/core/args'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { type OwnSetting, ownSettings, setSetting } from '../../cli/service/config.ts'

export default class ConfigSet extends TopoCommand<typeof ConfigSet> {
  static override summary =
    'Set the URL, web app, key header or secret command of a profile, or switch profiles.'
  static override description =
    'To change settings of a project, edit topo.config.json. apiKeyCommand removes the stored key, headersCommand the stored headers; topo runs the command when it needs them. "topo login --header NAME" stores headers.'
  static override examples = [
    'topo config set webUrl https://diagrams.example.com',
    'topo config set apiKeyCommand "pass show topo" --profile staging',
    'topo config set keyHeader X-API-Key',
    'topo config set profile staging',
  ]
  static override args = {
    name: string({
      required: true,
      ignoreStdin: true,
      options: [...ownSettings],
      description: 'Name of the setting.',
    }),
    value: string({ required: true, ignoreStdin: true, description: 'New value.' }),
  }
  static override fields = ['name', 'value', 'profile']

  protected override async execute(): Promise<CommandResult> {
    const { name, value } = this.arguments
    const profiles = await this.profiles()
    const profile = this.flags.profile ?? this.environment.profile ?? profiles.current()
    setSetting(profiles, profile, name as OwnSetting, value)
    return {
      data: { name, value, profile: name === 'profile' ? value : profile },
      text: () =>
        name === 'profile'
          ? `Switched to profile "${value}".`
          : `Set ${name} of profile "${profile}" to ${value}.`,
    }
  }
}
