/** Time as a value that is passed in: the only file that reads the clocks of the machine or sets a timer. Tests pass one that they advance. */
import { setTimeout as sleep } from 'node:timers/promises'

/** All times are in milliseconds. */
export interface Clock {
  /** Time of day, since 1970. It jumps when somebody sets the machine's clock. */
  readonly now: () => number
  /** Time since a moment that never changes. It never jumps, so pauses and durations are measured with it. */
  readonly elapsed: () => number
  /** Resolves after a pause; rejects with the reason of `signal` when that is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Calls `run` once, after a pause. */
  timer(milliseconds: number, run: () => void): Timer
  /** Calls `run` again and again, with this pause before each call. */
  every(milliseconds: number, run: () => void): Timer
}

export interface Timer {
  /** Does nothing if it has run already. */
  cancel(): void
  /** Lets the process end before it runs. */
  unref(): void
}

/** The clock of the machine. Only the rooms that open a program use it: all others are given a clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  wait: async (milliseconds, signal) => {
    try {
      await sleep(milliseconds, undefined, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
  timer: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return { cancel: () => clearTimeout(timer), unref: () => void timer.unref() }
  },
  every: (milliseconds, run) => {
    const timer = setInterval(run, milliseconds)
    return { cancel: () => clearInterval(timer), unref: () => void timer.unref() }
  },
}
