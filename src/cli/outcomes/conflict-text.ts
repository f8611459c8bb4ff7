/** Shows a conflict: the last sync, the local and the remote version of each change. */
import type { Divergence } from '../../sync/merge/divergence.ts'
import type { TextChange } from '../../sync/merge/three-way.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import type { Channel } from '../io/channel.ts'

/** Maximum of lines per side of a change, and of changes. */
const limits = { lines: 8, changes: 12 }

const changeWords = {
  local: 'changed locally',
  remote: 'changed remotely',
  both: 'changed on both sides',
}

type ChangedSide = keyof typeof changeWords

interface ChangeView {
  title: string
  conflict: boolean
  base: readonly string[]
  local: readonly string[]
  remote: readonly string[]
}

/** @param whole without a limit on lines and changes */
export function divergenceText(
  divergence: Divergence,
  out: Pick<Channel, 'style'>,
  whole = false,
): string {
  const changes = viewsOf(divergence)
  const limit = whole ? changes.length : limits.changes
  const lines = changes
    .slice(0, limit)
    .flatMap((change) => [
      out.style(change.conflict ? 'red' : 'dim', `    ${change.title}`),
      ...side('last sync', change.base, out, whole),
      ...side('local', change.local, out, whole),
      ...side('remote', change.remote, out, whole),
    ])
  if (changes.length > limit)
    lines.push(`    and ${changes.length - limit} more changes, see "topo diff"`)
  return [...since(divergence), ...lines].join('\n')
}

function viewsOf({ baseKnown, fields, code, readme }: Divergence): ChangeView[] {
  const changedBy = (by: ChangedSide) => (baseKnown ? changeWords[by] : 'differs')
  const viewText = (part: string, change: TextChange): ChangeView => ({
    ...change,
    title: `${part}, ${place(change)}: ${changedBy(change.by)}`,
  })
  return [
    ...fields.map(({ field, by, conflict, base, local, remote }) => ({
      title: `${field}: ${changedBy(by)}`,
      conflict,
      base: baseKnown ? [value(base)] : [],
      local: [value(local)],
      remote: [value(remote)],
    })),
    ...code.map((change) => viewText('code', change)),
    ...readme.map((change) => viewText('readme', change)),
  ]
}

/** One line at most: both facts may be missing. */
function since({ baseKnown, updatedAt }: Divergence): string[] {
  const facts = [
    ...(baseKnown ? [] : ['The last sync is not recorded.']),
    ...(updatedAt === null ? [] : [`Remote since ${forTerminal(updatedAt)}.`]),
  ]
  return facts.length === 0 ? [] : [`    ${facts.join(' ')}`]
}

const place = ({ line: { local, remote } }: TextChange): string =>
  local === remote ? `line ${local}` : `local line ${local}, remote line ${remote}`

const value = (of: unknown): string => (typeof of === 'string' ? of : JSON.stringify(of))

function side(
  name: string,
  lines: readonly string[],
  out: Pick<Channel, 'style'>,
  whole: boolean,
): string[] {
  const limit = whole ? lines.length : limits.lines
  const more = lines.length > limit ? [`… ${lines.length - limit} more lines`] : []
  return [...lines.slice(0, limit), ...more].map(
    (line) =>
      `      ${out.style('cyan', name.padEnd(9))} | ${forTerminal(line.replace(/\r?\n$/, ''))}`,
  )
}
