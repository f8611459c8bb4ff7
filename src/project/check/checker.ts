/** Decides where scripts are checked: in this thread while there is little to do, on all cores from then on. */
import pLimit from 'p-limit'
import type { LocalScript } from '../script/load.ts'
import { type Examine, examine } from './examine.ts'
import { compileQuickly } from './wasm-compilation.ts'

export interface Checker {
  readonly examine: Examine
  close(): Promise<void>
}

/** Characters of code that this thread has checked before the first worker is up. */
const SMALL_INPUT_CHARS = 400_000
/** Files that this thread has read and checked before the first worker is up, unless they are large. */
const FEW_FILES = 50

/** One script at a time: what the native parser holds of one is free before the next. */
const oneAtATime = pLimit(1)
const here: Checker = {
  examine: (code, request) => oneAtATime(() => examine(code, request)),
  close: async () => {},
}

/** True if the scripts are so little work that compiling the interpreter well would not pay. */
export function isSmallInput(scripts: readonly LocalScript[]): boolean {
  let chars = 0
  for (const { content } of scripts) chars += content.code.length
  return chars <= SMALL_INPUT_CHARS
}

/** For scripts that were read. */
export async function checkerForScripts(scripts: readonly LocalScript[]): Promise<Checker> {
  if (isSmallInput(scripts)) compileQuickly()
  else if (scripts.length > 1) return openPool()
  return here
}

/** For files that are still to be read; undefined if reading all of them first is quicker. */
export const checkerForFiles = async (count: number): Promise<Checker | undefined> =>
  count > FEW_FILES ? openPool() : undefined

/** For scripts that come one after the other, nobody knows how many. */
export function checkerForStream(): Checker {
  let chars = 0
  let pool: Promise<Checker> | undefined
  return {
    examine: async (code, request) => {
      chars += code.length
      if (chars > SMALL_INPUT_CHARS) pool ??= openPool({ alsoHere: false })
      return ((await pool) ?? here).examine(code, request)
    },
    close: async () => (await pool)?.close(),
  }
}

/** @param alsoHere this thread checks too: not while it reads what comes next. */
async function openPool({ alsoHere = true } = {}): Promise<Checker> {
  const { openCheckPool } = await import('./check-pool.ts')
  return openCheckPool(alsoHere ? { inProcess: examine } : {}) ?? here
}
