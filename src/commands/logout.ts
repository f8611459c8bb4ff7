import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'

export default class Logout extends TopoCommand<typeof Logout> {
  static override summary = 'Remove a profile and its API key from this machine.'
  static override description = 'The key stays valid until you revoke it in the web app.'
  static override examples = ['topo logout', 'topo logout --profile staging']
  static override fields = ['profile', 'file']

  protected override async execute(): Promise<CommandResult> {
    const profiles = await this.profiles()
    const [name] = profiles.require(this.flags.profile ?? this.environment.profile ?? profiles.current())
    profiles.remove(name)
    return {
      data: { profile: name, file: profiles.file },
      text: () => `Removed profile "${name}". The key stays valid until you revoke it in the web app.`,
    }
  }
}
