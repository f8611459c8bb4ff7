/** Chooses where to check scripts: small inputs in this thread, large ones on all cores. */
import { availableParallelism } from 'node:os'
import { setQuickFlags } from '../../compiler-flags.ts'
import { sumOf } from '../../grouped.ts'
import { ThreadStartFailure } from '../../threads/job.ts'
import { hasReadScript } from '../../topology/index.ts'
import type { LocalScript } from '../script/load.ts'
import { type Checker, type Examine, examine } from './examine.ts'
import { ExpectedWork, enoughForThreads, expectedMs, FEW_CORES, START_MS } from './expected-work.ts'

/** Characters of code for which an optimised interpreter does not pay off. */
const SMALL_INPUT_CHARS = 400_000
/** Files that this thread has read and checked before the first worker is up, unless they are large. */
const FEW_FILES = 50
/** Pictures that this thread has drawn before the first worker is warm. */
const FEW_PICTURES = 20

/**
 * Checks one script at a time, so that the memory for one is freed before the next. The queue is a
 * list: of linked items or promises, V8 takes for alive whatever an old one leads to. So the syntax
 * trees of all scripts would become old.
 */
class CheckerInThisThread implements Checker {
  readonly #waiting: (() => Promise<void>)[] = []
  #isBusy = false
  #isClosed = false

  readonly examine: Examine = (code, request) =>
    new Promise((resolve, reject) => {
      if (this.#isClosed) return
      this.#waiting.push(() => examine(code, request).then(resolve, reject))
      void this.#work()
    })

  /** Scripts that wait, and those that follow, are never settled. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#waiting.length = 0
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next()
    this.#isBusy = false
  }
}

/** Checks in this thread until there is enough to do for others. */
class GrowingChecker implements Checker {
  readonly #isMuch: (code: string) => boolean
  readonly #open: () => Promise<Checker>
  readonly #inThisThread = new CheckerInThisThread()
  #pool: Promise<Checker> | undefined
  #isClosed = false

  /** @param isMuch true for the script that makes it enough */
  constructor(isMuch: (code: string) => boolean, open: () => Promise<Checker> = openPool) {
    this.#isMuch = isMuch
    this.#open = open
  }

  readonly examine: Examine = async (code, request) => {
    const opens = this.#pool === undefined && !this.#isClosed && this.#isMuch(code)
    if (opens) this.#pool = this.#open()
    const checker = (await this.#pool) ?? this.#inThisThread
    return checker.examine(code, request)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#inThisThread.close()
    // A pool that could not be opened has failed the scripts that asked for it.
    const pool = await this.#pool?.catch(() => undefined)
    await pool?.close()
  }
}

/** True if the scripts are too small for an optimised interpreter to pay off. */
export function isSmallInput(scripts: readonly LocalScript[]): boolean {
  return sumOf(scripts, ({ content }) => content.code.length) <= SMALL_INPUT_CHARS
}

/**
 * Compiles the interpreter once, with V8's baseline compiler; call it before anything runs. Otherwise V8 optimises hot
 * functions in the background and the process waits for that when it exits: 0.1 s for a single script. Does nothing
 * after the first script, because V8 may crash if these flags change under compiled code.
 */
export function compileQuickly(): void {
  if (!hasReadScript()) setQuickFlags()
}

/** For scripts that are already loaded. */
export async function checkerForScripts(scripts: readonly LocalScript[]): Promise<Checker> {
  const work = sumOf(scripts, ({ content }) => expectedMs(content.code))
  const isPoolFaster = scripts.length > 1 && work > enoughForThreads()
  if (isPoolFaster) return new GrowingChecker(() => true)
  if (isSmallInput(scripts)) compileQuickly()
  return new CheckerInThisThread()
}

/** For scripts that are drawn, which takes longer than checking them. */
export async function checkerForPictures(scripts: readonly LocalScript[]): Promise<Checker> {
  const isPoolFaster = scripts.length > FEW_PICTURES && availableParallelism() > FEW_CORES
  if (isPoolFaster) return new GrowingChecker(() => true)
  if (isSmallInput(scripts)) compileQuickly()
  return new CheckerInThisThread()
}

/** For files not yet read; undefined if reading all of them first is faster. */
export function checkerForFiles(count: number): Checker | undefined {
  if (count <= FEW_FILES) return undefined
  const expected = new ExpectedWork(count)
  return new GrowingChecker((code) => expected.msWith(code) > enoughForThreads())
}

/** For a stream of scripts of unknown length, which keeps this thread busy. */
export function checkerForStream(): Checker {
  let work = 0
  const isMuch = (code: string) => {
    work += expectedMs(code)
    return work > START_MS
  }
  return new GrowingChecker(isMuch, () => openPool({ useThisThread: false }))
}

/** For commands that must react to signals and requests while a script is checked. */
export async function checkerInBackground(): Promise<Checker> {
  const { openCheckThread } = await import('./check-pool.ts')
  return openCheckThread() ?? new CheckerInThisThread()
}

/**
 * For scripts that are checked while this thread does something else. Where no thread starts, this
 * one checks them.
 */
export function checkerBeside(): Checker {
  const threads = new GrowingChecker(() => true, openThreadsBeside)
  const examineBeside: Examine = async (code, request) => {
    try {
      return await threads.examine(code, request)
    } catch (error) {
      if (error instanceof ThreadStartFailure) return examine(code, request)
      throw error
    }
  }
  return { examine: examineBeside, close: () => threads.close() }
}

async function openThreadsBeside(): Promise<Checker> {
  const { openCheckPool, openCheckThread } = await import('./check-pool.ts')
  return openCheckPool({ leaves: 1 }) ?? openCheckThread() ?? new CheckerInThisThread()
}

/** @param useThisThread check on this thread too; false if it is busy reading input */
async function openPool({ useThisThread = true } = {}): Promise<Checker> {
  const { openCheckPool } = await import('./check-pool.ts')
  return openCheckPool(useThisThread ? { inProcess: examine } : {}) ?? new CheckerInThisThread()
}
