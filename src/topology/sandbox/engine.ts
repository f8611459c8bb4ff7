/** QuickJS as WebAssembly: an instance is an own world without files, network, process or clock. */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'

const PAGE = 64 * 1024
const INITIAL = 256 * PAGE
/** What the interpreter itself needs beside the script's values. */
const OVERHEAD = 32 * 1024 * 1024

/** One instance of the interpreter, with memory of its own. */
export interface Engine {
  readonly quickjs: QuickJSWASMModule
  readonly memory: WebAssembly.Memory
  /** Bytes of script that it was made for. */
  readonly capacity: number
}

let idle: Engine | undefined

/** An instance that nobody else uses: the one given back last, or a new one. */
export async function takeEngine(capacity: number): Promise<Engine> {
  const engine = idle
  idle = undefined
  return engine?.capacity === capacity ? engine : createEngine(capacity)
}

/**
 * Gives an instance back after a script that ended cleanly. One that has grown is dropped, for WebAssembly
 * memory never shrinks; so must one be in which anything went wrong, without even being disposed of: after a
 * limit was hit the interpreter's books do not balance, and closing them aborts.
 */
export function giveBack(engine: Engine): void {
  if (engine.memory.buffer.byteLength === INITIAL) idle = engine
}

/**
 * `setMemoryLimit` alone does not hold (a process was seen to reach 2 GB): the WebAssembly memory is capped.
 * The package finds and compiles its own WebAssembly, and V8 keeps what it compiled.
 */
async function createEngine(capacity: number): Promise<Engine> {
  const maximum = Math.max(INITIAL, Math.ceil((capacity + OVERHEAD) / PAGE) * PAGE) / PAGE
  const memory = new WebAssembly.Memory({ initial: INITIAL / PAGE, maximum })
  const silent = () => {}
  const options = { wasmMemory: memory, emscriptenModule: { print: silent, printErr: silent } }
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, options))
  return { quickjs, memory, capacity }
}
