/** Shows the answer of `topo query`: as a table, as JSON, or as a picture. */

import type { CommandResult } from '../../../cli/command/result.ts'
import { noteStyle } from '../../../cli/io/note-style.ts'
import { table } from '../../../cli/io/table.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { ExitCode, refusedError } from '../../../errors.ts'
import { type Answer, answerTo, type Question } from '../../../query/answer.ts'
import { topologyOfAnswer } from '../../../query/answer-topology.ts'
import type { Architecture } from '../../../query/architecture.ts'
import { MOST_PATHS } from '../../../query/search.ts'
import type { StyleSetting } from '../../../render/index.ts'
import { forTerminal, forTerminalLines } from '../../../text/safe/for-terminal.ts'

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
  const { items, unknown } = answer
  for (const id of unknown) {
    const meant = architecture.meant(id)
    terminal.note(
      `No diagram draws "${forTerminal(id)}".${meant ? ` Did you mean "${forTerminal(meant)}"?` : ''}`,
    )
  }
  if (items.length === 0 && unknown.length === 0) terminal.note(nothing(question))
  if (answer.hasMore)
    terminal.note(`There are more shortest paths; these are the first ${MOST_PATHS}.`)
  if (format === 'svg' || format === 'html') noteStyle(style, terminal)
  const picture =
    format === undefined
      ? undefined
      : await pictureOf(answer, question, architecture, { format, style })
  const empty = hasExitCode && items.length === 0 ? ExitCode.differences : ExitCode.ok
  return {
    data: { items, totalCount: items.length, skipped },
    text: (out) => {
      if (picture !== undefined)
        return (out.isTerminal ? forTerminalLines(picture) : picture).trimEnd()
      const rows = items.map(cellsOf)
      return table(
        out,
        rows[0]?.map(([title]) => title) ?? [],
        rows.map((row) => row.map(([, cell]) => cell)),
      )
    },
    exitCode: skipped.length > 0 ? ExitCode.refused : empty,
  }
}

const nothing = ({ about, to }: Question): string =>
  to === undefined
    ? `Nothing connects to "${forTerminal(about)}".`
    : `No connections lead from "${forTerminal(about)}" to "${forTerminal(to)}".`

const tooLarge = (title: string) =>
  refusedError(`The answer "${forTerminal(title)}" is too large for a picture.`, {
    code: 'TOPO_PICTURE_TOO_LARGE',
    hint: 'Ask about fewer things.',
  })

/** The cells of a row, with the titles of their columns. */
function cellsOf(item: Answer['items'][number]): [title: string, cell: unknown][] {
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

function titleOf({ about, impact, to }: Question): string {
  if (to !== undefined) return `${about} → ${to}`
  return impact ? `Impact of ${about}` : about
}
