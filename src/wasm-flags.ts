/** Flags of V8's WebAssembly compilers, and whether this process has changed them. */
import { setFlagsFromString } from 'node:v8'

/** Baseline code only. */
const QUICK = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']
/** V8's defaults: hot functions are optimised later. */
const STANDARD = ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering']

/** `dist/loader.js` is a separate bundle, and shares no variables with the others. */
const IS_QUICK = Symbol.for('topo: WebAssembly is compiled quickly')
const shared = globalThis as { [IS_QUICK]?: boolean }

const set = (flags: readonly string[]) => flags.forEach(setFlagsFromString)

/** Baseline code only, from now on. V8 may crash if WebAssembly is already compiled. */
export function setQuickFlags(): void {
  set(QUICK)
  shared[IS_QUICK] = true
}

/**
 * Runs something with V8's own flags, and no WebAssembly: code that V8 compiled under some flags is refused under others.
 */
export function withStandardFlags<Result>(run: () => Result): Result {
  if (shared[IS_QUICK] !== true) return run()
  set(STANDARD)
  try {
    return run()
  } finally {
    set(QUICK)
  }
}
