/** The status view of `topo watch`: a row for each script, with errors below, cut to the size of the window. */
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'
import type { Style } from '../../../cli/io/channel.ts'
import { pad, truncate } from '../../../cli/io/table.ts'
import { adviceWords } from '../../../cli/outcomes/advice.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { counted, countedEach } from '../../../text/words.ts'
import type { Board, BoardRow, ScriptState } from './board.ts'

export interface ViewSize {
  width: number
  height: number
}

export type ApplyStyle = (style: Style, text: string) => string

/** Maximum number of errors to show for a script. */
const maxErrors = 3
const gap = '  '

/** Returns lines at most one column narrower than the window, and no more lines than its height. */
export function watchView(board: Board, size: ViewSize, now: number, style: ApplyStyle): string[] {
  const width = Math.max(1, size.width - 1)
  const { rows } = board
  const head = headLines(board, width, style)
  const room = Math.max(0, size.height - head.length)
  const details = rows.flatMap((row) => detailLines(row, width, style))
  const below = detailRoom(details.length, rows.length, room)
  const table = tableLines(rows, { width, height: room - below }, now, style)
  const shown = cutShort(details, below, width, style)
  return [...head, ...table, ...shown].slice(0, Math.max(1, size.height))
}

/** Errors get the room below the table, at least half; with fewer than 3 lines for them they are hidden. */
function detailRoom(wanted: number, rows: number, room: number): number {
  const given = Math.min(wanted, Math.max(room - rows, Math.floor(room / 2)))
  return given < Math.min(wanted, 3) ? 0 : given
}

/** The first line is empty, because typed characters appear there for a moment. */
function headLines({ rows, away, note }: Board, width: number, style: ApplyStyle): string[] {
  const count = rows.filter(({ state }) => state.kind !== 'gone').length
  const title = `watching ${counted(count, 'script')}, until Ctrl-C`
  const lines = ['', style('bold', truncate(title, width))]
  if (away) {
    const text = `waiting for the service: ${forTerminal(away.message)} Retrying every ${away.seconds} s.`
    lines.push(...wrapLines(text, width).map((line) => style('yellow', line)))
  } else if (note !== undefined) lines.push(style('dim', truncate(forTerminal(note), width)))
  return lines
}

function tableLines(
  rows: readonly BoardRow[],
  { width, height }: ViewSize,
  now: number,
  style: ApplyStyle,
): string[] {
  const shown = rows.length <= height ? rows : selectRows(rows, Math.max(0, height - 1))
  const names = shown.map(({ slug }) => forTerminal(slug))
  const nameWidth = Math.min(
    Math.max(0, ...names.map((name) => stringWidth(name))),
    Math.max(8, Math.floor(width / 3)),
  )
  const lines = shown.map(({ state, since }, n) => {
    const name = pad(truncate(names[n] ?? '', nameWidth), nameWidth)
    const { text, style: its, todo } = describeState(state, now - since)
    const start = `${gap}${name}${gap}`
    const status = truncate(forTerminal(text), Math.max(1, width - stringWidth(start)))
    const left = width - stringWidth(start + status + gap)
    const next =
      todo === '' || left < 12 ? '' : `${gap}${style('dim', truncate(forTerminal(todo), left))}`
    return stringWidth(start) < width
      ? `${start}${style(its, status)}${next}`
      : truncate(name, width)
  })
  return shown.length < rows.length
    ? [...lines, style('dim', truncate(moreLine(rows, shown), width))]
    : lines
}

/** Selects failures first, then the latest changes; keeps the order of the table. */
function selectRows(rows: readonly BoardRow[], count: number): BoardRow[] {
  const byRank = (a: BoardRow, b: BoardRow) => rank(a) - rank(b) || b.since - a.since
  const selected = rows.toSorted(byRank).slice(0, count)
  return rows.filter((row) => selected.includes(row))
}

const ranks = [
  'invalid',
  'conflict',
  'remote-ahead',
  'failed',
  'waiting',
  'checking',
  'sent',
  'gone',
  'watching',
]
const rank = ({ state }: BoardRow) => ranks.indexOf(state.kind)

function moreLine(rows: readonly BoardRow[], shown: readonly BoardRow[]): string {
  const hidden = rows.filter((row) => !shown.includes(row))
  return `${gap}and ${hidden.length} more: ${countedEach(hidden.map(({ state }) => kindName(state)))}`
}

/** Errors and hints of a script, after an empty line. */
function detailLines({ slug, state }: BoardRow, width: number, style: ApplyStyle): string[] {
  if (state.kind === 'invalid') {
    const more = state.errors.length - maxErrors
    return [
      '',
      ...state.errors
        .slice(0, maxErrors)
        .flatMap(({ place, message, fix }) => [
          ...styledStart(
            `${forTerminal(place)}${gap}${forTerminal(message)}`,
            forTerminal(place).length,
            width,
            style,
          ),
          ...(fix ? indentLines(forTerminal(fix), width) : []).map((line) => style('dim', line)),
        ]),
      ...(more > 0
        ? [style('dim', truncate(`and ${more} more in ${forTerminal(slug)}`, width))]
        : []),
    ]
  }
  if (!('hint' in state) || state.hint === null) return []
  const reason = forTerminal(state.reason).replace(/\.$/, '')
  const text = `${forTerminal(slug)}: ${reason}. ${forTerminal(state.hint)}`
  return ['', ...wrapLines(text, width)]
}

const styledStart = (text: string, length: number, width: number, style: ApplyStyle): string[] =>
  wrapLines(text, width).map((line, n) =>
    n === 0 ? style('bold', line.slice(0, length)) + line.slice(length) : line,
  )

function cutShort(
  lines: readonly string[],
  room: number,
  width: number,
  style: ApplyStyle,
): string[] {
  if (lines.length <= room) return [...lines]
  if (room === 0) return []
  const more = lines.length - room + 1
  return [
    ...lines.slice(0, room - 1),
    style('dim', truncate(`and ${more} more lines; enlarge the window`, width)),
  ]
}

function indentLines(text: string, width: number): string[] {
  const indent = ' '.repeat(Math.min(4, Math.floor(width / 4)))
  return wrapLines(text, width - indent.length).map((line) => indent + line)
}

const wrapLines = (text: string, width: number): string[] =>
  wrapAnsi(text, Math.max(1, width), { hard: true })
    .split('\n')
    // A single character may be wider than a narrow window.
    .map((line) => truncate(line, Math.max(1, width)))

/** @param age milliseconds since the state changed */
function describeState(
  state: ScriptState,
  age: number,
): { text: string; style: Style; todo: string } {
  switch (state.kind) {
    case 'watching':
      return { text: 'watching', style: 'dim', todo: '' }
    case 'checking':
      return { text: 'checking', style: 'cyan', todo: '' }
    case 'waiting':
      return { text: 'waiting', style: 'yellow', todo: 'sent when the service answers again' }
    case 'gone':
      return { text: 'gone', style: 'dim', todo: 'it stays on the service' }
    case 'sent':
      return {
        text: `${state.action === 'created' ? 'created' : 'uploaded'} ${ago(age)}`,
        style: 'green',
        todo: adviceWords(state.advice) ?? state.url ?? '',
      }
    case 'invalid':
      return {
        text: counted(state.errors.length, 'error'),
        style: 'red',
        todo: 'not sent until fixed',
      }
    case 'conflict':
    case 'remote-ahead':
      return { text: `${state.kind}: ${state.reason}`, style: 'yellow', todo: 'pull or push it' }
    case 'failed':
      return { text: `failed: ${state.reason}`, style: 'red', todo: 'sent at the next save' }
  }
}

function ago(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s ago`
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ago`
    : `${Math.floor(seconds / 3600)} h ago`
}

const kindNames: Partial<Record<ScriptState['kind'], string>> = {
  invalid: 'with errors',
  sent: 'uploaded',
}

/** Name of a state in counts. */
const kindName = ({ kind }: ScriptState): string => kindNames[kind] ?? kind
