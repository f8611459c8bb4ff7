import { string } from '@oclif/core/args'
import { profile } from '../../api/resources/profiles.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { profileText } from '../../cli/views/public-profile.ts'

export default class ProfileShow extends TopoCommand<typeof ProfileShow> {
  static override summary = 'Show the public profile of a user; needs no key.'
  static override examples = [
    '<%= config.bin %> profile show bob',
    '<%= config.bin %> profile show carol --json',
  ]
  static override fields = fieldsOf(profile)
  static override args = {
    username: string({
      required: true,
      ignoreStdin: true,
      description: 'User name, as shown with comments.',
    }),
  }

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service('optional')
    // Accept @bob too.
    const username = this.arguments.username.replace(/^@/, '')
    const { item } = await client.profiles.byUsername({ params: { username } })
    return { data: item, text: (out) => profileText(out, item) }
  }
}
