import { string } from '@oclif/core/args'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { type OwnSetting, ownSettings, setOwn } from '../../cli/service/config.ts'

export default class ConfigSet extends TopoCommand<typeof ConfigSet> {
  static override summary =
    'Set what a profile keeps: its address, its web app, its key command; or the current profile.'
  static override description =
    'Settings of a project belong in topo.config.json, which is edited by hand. With apiKeyCommand the key itself is forgotten, and the command is run whenever a key is needed.'
  static override examples = [
    '<%= config.bin %> config set webUrl https://diagrams.example.com',
    '<%= config.bin %> config set apiKeyCommand "pass show topo" --profile staging',
    '<%= config.bin %> config set profile staging',
  ]
  static override args = {
    name: string({
      required: true,
      ignoreStdin: true,
      options: [...ownSettings],
      description: 'Which setting.',
    }),
    value: string({ required: true, ignoreStdin: true, description: 'Its value.' }),
  }
  static override fields = ['name', 'value', 'profile']

  protected override async execute(): Promise<CommandResult> {
    const { name, value } = this.arguments
    const profiles = await this.profiles()
    const profile = this.flags.profile ?? this.environment.profile ?? profiles.current()
    setOwn(profiles, profile, name as OwnSetting, value)
    return {
      data: { name, value, profile: name === 'profile' ? value : profile },
      text: () =>
        name === 'profile'
          ? `Profile "${value}" is used from now on.`
          : `${name} of profile "${profile}" is ${value}.`,
    }
  }
}
