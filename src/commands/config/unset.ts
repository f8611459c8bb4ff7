import { string } from '@oclif/core/args'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { removableSettings, unsetSetting } from '../../cli/service/config.ts'

export default class ConfigUnset extends TopoCommand<typeof ConfigUnset> {
  static override summary = 'Remove a setting that "topo config set" made.'
  static override examples = ['topo config unset webUrl', 'topo config unset profile']
  static override args = {
    name: string({
      required: true,
      ignoreStdin: true,
      options: [...removableSettings],
      description: 'Name of the setting.',
    }),
  }
  static override fields = ['name', 'profile']

  protected override async execute(): Promise<CommandResult> {
    const { name } = this.arguments
    const profiles = await this.profiles()
    const profile = this.flags.profile ?? this.environment.profile ?? profiles.current()
    unsetSetting(profiles, profile, name as (typeof removableSettings)[number])
    return { data: { name, profile }, text: () => `Removed the setting ${name}.` }
  }
}
