/** How V8 compiles WebAssembly: at once, or well. */
import { setFlagsFromString } from 'node:v8'

/** As many characters of code as are through before a thread has started, and before compiling well pays. */
export const SMALL_INPUT_CHARS = 400_000

/**
 * For this process, and before anything is run: the interpreter's code is compiled once, simply. V8 would go on to
 * compile the busiest functions well, in the background, and a process ends no sooner than that: for a single
 * script 0.1 s of work that nobody reaps.
 */
export function compileQuickly(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    setFlagsFromString(flag)
  }
}
