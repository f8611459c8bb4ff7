/** A clock that stands still until the test advances it: nothing waits in reality, and a pause that nobody advances never ends. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock, Timer } from '../src/clock.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

/** Turns of the event loop in which requests to a service in this process are answered, and what follows from them is done. */
const TURNS = 25

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
  #planned: Planned[] = []

  readonly now = (): number => start + this.#elapsed

  readonly elapsed = (): number => this.#elapsed

  wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const due = this.#elapsed + milliseconds
      const timer = this.#plan({ run: resolve, isAwaited: true, pause: undefined, due })
      const abort = () => {
        timer.cancel()
        reject(signal?.reason)
      }
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

  /** Runs what becomes due, in order, and what follows from it in this process. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds
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
    for (;;) {
      const next = this.#next(true)
      if (next !== undefined) return next.due - this.#elapsed
      await nextTurn()
    }
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
