import { string } from '@oclif/core/args'
import { profile } from '../../api/resources/profiles.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { profileText } from '../../cli/views/public-profile.ts'

export default defineCommand({
  summary: 'Show the public profile of a user; needs no key.',
  examples: ['topo profile show bob', 'topo profile show carol --json'],
  fields: fieldsOf(profile),
  args: {
    username: string({
      required: true,
      ignoreStdin: true,
      description: 'User name, as shown with comments.',
    }),
  },
  run: async ({ openService, args }) => {
    const { client } = await openService('optional')
    // Accept @bob too.
    const username = args.username.replace(/^@/, '')
    const { item } = await client.profiles.byUsername({ params: { username } })
    return { data: item, text: (out) => profileText(out, item) }
  },
})
