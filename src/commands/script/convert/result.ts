/** Prints what became of converted files, and what their scripts do not say. */

import { listResult, withTotals } from '../../../cli/command/list-result.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import type { Channel } from '../../../cli/io/channel.ts'
import { table } from '../../../cli/io/table.ts'
import { batchError } from '../../../cli/outcomes/batch-error.ts'
import { ExitCode, usageError } from '../../../errors.ts'
import { sumOf } from '../../../grouped.ts'
import type { ConvertedItem } from '../../../project/convert/convert.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { counted, countedEach, joined } from '../../../text/words.ts'
import { wrapText } from '../../../text/wrap.ts'

export const convertFields = [
  ...(['action', 'source', 'line', 'path', 'slug', 'nodes', 'connections', 'scenarios'] as const),
  ...(['renamedIds', 'namespace', 'leftOut', 'error', 'reason', 'hint'] as const),
] satisfies (keyof ConvertedItem)[]

export function convertResult(items: readonly ConvertedItem[], isPlan: boolean): CommandResult {
  const failed = items.filter((item) => item.exitCode !== ExitCode.ok)
  const codes = new Set(failed.map((item) => item.exitCode))
  const exitCode = codes.size > 1 ? ExitCode.refused : ([...codes][0] ?? ExitCode.ok)
  const shown = items.map(({ exitCode: _, ...item }) => item)
  const list = listResult(items, ['RESULT', 'SCRIPT', 'SOURCE', 'DRAWS'], (item, out) => [
    item.action,
    forTerminal(item.path ?? ''),
    placeOf(item),
    out.isTerminal && item.reason !== '' ? '' : drawn(item),
  ])
  const result = {
    text: (out: Channel) => {
      const details = out.isTerminal ? [reasons(out, items), leftOutTable(out, items)] : []
      return joined('\n\n', list.text(out), ...details)
    },
    data: { items: shown, totalCount: items.length, ...batchError(items, exitCode) },
  }
  return {
    ...withTotals(result, countedEach(items.map(({ action }) => action))),
    exitCode,
    ...(failed.length === 0 && !isPlan && { nextStep: 'topo validate' }),
  }
}

const placeOf = ({ source, line }: ConvertedItem) =>
  forTerminal(line === 1 ? source : `${source}:${line}`)

/** Sentences for a terminal, which has no room for them in a column. */
const reasons = ({ width }: Channel, items: readonly ConvertedItem[]): string =>
  items
    .filter(({ reason }) => reason !== '')
    .map((item) => wrapText(drawn(item), width, `${placeOf(item)}  `))
    .join('\n')

const drawn = ({ action, nodes, connections, scenarios, reason, hint }: ConvertedItem): string =>
  action === 'failed' || action === 'skipped'
    ? forTerminal(action === 'failed' && hint ? `${reason} ${hint}` : reason)
    : joined(
        ', ',
        counted(nodes, 'node'),
        counted(connections, 'connection'),
        scenarios > 0 && counted(scenarios, 'scenario'),
      )

/** How many ids are others than those of the sources, and why; empty if none is. */
export function renamedInWords(items: readonly ConvertedItem[]): string {
  const written = items.filter(({ action }) => action === 'created' || action === 'overwritten')
  const ids = sumOf(written, ({ renamedIds }) => renamedIds.length)
  const scripts = written.filter(({ namespace }) => namespace !== null).length
  if (ids + scripts === 0) return ''
  const renamed =
    ids === 1 ? '1 id was renamed after its label' : `${ids} ids were renamed after their labels`
  const changes = joined(
    ' and ',
    ids > 0 && renamed,
    scripts > 0 && `${counted(scripts, 'script')} got a namespace (a prefix for their ids)`,
  )
  return `${changes}, because other diagrams give the same ids other labels.`
}

/** For stderr, because rows in a pipe are scripts. */
export function noteLeftOut(err: Channel, items: readonly ConvertedItem[]): void {
  const left = leftOutTable(err, items)
  if (left !== '') err.line(left)
}

function leftOutTable(out: Channel, items: readonly ConvertedItem[]): string {
  const rows = items.flatMap(({ source, leftOut }) =>
    leftOut.map(({ line, what }) => [forTerminal(`${source}:${line}`), forTerminal(what)]),
  )
  return rows.length === 0 ? '' : `Left out:\n${table(out, ['PLACE', 'WHAT'], rows)}`
}

export const nothingFound = (given: readonly string[]) =>
  usageError(`No diagram found in ${given.join(', ')}.`, {
    code: 'TOPO_NO_DIAGRAM',
    hint: 'topo reads Mermaid, Compose and Structurizr; --from names the language of a file.',
  })
