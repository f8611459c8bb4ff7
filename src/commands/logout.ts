import { type Answer, TopoCommand } from '../cli/command.ts'
import { defaultProfile, Profiles } from '../cli/profiles.ts'
import { usageError } from '../errors.ts'

export default class Logout extends TopoCommand<typeof Logout> {
  static override summary = 'Forget the API key of a profile on this machine.'
  static override description = 'The key itself stays valid until it is revoked in the web app.'
  static override examples = ['<%= config.bin %> logout', '<%= config.bin %> logout --profile staging']

  protected override async act(): Promise<Answer> {
    const profiles = new Profiles(this.environment)
    const name = this.flags.profile ?? this.environment.profile ?? defaultProfile
    if (!profiles.remove(name)) {
      throw usageError(`There is no profile "${name}".`, {
        code: 'TOPO_UNKNOWN_PROFILE',
        hint: `Profiles here: ${Object.keys(profiles.all()).join(', ') || 'none'}.`,
      })
    }
    return {
      data: { profile: name, file: profiles.file },
      text: () => `Profile "${name}" is forgotten. The key stays valid until you revoke it in the web app.`,
    }
  }
}
