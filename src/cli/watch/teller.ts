/** Who tells of a watch: on a terminal a quiet status view, elsewhere a line for each thing that happens. */
import type { Project } from '../../project/config/project.ts'
import type { WatchEvent } from '../../project/watch/watch-event.ts'
import { Screen } from '../io/screen.ts'
import type { Terminal } from '../io/terminal.ts'
import { resultOf } from '../validate/findings.ts'
import { Board } from './board.ts'
import { watchLines } from './lines.ts'
import { watchView } from './view.ts'

export interface WatchTeller {
  tell(event: WatchEvent): void
  /** What stands on the screen stays there. */
  end(): void
}

/** How often the view says how long ago something was. */
const tickMs = 1000
const frameMs = 25

/** @param lines also where a view would do: what else is written would be drawn over */
export function watchTeller(terminal: Terminal, project: Project, lines: boolean): WatchTeller {
  if (lines || !terminal.redraws) return { tell: watchLines(terminal, project), end: () => {} }
  const { out } = terminal
  const board = new Board(Date.now, ({ checked }) =>
    resultOf([checked], project).files.flatMap(({ path, findings }) =>
      findings
        .filter(({ severity }) => severity === 'error')
        .map(({ line, column, message, fix }) => ({ place: `${path}:${line}:${column}`, message, fix })),
    ),
  )
  const screen = new Screen(out, (size) =>
    watchView(board, size, Date.now(), (style, text) => out.style(style, text)),
  )
  const ticking = setInterval(() => screen.draw(), tickMs)
  let drawing: NodeJS.Timeout | undefined
  // Of a thousand scripts that are told at once one picture is enough.
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
    tell: (event) => {
      board.take(event)
      soon()
    },
    end: () => {
      clearInterval(ticking)
      clearTimeout(drawing)
      screen.end()
    },
  }
}
