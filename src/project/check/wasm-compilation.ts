/** Chooses V8's WebAssembly compiler: fast baseline code only, or optimised code too. */
import { isInterpreterCompiled } from '../../topology/index.ts'
import { setQuickFlags } from '../../wasm-flags.ts'

/**
 * Compiles the interpreter once, with the baseline compiler; call it before anything runs. Otherwise V8 optimises hot
 * functions in the background and the process waits for that when it exits: 0.1 s for a single script. Does nothing
 * once the interpreter is compiled, because V8 may crash if these flags change under running code.
 */
export function compileQuickly(): void {
  if (!isInterpreterCompiled()) setQuickFlags()
}
