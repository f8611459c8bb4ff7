/** Chooses where to check scripts: small inputs in this thread, large ones on all cores. */
import { availableParallelism } from 'node:os'
import { setQuickFlags } from '../../compiler-flags.ts'
import { ThreadStartFailure } from '../../threads/job.ts'
import { hasReadScript } from '../../topology/index.ts'
import type { LocalScript } from '../script/load.ts'
import { type Checker, type Examine, examine } from './examine.ts'

/** Characters of code that this thread has checked before the first worker is up. */
const SMALL_INPUT_CHARS = 400_000
/** Files that this thread has read and checked before the first worker is up, unless they are large. */
const FEW_FILES = 50
/** Pictures that this thread has drawn before the first worker is warm. */
const FEW_PICTURES = 20
/**
 * The second core collects garbage and compiles while the first one draws: a pool on both is
 * slower.
 */
const FEW_CORES = 2

/**
 * Checks one script at a time, so that the memory for one is freed before the next. The queue is a list: in one of linked
 * items or promises, V8 takes whatever an old one leads to for alive, so the syntax trees of all scripts would become old.
 */
class CheckerInThisThread implements Checker {
  readonly #waiting: (() => Promise<void>)[] = []
  #isBusy = false

  readonly examine: Examine = (code, request) =>
    new Promise((resolve, reject) => {
      this.#waiting.push(() => examine(code, request).then(resolve, reject))
      void this.#work()
    })

  /** Scripts that wait are never settled. */
  async close(): Promise<void> {
    this.#waiting.length = 0
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next()
    this.#isBusy = false
  }
}

/** True if the scripts are too small for an optimised interpreter to pay off. */
export function isSmallInput(scripts: readonly LocalScript[]): boolean {
  let chars = 0
  for (const { content } of scripts) chars += content.code.length
  return chars <= SMALL_INPUT_CHARS
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
  if (isSmallInput(scripts)) compileQuickly()
  else if (scripts.length > 1) return poolWhenAsked()
  return new CheckerInThisThread()
}

/** For scripts that are drawn, which takes longer than checking them. */
export async function checkerForPictures(scripts: readonly LocalScript[]): Promise<Checker> {
  const isPoolFaster = scripts.length > FEW_PICTURES && availableParallelism() > FEW_CORES
  if (isPoolFaster) return poolWhenAsked()
  if (isSmallInput(scripts)) compileQuickly()
  return new CheckerInThisThread()
}

/** For files not yet read; undefined if reading all of them first is faster. */
export const checkerForFiles = (count: number): Checker | undefined =>
  count > FEW_FILES ? poolWhenAsked() : undefined

/** For a stream of scripts of unknown length. */
export function checkerForStream(): Checker {
  let chars = 0
  const first = new CheckerInThisThread()
  let pool: Promise<Checker> | undefined
  return {
    examine: async (code, request) => {
      chars += code.length
      if (chars > SMALL_INPUT_CHARS) pool ??= openPool({ useThisThread: false })
      return ((await pool) ?? first).examine(code, request)
    },
    close: async () => (await pool)?.close(),
  }
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
  const threads = poolWhenAsked(openThreadsBeside)
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

/** Starts no thread if all verdicts are known from an earlier run. */
function poolWhenAsked(open: () => Promise<Checker> = openPool): Checker {
  let pool: Promise<Checker> | undefined
  return {
    examine: async (code, request) => {
      pool ??= open()
      return (await pool).examine(code, request)
    },
    close: async () => (await pool)?.close(),
  }
}

/** @param useThisThread check on this thread too; false if it is busy reading input */
async function openPool({ useThisThread = true } = {}): Promise<Checker> {
  const { openCheckPool } = await import('./check-pool.ts')
  return openCheckPool(useThisThread ? { inProcess: examine } : {}) ?? new CheckerInThisThread()
}
