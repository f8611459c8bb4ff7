/** Estimates how long scripts take to check, and from when on threads are faster than one. */
import { availableParallelism } from 'node:os'

/**
 * The second core also collects the garbage and compiles the code of the first thread, so two
 * threads pay off late.
 */
export const FEW_CORES = 2

/** Milliseconds until the first worker is up. */
export const START_MS = 300
/** Milliseconds of work from which on two threads are faster than one. */
const TWO_THREADS_MS = 1_500

/** Milliseconds of work from which on threads are faster. */
export const enoughForThreads = (): number =>
  availableParallelism() > FEW_CORES ? START_MS : TWO_THREADS_MS

const CHARS_PER_MS = 7_000
/** Milliseconds more for a script that runs. */
const RUN_MS = 3
/** Most scripts without these are straight lines, which do not run. */
const RUNNING = /=>|\$\{|\.\.\.|\b(?:for|function|if|while)\s*\(/

/** Milliseconds that the check of a script may take, in a warm thread. */
export const expectedMs = (code: string): number =>
  code.length / CHARS_PER_MS + (RUNNING.test(code) ? RUN_MS : 0)

/** Scripts that stand for all others. */
const SAMPLE_SIZE = 20

/** Expects of many scripts what the first ones are like. */
export class ExpectedWork {
  readonly #count: number
  #seen = 0
  #milliseconds = 0

  /** @param count of all scripts */
  constructor(count: number) {
    this.#count = count
  }

  /** Milliseconds of all scripts, with one more that is known; 0 while too few are. */
  msWith(code: string): number {
    this.#seen++
    this.#milliseconds += expectedMs(code)
    return this.#seen < SAMPLE_SIZE ? 0 : (this.#milliseconds / this.#seen) * this.#count
  }
}
