/** Shows progress after one second: a spinner or bar on a terminal, elsewhere a line every 10 s. */
import type { Ora } from 'ora'
import type { Timer } from '../../clock.ts'
import type { Channel } from './channel.ts'
import { truncate } from './table.ts'

const patienceMs = 1000
const everyMs = 10_000
const barWidth = 20
/** The spinner's sign, the space behind it, and the last column, where terminals break the line. */
const columnsBesideText = 3

interface Phase {
  readonly text: string
  readonly total: number | undefined
  /** A time of `clock.elapsed()`. */
  readonly since: number
  done: number
}

interface ActivityStyle {
  /** False with `--quiet`. */
  readonly shown: boolean
  /** A person watches the terminal; nobody watches that of a CI system. */
  readonly watched: boolean
}

export class Activity {
  readonly #channel: Channel
  readonly #style: ActivityStyle
  #phase: Phase | undefined
  #timer: Timer | undefined
  #spinner: Ora | undefined
  #isDrawn = false
  #ignoreResize: () => void = () => {}

  constructor(channel: Channel, style: ActivityStyle) {
    this.#channel = channel
    this.#style = style
  }

  /** Starts a phase; `total` is the number of its steps. */
  begin(text: string, total?: number): void {
    this.end()
    if (!this.#style.shown) return
    this.#phase = { text, total, since: this.#channel.clock.elapsed(), done: 0 }
    this.#ignoreResize = this.#channel.onResize(() => this.#resized())
    this.#report(this.#phase)
  }

  end(): void {
    this.#ignoreResize()
    this.#stopReporting()
    this.#phase = undefined
  }

  /** Counts one step. */
  advance(): void {
    if (this.#phase === undefined) return
    this.#phase.done++
    if (this.#spinner) this.#spinner.text = this.#spinnerText(this.#phase)
  }

  /** Draws nothing during a prompt. */
  async pausedFor<T>(question: () => Promise<T>): Promise<T> {
    const paused = this.#phase
    this.end()
    try {
      return await question()
    } finally {
      if (paused) this.begin(paused.text, paused.total)
    }
  }

  /** The spinner counts the lines it has to clear, which it cannot in a window of unknown size. */
  get #canDraw(): boolean {
    return this.#style.watched && this.#channel.window !== undefined
  }

  #report(phase: Phase): void {
    this.#isDrawn = this.#canDraw
    const { clock } = this.#channel
    this.#timer = this.#isDrawn
      ? clock.timer(patienceMs, () => void this.#draw(phase))
      : clock.every(everyMs, () => this.#channel.line(this.#lineOf(phase)))
    this.#timer.unref()
  }

  #stopReporting(): void {
    this.#timer?.cancel()
    this.#spinner?.stop()
    this.#spinner = undefined
  }

  /** A window may lose its size while the spinner runs, and get it back. */
  #resized(): void {
    if (this.#phase === undefined || this.#isDrawn === this.#canDraw) return
    this.#stopReporting()
    this.#report(this.#phase)
  }

  async #draw(phase: Phase): Promise<void> {
    const { default: ora } = await import('ora')
    if (this.#phase !== phase || !this.#isDrawn || this.#spinner) return
    this.#spinner = ora({
      text: this.#spinnerText(phase),
      stream: process.stderr,
      color: this.#channel.color ? 'cyan' : false,
      // Nothing could show the cursor again if a signal ends topo in the middle of a computation.
      hideCursor: false,
      // ora must not read the keyboard: topo handles Ctrl-C.
      discardStdin: false,
    }).start()
  }

  /** One line: a text of several could not be cleared in a low window. */
  #spinnerText(phase: Phase): string {
    const width = this.#channel.window?.width ?? 0
    return truncate(this.#lineOf(phase), Math.max(1, width - columnsBesideText))
  }

  #lineOf(phase: Phase): string {
    const { clock, isTerminal } = this.#channel
    return lineOf(phase, (clock.elapsed() - phase.since) / 1000, isTerminal)
  }
}

function lineOf({ text, total, done }: Phase, seconds: number, isTerminal: boolean): string {
  if (total === undefined) return text
  const rate = done / seconds
  const parts = [`${done} of ${total}`]
  const rateText = rate < 10 ? rate.toFixed(1) : Math.round(rate)
  if (done > 0) parts.push(`${rateText}/s`)
  if (done > 0 && done < total) parts.push(`${Math.ceil((total - done) / rate)} s left`)
  const filled = Math.round((done / Math.max(1, total)) * barWidth)
  const bar = isTerminal ? `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ` : ''
  return `${text}  ${bar}${parts.join(', ')}`
}
