/** Reports the events of `topo watch`: a status view on a terminal, elsewhere a line for each event. */
import type { Project } from '../../project/config/project.ts'
import type { WatchEvent } from '../../project/watch/watch-send.ts'
import { Screen } from '../io/screen.ts'
import type { Terminal } from '../io/terminal.ts'
import { resultOf } from '../validate/findings.ts'
import { createBoard } from './board.ts'
import { watchLines } from './lines.ts'
import { watchView } from './view.ts'

export interface WatchReporter {
  report(event: WatchEvent): void
  /** Leaves the last state on the screen. */
  end(): void
}

/** Interval for updating the ages in the view. */
const tickMs = 1000
const frameMs = 25

/** @param lines use lines even on a terminal, because a view would overdraw other output */
export function createWatchReporter(
  terminal: Terminal,
  project: Project,
  lines: boolean,
): WatchReporter {
  if (lines || !terminal.redraws) return { report: watchLines(terminal, project), end: () => {} }
  const { out } = terminal
  const board = createBoard(Date.now, ({ checked }) =>
    resultOf([checked], project).files.flatMap(({ path, findings }) =>
      findings
        .filter(({ severity }) => severity === 'error')
        .map(({ line, column, message, fix }) => ({
          place: `${path}:${line}:${column}`,
          message,
          fix,
        })),
    ),
  )
  const screen = new Screen(out, (size) =>
    watchView(board, size, Date.now(), (style, text) => out.style(style, text)),
  )
  const ticking = setInterval(() => screen.draw(), tickMs)
  let drawing: NodeJS.Timeout | undefined
  // Many events at once need only one redraw.
  const soon = () => {
    drawing ??= setTimeout(() => {
      drawing = undefined
      screen.draw()
    }, frameMs)
  }
  terminal.divertNotes((text) => {
    board.note = text
    soon()
  })
  return {
    report: (event) => {
      board.update(event)
      soon()
    },
    end: () => {
      clearInterval(ticking)
      clearTimeout(drawing)
      screen.end()
    },
  }
}
