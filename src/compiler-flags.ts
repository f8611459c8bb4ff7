/** Flags of V8's compilers for a run that ends soon, and whether this process has changed them. */
import { setFlagsFromString } from 'node:v8'

/** A short run sets the first; the second is V8's default. */
type Flag = readonly [quick: string, standard: string]

/** WebAssembly gets baseline code only. */
const WASM: readonly Flag[] = [
  ['--liftoff-only', '--no-liftoff-only'],
  ['--no-wasm-tier-up', '--wasm-tier-up'],
  ['--no-wasm-dynamic-tiering', '--wasm-dynamic-tiering'],
]

const MAGLEV: Flag = ['--invocation-count-for-maglev=3600', '--invocation-count-for-maglev=400']

/**
 * A function of JavaScript is optimised after nine times as much work as by default: compiling costs more than a short run gains. A
 * picture of 25 boxes takes a quarter less processor time, one of 1,000 an eighth. By version of V8, which complains on stderr about
 * flags that it does not know.
 */
const JAVASCRIPT: Readonly<Record<string, readonly Flag[]>> = {
  '11.3': [['--interrupt-budget=608256', '--interrupt-budget=67584']],
  '12.4': [
    MAGLEV,
    ['--invocation-count-for-turbofan=27000', '--invocation-count-for-turbofan=3000'],
  ],
  // This one has no fixed default for TurboFan.
  '13.6': [MAGLEV],
}

const version = process.versions.v8.split('.', 2).join('.')
const flags = [...WASM, ...(JAVASCRIPT[version] ?? [])]

/** `dist/loader.js` is a separate bundle, and shares no variables with the others. */
const IS_QUICK = Symbol.for('topo: code is compiled quickly')
const shared = globalThis as { [IS_QUICK]?: boolean }

/** From now on. V8 may crash if WebAssembly is already compiled. */
export function setQuickFlags(): void {
  for (const [quick] of flags) setFlagsFromString(quick)
  shared[IS_QUICK] = true
}

/**
 * Runs something with V8's own flags, and no WebAssembly: code that V8 compiled under some flags is refused under others.
 */
export function withStandardFlags<Result>(run: () => Result): Result {
  if (shared[IS_QUICK] !== true) return run()
  for (const [, standard] of flags) setFlagsFromString(standard)
  try {
    return run()
  } finally {
    setQuickFlags()
  }
}
