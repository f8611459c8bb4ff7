/** Text of `topo mock verify`: the differences by endpoint, and what was not compared. */
import type { AnswerDifference } from '../../mock/verify/compare.ts'
import { type SkipReason, skipReasons } from '../../mock/verify/recorded-call.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Channel } from '../io/channel.ts'

/** A request whose answers differ. */
export interface DifferentItem {
  file: string
  /** Number of the entry in its file, from 1. */
  entry: number
  method: string
  /** Below the base URL. */
  path: string
  /** Method and path of the contract, or null for an endpoint that it does not have. */
  endpoint: string | null
  differences: readonly AnswerDifference[]
}

export interface Verified {
  items: DifferentItem[]
  totalCount: number
  /** Base URLs of the recorded services. */
  services: string[]
  /** Requests whose answers were compared. */
  compared: number
  /** Requests that were not, by reason. */
  skipped: Readonly<Record<SkipReason | 'unknown', number>>
}

const reasons = { ...skipReasons, unknown: 'about what the recording does not show' } as const

/** @param isOneFile entries are named by their number only */
export function verifiedText(
  out: Channel,
  { items, compared, skipped, totalCount }: Verified,
  isOneFile: boolean,
): string {
  const sections = sectionsOf(items, isOneFile).map(({ endpoints, clauses }) =>
    [
      ...endpoints.map((endpoint) => out.style('bold', forTerminal(endpoint))),
      ...toLines(clauses).map((line) => `  ${forTerminal(line)}`),
    ].join('\n'),
  )
  const notCompared = Object.entries(skipped).flatMap(([reason, count]) =>
    count === 0 ? [] : [`${count} ${reasons[reason as keyof typeof reasons]}`],
  )
  const verdict =
    totalCount === 0
      ? `The mock answers ${plural(compared)} as recorded.`
      : `${totalCount} of ${plural(compared)} ${totalCount === 1 ? 'differs' : 'differ'} from the mock.`
  const end = [verdict, ...(notCompared.length > 0 ? [`Not compared: ${notCompared.join(', ')}.`] : [])]
  return [...sections, end.join('\n')].join('\n\n')
}

const plural = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`

interface Section {
  readonly endpoints: string[]
  clauses: SeenClause[]
}

/** One difference usually occurs in many answers, and often at many endpoints: those share a section. */
function sectionsOf(items: readonly DifferentItem[], isOneFile: boolean): Section[] {
  const sections = new Map<string, Section>()
  for (const [endpoint, clauses] of byEndpoint(items, isOneFile)) {
    const key = JSON.stringify(clauses.map(({ start, field }) => [start, field]).sort())
    const same = sections.get(key)
    if (same) {
      same.endpoints.push(endpoint)
      same.clauses = same.clauses.map((clause) => {
        const other = clauses.find(({ start, field }) => start === clause.start && field === clause.field)
        return { ...clause, entries: [...clause.entries, ...(other?.entries ?? [])] }
      })
    } else sections.set(key, { endpoints: [endpoint], clauses })
  }
  return [...sections.values()]
}

function byEndpoint(items: readonly DifferentItem[], isOneFile: boolean): Map<string, SeenClause[]> {
  const groups = new Map<string, Map<string, SeenClause>>()
  for (const { endpoint, method, path, file, entry, differences } of items) {
    const name = endpoint ?? `${method} ${path}`
    const group = groups.get(name) ?? new Map<string, SeenClause>()
    groups.set(name, group)
    for (const difference of differences) {
      const clause = clauseOf(difference)
      const key = JSON.stringify(clause)
      const seen = group.get(key) ?? { ...clause, entries: [] }
      seen.entries.push(isOneFile ? `#${entry}` : `${file}#${entry}`)
      group.set(key, seen)
    }
  }
  return new Map([...groups].map(([name, group]) => [name, [...group.values()]]))
}

/** A difference in words; clauses with the same start and entries share a line. */
interface Clause {
  readonly start: string
  readonly field: string
}
interface SeenClause extends Clause {
  /** Answers with this difference. */
  readonly entries: string[]
}

function clauseOf({ kind, path, recorded, embedded }: AnswerDifference): Clause {
  const [, parent, name = path] = /^(.*)\.([^.]+)$/s.exec(path) ?? []
  const place = `${parent ?? 'body'} `
  if (kind === 'missing') return { start: `${place}lacks`, field: name }
  if (kind === 'extra') return { start: `${place}has also`, field: `${name} (${recorded})` }
  const subject = kind === 'status' ? 'status' : `${path.replace('(body)', 'body')}:`
  return { start: `${subject} ${recorded}, mock: ${embedded}`, field: '' }
}

function toLines(clauses: readonly SeenClause[]): string[] {
  const lines = new Map<string, { start: string; fields: string[]; entries: readonly string[] }>()
  for (const { start, field, entries } of clauses) {
    const key = JSON.stringify([start, entries])
    const line = lines.get(key) ?? { start, fields: [], entries }
    if (field !== '') line.fields.push(field)
    lines.set(key, line)
  }
  return [...lines.values()].map(({ start, fields, entries }) => {
    const names = fields.length > 0 ? ` ${fields.join(', ')}` : ''
    return `${start}${names}  (${entriesText(entries)})`
  })
}

/** Entries of a line; the JSON has all. */
const mostEntries = 5

function entriesText(entries: readonly string[]): string {
  const more = entries.length > mostEntries ? `, and ${entries.length - mostEntries} more` : ''
  return entries.slice(0, mostEntries).join(', ') + more
}
