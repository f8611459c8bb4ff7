/** Reports the events of `topo watch`: a status view on a terminal, elsewhere a line for each event. */

import { resultOf } from '../../../cli/findings/findings.ts'
import { Screen } from '../../../cli/io/screen.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import type { Clock, Timer } from '../../../clock.ts'
import type { CheckedScript } from '../../../project/check/check.ts'
import type { Project } from '../../../project/config/project.ts'
import type { WatchEvent } from '../../../sync/watch/watch-send.ts'
import { Board, type LocatedError } from './board.ts'
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
  return new StatusView(terminal, project)
}

class StatusView implements WatchReporter {
  readonly #clock: Clock
  readonly #board: Board
  readonly #screen: Screen
  readonly #ticking: Timer
  #drawing: Timer | undefined

  constructor(terminal: Terminal, project: Project) {
    const { out, clock } = terminal
    this.#clock = clock
    this.#board = new Board(clock.now, ({ checked }) => errorsIn(checked, project))
    this.#screen = new Screen(out, (size) =>
      watchView(this.#board, size, clock.now(), (style, text) => out.style(style, text)),
    )
    this.#ticking = clock.every(tickMs, () => this.#screen.draw())
    terminal.divertNotes((text) => {
      this.#board.note = text
      this.#drawSoon()
    })
  }

  report(event: WatchEvent): void {
    this.#board.update(event)
    this.#drawSoon()
  }

  end(): void {
    this.#ticking.cancel()
    this.#drawing?.cancel()
    this.#screen.end()
  }

  /** Many events at once need only one redraw. */
  #drawSoon(): void {
    this.#drawing ??= this.#clock.timer(frameMs, () => {
      this.#drawing = undefined
      this.#screen.draw()
    })
  }
}

const errorsIn = (checked: CheckedScript, project: Project): LocatedError[] =>
  resultOf([checked], project).files.flatMap(({ path, findings }) =>
    findings
      .filter(({ severity }) => severity === 'error')
      .map(({ line, column, message, fix }) => ({
        place: `${path}:${line}:${column}`,
        message,
        fix,
      })),
  )
