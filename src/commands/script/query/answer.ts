/** Shows the answer of `topo query`: as a table, as JSON, or as a picture. */

import type { CommandResult } from '../../../cli/command/result.ts'
import { noteStyle } from '../../../cli/io/note-style.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { ExitCode, refusedError } from '../../../errors.ts'
import { type Answer, answerTo, type Question } from '../../../query/answer.ts'
import { topologyOfAnswer } from '../../../query/answer-topology.ts'
import type { Architecture } from '../../../query/architecture.ts'
import type { Join } from '../../../query/joins.ts'
import { MOST_PATHS } from '../../../query/search.ts'
import type { StyleSetting } from '../../../render/index.ts'
import { forTerminal, forTerminalLines } from '../../../text/safe/for-terminal.ts'
import { rowsInFull, type TitledCell } from './rows-in-full.ts'

export const answerFormats = ['dot', 'mermaid', 'svg', 'html']

interface Shown {
  readonly format: string | undefined
  readonly 'exit-code': boolean
  readonly style: StyleSetting | undefined
}

interface Diagrams {
  readonly architecture: Architecture
  /** Paths of scripts that have errors. */
  readonly skipped: readonly string[]
}

export async function answerResult(
  question: Question,
  { architecture, skipped }: Diagrams,
  { format, 'exit-code': hasExitCode, style }: Shown,
  terminal: Terminal,
): Promise<CommandResult> {
  const answer = answerTo(question, architecture)
  const { items, joins, furtherCount, unknown } = answer
  for (const id of unknown) terminal.note(unknownId(id, architecture.meant(id)))
  if (items.length === 0 && unknown.length === 0) terminal.note(nothing(question))
  if (answer.hasMore)
    terminal.note(`There are more shortest paths; these are the first ${MOST_PATHS}.`)
  if (furtherCount > 0) terminal.note(further(furtherCount, question))
  noteJoins(joins, terminal)
  if (format === 'svg' || format === 'html') noteStyle(style, terminal)
  const picture =
    format === undefined
      ? undefined
      : await pictureOf(answer, question, architecture, { format, style })
  const empty = hasExitCode && items.length === 0 ? ExitCode.differences : ExitCode.ok
  return {
    data: { items, totalCount: items.length + furtherCount, joins, skipped },
    text: (out) => {
      if (picture !== undefined)
        return (out.isTerminal ? forTerminalLines(picture) : picture).trimEnd()
      return rowsInFull(out, items.map(cellsOf))
    },
    exitCode: skipped.length > 0 ? ExitCode.refused : empty,
  }
}

function unknownId(id: string, meant: string | undefined): string {
  const message = `No diagram draws "${forTerminal(id)}".`
  if (meant !== undefined) return `${message} Did you mean "${forTerminal(meant)}"?`
  return id.includes('*') ? message : `${message} Run "topo query '*'" to see all ids.`
}

const nothing = ({ about, to }: Question): string =>
  to === undefined
    ? `Nothing connects to "${forTerminal(about)}".`
    : `No connections lead from "${forTerminal(about)}" to "${forTerminal(to)}".`

function further(count: number, { depth = 0 }: Question): string {
  const more = count === 1 ? '1 more is' : `${count} more are`
  return `${more} further away: ask with --depth ${depth + 1}.`
}

/** Each takes two lines or three. */
const MOST_JOINS = 5

/** The same id for two things joins what is not connected. */
function noteJoins(joins: readonly Join[], terminal: Terminal): void {
  for (const { id, labels } of joins.slice(0, MOST_JOINS)) {
    const meanings = labels.map(({ label, path }) => `"${label}" in ${path}`)
    terminal.note(
      forTerminal(
        `The answer joins diagrams at "${id}", which is ${meanings.join(', but ')}. If these are two things, give one another id, or its script a namespace.`,
      ),
    )
  }
  const others = joins.slice(MOST_JOINS).map(({ id }) => `"${forTerminal(id)}"`)
  if (others.length > 0) terminal.note(`It also joins them at ${others.join(', ')}.`)
}

const tooLarge = (title: string) =>
  refusedError(`The answer "${forTerminal(title)}" is too large for a picture.`, {
    code: 'TOPO_PICTURE_TOO_LARGE',
    hint: 'Ask about fewer things, or with --depth.',
  })

/** The cells of a row, with the titles of their columns. */
function cellsOf(item: Answer['items'][number]): TitledCell[] {
  if ('steps' in item) {
    const places = item.steps.map(({ path, line }) => `${path}:${line}`)
    return [
      ['PATH', item.ids.join(' → ')],
      ['CONNECTIONS', places.join(', ')],
    ]
  }
  const { id, label } = item
  if ('via' in item) {
    return [
      ['ID', id],
      ['LABEL', label],
      ['DISTANCE', item.distance],
      ['THROUGH', item.via],
      ['DIAGRAMS', item.diagrams.join(', ')],
    ]
  }
  return [
    ['ID', id],
    ...(item.distance === undefined ? [] : [['DISTANCE', item.distance] as const]),
    ['PLACE', `${item.path}:${item.line}`],
    ['LABEL', label],
    ['GROUP', item.group],
    ['CALLERS', item.callers.join(', ')],
    ['CALLEES', item.callees.join(', ')],
  ]
}

async function pictureOf(
  answer: ReturnType<typeof answerTo>,
  question: Question,
  architecture: Architecture,
  { format, style }: Pick<Shown, 'format' | 'style'>,
): Promise<string> {
  const { layout, layoutForStage, pictureFormats } = await import('../../../render/index.ts')
  const title = titleOf(question)
  const writer = pictureFormats.find(({ name }) => name === format)
  if (!writer) throw new Error(`there is no format ${format}`)
  const topology = await topologyOfAnswer(answer, answer.asked, architecture)
  if (topology === undefined) throw tooLarge(title)
  const draw = format === 'html' ? layoutForStage : layout
  const picture = { ...draw(topology, { title }), style }
  return writer.write(picture, { theme: format === 'svg' || format === 'html' ? 'auto' : 'light' })
}

function titleOf({ about, impact, depth, to }: Question): string {
  if (to !== undefined) return `${about} → ${to}`
  const title = impact ? `Impact of ${about}` : about
  return depth === undefined ? title : `${title}, depth ${depth}`
}
