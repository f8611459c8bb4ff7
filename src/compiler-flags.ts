/** Flags of V8's compiler of WebAssembly for a run that ends soon, and whether this process has changed them. */
import { setFlagsFromString } from 'node:v8'

/** A short run sets the first, so that WebAssembly gets baseline code only; the second is V8's default. */
type Flag = readonly [quick: string, standard: string]

const FLAGS: readonly Flag[] = [
  ['--liftoff-only', '--no-liftoff-only'],
  ['--no-wasm-tier-up', '--wasm-tier-up'],
  ['--no-wasm-dynamic-tiering', '--wasm-dynamic-tiering'],
]

/** `dist/loader.js` is a separate bundle, and shares no variables with the others. */
const IS_QUICK = Symbol.for('topo: code is compiled quickly')
const shared = globalThis as { [IS_QUICK]?: boolean }

/** From now on. V8 may crash if WebAssembly is already compiled. */
export function setQuickFlags(): void {
  for (const [quick] of FLAGS) setFlagsFromString(quick)
  shared[IS_QUICK] = true
}

/**
 * Runs something with V8's own flags, and no WebAssembly: code that V8 compiled under some flags is refused under others.
 */
export function withStandardFlags<Result>(run: () => Result): Result {
  if (shared[IS_QUICK] !== true) return run()
  for (const [, standard] of FLAGS) setFlagsFromString(standard)
  try {
    return run()
  } finally {
    setQuickFlags()
  }
}
