import { string } from '@oclif/core/args'
import type { PublicProfile } from '../../api/resources/profiles.ts'
import { profile } from '../../api/resources/profiles.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import type { Channel } from '../../cli/io/channel.ts'
import { formatTime } from '../../cli/io/format-time.ts'
import { table } from '../../cli/io/table.ts'
import { forTerminal } from '../../text/for-terminal.ts'

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

function profileText(out: Channel, profile: PublicProfile): string {
  const { id, username, fullName, avatarUrl, createdAt } = profile
  if (!out.isTerminal) return table(out, [], [[username, fullName, createdAt, avatarUrl, id]])
  const facts: [string, string | null | undefined][] = [
    ['username', username],
    ['joined', formatTime(out, createdAt)],
    ['picture', avatarUrl],
    ['id', id],
  ]
  return [
    out.style('bold', forTerminal(fullName || username || id)),
    ...facts.flatMap(([name, value]) =>
      value ? [`${out.style('dim', name.padEnd(9))} ${forTerminal(value)}`] : [],
    ),
  ].join('\n')
}
