/** A public profile for people; in a pipe one record. */
import type { Profile } from '../api/resources/profiles.ts'
import { plain } from './plain.ts'
import { table } from './table.ts'
import type { Channel } from './terminal.ts'
import { when } from './when.ts'

export function profileText(out: Channel, profile: Profile): string {
  const { id, username, fullName, avatarUrl, createdAt } = profile
  if (!out.isTerminal) return table(out, [], [[username, fullName, createdAt, avatarUrl, id]])
  const facts: [string, string | null | undefined][] = [
    ['username', username],
    ['joined', when(out, createdAt)],
    ['picture', avatarUrl],
    ['id', id],
  ]
  return [
    out.style('bold', plain(fullName || username)),
    ...facts.flatMap(([name, value]) =>
      value ? [`${out.style('dim', name.padEnd(9))} ${plain(value)}`] : [],
    ),
  ].join('\n')
}
