/** A clock that stands still until the test advances it: nothing waits in reality, and a pause that nobody advances never ends. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, systemClock, type Timer } from '../src/clock.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

/** Turns of the event loop in which requests to a service in this process are answered, and what follows from them is done. */
const TURNS = 25

/** Real milliseconds until a test gives up. */
const PATIENCE_MS = 10_000

interface Planned {
  readonly run: () => void
  /** Something waits for it, and it is no limit that should not be reached. */
  readonly isAwaited: boolean
  /** For timers of `every`. */
  readonly pause: number | undefined
  due: number
}

export class TestClock implements Clock {
  #elapsed = 0
  #shift = 0
  #planned: Planned[] = []

  readonly now = (): number => start + this.#shift + this.#elapsed

  readonly elapsed = (): number => this.elapsedByPauses()

  /** Only what was advanced. */
  protected elapsedByPauses(): number {
    return this.#elapsed
  }

  wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const due = this.#elapsed + milliseconds
      const abort = () => {
        timer.cancel()
        reject(signal?.reason)
      }
      const run = () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const timer = this.#plan({ run, isAwaited: true, pause: undefined, due })
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  timer(milliseconds: number, run: () => void): Timer {
    return this.#plan({
      run,
      isAwaited: false,
      pause: undefined,
      due: this.#elapsed + milliseconds,
    })
  }

  every(milliseconds: number, run: () => void): Timer {
    return this.#plan({
      run,
      isAwaited: false,
      pause: milliseconds,
      due: this.#elapsed + milliseconds,
    })
  }

  /** Sets the time of day, as a person may: no pause is longer or shorter for it. */
  set(time: number): void {
    this.#shift += time - this.now()
  }

  /** Runs what becomes due, in order, and what follows from it in this process. */
  async advance(milliseconds: number): Promise<void> {
    // A little more, because sums of fractions are not exact.
    const end = this.#elapsed + milliseconds + 1e-6
    await this.#settle()
    for (let next = this.#next(); next !== undefined && next.due <= end; next = this.#next()) {
      this.#elapsed = Math.max(this.#elapsed, next.due)
      this.#run(next)
      await this.#settle()
    }
    this.#elapsed = end
  }

  /** Milliseconds of the shortest pause, once something waits. */
  async nextPause(): Promise<number> {
    const begin = performance.now()
    while (performance.now() - begin < PATIENCE_MS) {
      const next = this.#next(true)
      if (next !== undefined) return next.due - this.#elapsed
      await nextTurn()
    }
    throw new Error('Nothing waits.')
  }

  /** Advances to a millisecond before the shortest pause ends, once something waits. Returns its length. */
  async justBeforeNext(): Promise<number> {
    const pause = await this.nextPause()
    await this.advance(pause - 1)
    return Math.round(pause)
  }

  /** Milliseconds that are left of all pauses. */
  pauses(): number[] {
    return this.#planned.map(({ due }) => Math.round(due - this.#elapsed))
  }

  /** Advances from pause to pause until the work is done. */
  async run<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false
    const done = () => {
      isDone = true
    }
    work.then(done, done)
    while (!isDone) {
      const next = this.#next(true)
      if (next === undefined) await nextTurn()
      else await this.advance(next.due - this.#elapsed)
    }
    return work
  }

  #plan(planned: Planned): Timer {
    this.#planned.push(planned)
    return { cancel: () => this.#remove(planned), unref: () => {} }
  }

  #next(mustBeAwaited = false): Planned | undefined {
    const planned = this.#planned.filter(({ isAwaited }) => isAwaited || !mustBeAwaited)
    return planned.reduce<Planned | undefined>(
      (first, other) => (first === undefined || other.due < first.due ? other : first),
      undefined,
    )
  }

  #run(planned: Planned): void {
    if (planned.pause === undefined) this.#remove(planned)
    else planned.due += planned.pause
    planned.run()
  }

  #remove(planned: Planned): void {
    this.#planned = this.#planned.filter((other) => other !== planned)
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await nextTurn()
  }
}

/** Pauses end at once, so that a test that is not about them does not wait. Time and time limits are real. */
export const impatientClock: Clock = {
  ...systemClock,
  wait: async (_milliseconds, signal) => {
    await nextTurn()
    signal?.throwIfAborted()
  },
}
