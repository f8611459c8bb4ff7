/** Text of a public profile; in a pipe one record. */
import type { PublicProfile } from '../../api/resources/profiles.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Channel } from '../io/channel.ts'
import { formatTime } from '../io/format-time.ts'
import { table } from '../io/table.ts'

export function profileText(out: Channel, profile: PublicProfile): string {
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
