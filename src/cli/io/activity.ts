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

export type Activity = ReturnType<typeof createActivity>

export function createActivity(channel: Channel, { shown, drawn }: ActivityStyle) {
  let phase: Phase | undefined
  let timer: NodeJS.Timeout | undefined
  let spinner: Ora | undefined

  /** Starts a phase; `total` is the number of its steps. */
  const begin = (text: string, total?: number): void => {
    end()
    if (!shown) return
    const started: Phase = { text, total, since: process.uptime(), done: 0 }
    phase = started
    timer = drawn
      ? setTimeout(() => void draw(started), patienceMs)
      : setInterval(() => channel.line(lineOf(started, channel.isTerminal)), everyMs)
    timer.unref()
  }

  const end = (): void => {
    clearTimeout(timer)
    spinner?.stop()
    phase = spinner = undefined
  }

  const draw = async (shownPhase: Phase): Promise<void> => {
    const { default: ora } = await import('ora')
    if (phase !== shownPhase) return
    spinner = ora({
      text: lineOf(shownPhase, channel.isTerminal),
      stream: process.stderr,
      color: channel.color ? 'cyan' : false,
      // Nothing could show the cursor again if a signal ends topo in the middle of a computation.
      hideCursor: false,
      // ora must not read the keyboard: topo handles Ctrl-C.
      discardStdin: false,
    }).start()
  }

  return {
    begin,
    end,
    /** Counts one step. */
    advance: (): void => {
      if (phase) phase.done++
      if (phase && spinner) spinner.text = lineOf(phase, channel.isTerminal)
    },
    /** Draws nothing during a prompt. */
    pausedFor: async <T>(question: () => Promise<T>): Promise<T> => {
      const paused = phase
      end()
      try {
        return await question()
      } finally {
        if (paused) begin(paused.text, paused.total)
      }
    },
  }
}

function lineOf({ text, total, done, since }: Phase, isTerminal: boolean): string {
  if (total === undefined) return text
  const seconds = process.uptime() - since
  const rate = done / seconds
  const parts = [`${done} of ${total}`]
  if (done > 0) parts.push(`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`)
  if (done > 0 && done < total) parts.push(`${Math.ceil((total - done) / rate)} s left`)
  const filled = Math.round((done / Math.max(1, total)) * barWidth)
  const bar = isTerminal ? `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ` : ''
  return `${text}  ${bar}${parts.join(', ')}`
}
