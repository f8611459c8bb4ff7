import type { PublicProfile } from '../../api/resources/profiles.ts'
import { profile } from '../../api/resources/profiles.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import type { Channel } from '../../cli/io/channel.ts'
import { formatTime } from '../../cli/io/format-time.ts'
import { type KeyValue, keyValueLines } from '../../cli/io/key-value-list.ts'
import { records } from '../../cli/io/table.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Show the public profile of a user; needs no key.',
  examples: ['topo profile show bob', 'topo profile show carol --json'],
  fields: profile,
  args: { username: argument('User name, as shown with comments.') },
  run: async ({ openService, args }) => {
    const { client } = await openService('optional')
    // Accept @bob too.
    const username = args.username.replace(/^@/, '')
    const { item } = await client.profiles.byUsername({ params: { username } })
    return { data: item, text: (out) => profileText(out, item) }
  },
})

function profileText(out: Channel, owner: PublicProfile): string {
  const { id, username, fullName, avatarUrl, createdAt } = owner
  if (!out.isTerminal) {
    const header = ['USERNAME', 'NAME', 'JOINED', 'PICTURE', 'ID']
    return records(out, header, [[username, fullName, createdAt, avatarUrl, id]])
  }
  const facts: KeyValue[] = [
    ['username', username],
    ['joined', formatTime(out, createdAt) || undefined],
    ['picture', avatarUrl || undefined],
    ['id', id],
  ]
  return `${out.style('bold', forTerminal(fullName || username || id))}\n${keyValueLines(out, facts)}`
}
