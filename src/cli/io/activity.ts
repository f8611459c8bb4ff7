/** Shows progress after one second: a spinner or bar on a terminal, elsewhere a line every 10 s. */
import type { Ora } from 'ora'
import type { Channel } from './channel.ts'

const patienceMs = 1000
const everyMs = 10_000
const barWidth = 20

interface Phase {
  readonly text: string
  readonly total: number | undefined
  /** Seconds since the process started. */
  readonly since: number
  done: number
}

interface ActivityStyle {
  /** False with `--quiet`. */
  shown: boolean
  /** Redraw in place: on a terminal that a person watches, which that of a CI system is not. */
  drawn: boolean
}

export class Activity {
  readonly #channel: Channel
  readonly #style: ActivityStyle
  #phase: Phase | undefined
  #timer: NodeJS.Timeout | undefined
  #spinner: Ora | undefined

  constructor(channel: Channel, style: ActivityStyle) {
    this.#channel = channel
    this.#style = style
  }

  /** Starts a phase; `total` is the number of its steps. */
  begin(text: string, total?: number): void {
    this.end()
    if (!this.#style.shown) return
    this.#phase = { text, total, since: process.uptime(), done: 0 }
    this.#timer = this.#style.drawn
      ? setTimeout(() => void this.#draw(), patienceMs)
      : setInterval(() => this.#channel.line(this.#line()), everyMs)
    this.#timer.unref()
  }

  /** Counts one step. */
  advance(): void {
    if (this.#phase) this.#phase.done++
    if (this.#spinner) this.#spinner.text = this.#line()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#spinner?.stop()
    this.#phase = this.#spinner = undefined
  }

  /** Draws nothing during a prompt. */
  async pausedFor<T>(question: () => Promise<T>): Promise<T> {
    const phase = this.#phase
    this.end()
    try {
      return await question()
    } finally {
      if (phase) this.begin(phase.text, phase.total)
    }
  }

  async #draw(): Promise<void> {
    const phase = this.#phase
    const { default: ora } = await import('ora')
    if (!phase || this.#phase !== phase) return
    const spinner = ora({
      text: this.#line(),
      stream: process.stderr,
      color: this.#channel.color ? 'cyan' : false,
      // Nothing could show the cursor again if a signal ends topo in the middle of a computation.
      hideCursor: false,
      // ora must not read the keyboard: topo handles Ctrl-C.
      discardStdin: false,
    })
    this.#spinner = spinner.start()
  }

  #line(): string {
    const { text, total, done, since } = this.#phase as Phase
    if (total === undefined) return text
    const seconds = process.uptime() - since
    const rate = done / seconds
    const parts = [`${done} of ${total}`]
    if (done > 0) parts.push(`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`)
    if (done > 0 && done < total) parts.push(`${Math.ceil((total - done) / rate)} s left`)
    const filled = Math.round((done / Math.max(1, total)) * barWidth)
    const bar = this.#channel.isTerminal ? `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ` : ''
    return `${text}  ${bar}${parts.join(', ')}`
  }
}
