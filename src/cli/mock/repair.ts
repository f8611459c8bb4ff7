/** Text of `topo mock repair`: the damage, and what was saved or lost. */
import type { Repair } from '../../mock/persist/repair.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Channel } from '../io/channel.ts'

export function repairText(out: Channel, result: Repair, dryRun: boolean): string {
  const { damage, from, commits, lost, doubtful, rows, dropped, renamed, keptIn } = result
  if (damage.length === 0) return `Nothing is damaged: ${counts(rows)}.`
  const places = damage.map(
    ({ file, line, what }) =>
      `${out.style('red', line === null ? file : `${file}:${line}`)} ${forTerminal(what)}`,
  )
  const saved = `${from} and ${plural(commits, 'commit')} after it: ${counts(rows)}`
  const sentences = [
    `${dryRun ? 'Can be saved' : 'Saved'}: ${saved}.`,
    ...(doubtful ? ['No snapshot is complete: check the rows of this one.'] : []),
    lost === 0
      ? 'Lost: nothing that was acknowledged.'
      : `Lost: ${plural(lost, 'commit')} that cannot be read.`,
    ...(Object.keys(dropped).length > 0
      ? [`Removed, because they belong to lost rows: ${counts(dropped)}.`]
      : []),
    ...renamed.map(
      ({ from, to }) =>
        `The script ${forTerminal(from)} is now ${forTerminal(to)}: its slug was damaged, or belongs to a newer script.`,
    ),
    dryRun ? 'Nothing was changed.' : `The damaged files are kept in ${forTerminal(keptIn ?? '')}.`,
  ]
  return [...places, '', ...sentences].join('\n')
}

const plural = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

/** Scripts, users and comments first, because people look for them. */
function counts(rows: Readonly<Record<string, number>>): string {
  const first = ['scripts', 'users', 'comments']
  const named = first.filter((name) => rows[name]).map((name) => plural(rows[name] ?? 0, name.slice(0, -1)))
  const others = Object.entries(rows).filter(([name]) => !first.includes(name))
  const rest = others.reduce((sum, [, count]) => sum + count, 0)
  return [...named, ...(rest > 0 ? [plural(rest, 'other row')] : [])].join(', ') || 'no rows'
}
