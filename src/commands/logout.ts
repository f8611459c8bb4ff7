import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'

export default class Logout extends TopoCommand<typeof Logout> {
  static override summary = 'Forget the API key of a profile on this machine.'
  static override description = 'The key itself stays valid until it is revoked in the web app.'
  static override examples = ['<%= config.bin %> logout', '<%= config.bin %> logout --profile staging']
  static override fields = ['profile', 'file']

  protected override async execute(): Promise<CommandResult> {
    const profiles = await this.profiles()
    const [name] = profiles.require(this.flags.profile ?? this.environment.profile ?? profiles.current())
    profiles.remove(name)
    return {
      data: { profile: name, file: profiles.file },
      text: () => `Profile "${name}" is forgotten. The key stays valid until you revoke it in the web app.`,
    }
  }
}
