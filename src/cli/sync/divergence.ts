/** What both sides of a conflict changed, for people: what was, what is here, and what the service has. */
import type { Divergence } from '../../project/merge/divergence.ts'
import type { TextChange } from '../../project/merge/three-way.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Channel } from '../io/channel.ts'

/** Lines of one side of one change, and changes in all, that a report shows. */
const most = { lines: 8, changes: 12 }

const words = { local: 'changed here', remote: 'changed on the service' }

interface Shown {
  title: string
  conflict: boolean
  base: readonly string[]
  local: readonly string[]
  remote: readonly string[]
}

/** @param whole everything, however long. */
export function divergenceText(divergence: Divergence, out: Pick<Channel, 'style'>, whole = false): string {
  const { baseKnown, fields, code, readme } = divergence
  const told = (by: 'local' | 'remote' | 'both') =>
    !baseKnown ? 'differs' : by === 'both' ? 'changed on both sides' : words[by]
  const shown: Shown[] = [
    ...fields.map(({ field, by, conflict, base, local, remote }) => ({
      ...{ title: `${field}: ${told(by)}`, conflict },
      ...{ base: baseKnown ? [value(base)] : [], local: [value(local)], remote: [value(remote)] },
    })),
    ...[code, readme].flatMap((changes, index) =>
      changes.map((change: TextChange) => ({
        ...change,
        title: `${index === 0 ? 'code' : 'readme'}, ${place(change)}: ${told(change.by)}`,
      })),
    ),
  ]
  const limit = whole ? shown.length : most.changes
  const lines = shown
    .slice(0, limit)
    .flatMap((change) => [
      out.style(change.conflict ? 'red' : 'dim', `    ${change.title}`),
      ...side('last sync', change.base, out, whole),
      ...side('local', change.local, out, whole),
      ...side('remote', change.remote, out, whole),
    ])
  if (shown.length > limit) lines.push(`    and ${shown.length - limit} changes more, in "topo script diff"`)
  return [`    ${since(divergence)}`, ...lines].join('\n')
}

const since = ({ baseKnown, updatedAt }: Divergence): string =>
  `${baseKnown ? '' : 'What both sides held last is not known. '}On the service since ${forTerminal(updatedAt)}.`

const place = ({ line: { local, remote } }: TextChange): string =>
  local === remote ? `line ${local}` : `line ${local} here and ${remote} on the service`

const value = (of: unknown): string => (typeof of === 'string' ? of : JSON.stringify(of))

function side(name: string, lines: readonly string[], out: Pick<Channel, 'style'>, whole: boolean): string[] {
  const limit = whole ? lines.length : most.lines
  const more = lines.length > limit ? [`… ${lines.length - limit} lines more`] : []
  return [...lines.slice(0, limit), ...more].map(
    (line) => `      ${out.style('cyan', name.padEnd(9))} | ${forTerminal(line.replace(/\r?\n$/, ''))}`,
  )
}
