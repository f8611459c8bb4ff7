/** QuickJS as WebAssembly: each instance is isolated, without files, network, process or clock. */
import variant from '@jitl/quickjs-ng-wasmfile-release-sync'
import {
  type CustomizeVariantOptions,
  type EmscriptenModuleLoaderOptions,
  type IntrinsicsFlags,
  type JSContextPointer,
  type JSRuntimePointer,
  type JSValuePointer,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
  StaticLifetime,
} from 'quickjs-emscripten-core'
import { scriptMemoryRefused } from '../../platform/busy-machine.ts'
import { BUILDERS } from './builders.ts'
import { GLOBALS } from './globals.ts'
import { imageBytes, interpreter } from './interpreter.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import {
  imageOf,
  interpreterChecksum,
  type MemorySnapshot,
  type Pointers,
  restore,
  restoreImage,
  takeSnapshot,
} from './memory-image.ts'
import { STEPS_LEFT } from './meter.ts'
import { prepared } from './prepared.ts'
import { INITIAL_BYTES, ScriptMemory } from './script-memory.ts'

/** Smaller than the host's stack, so that endless recursion is an error of the script. */
const STACK = 160 * 1024

/** One instance of the interpreter, ready to run a script. */
export interface Engine {
  readonly runtime: QuickJSRuntime
  readonly context: QuickJSContext
  /** The results of `GLOBALS` and `BUILDERS`. */
  readonly globals: QuickJSHandle
  readonly builders: QuickJSHandle
  readonly memory: ScriptMemory
  /** Steps until the interpreter traps, see `meter.ts`. */
  readonly stepsLeft: WebAssembly.Global<'i32'>
  /** Bytes that scripts may occupy. */
  readonly capacity: number
  /** The memory before the script starts. */
  readonly fresh: MemorySnapshot
}

/** Silences emscripten's output, because aborts are reported as findings, and hides the real program name. */
const SILENT = { print() {}, printErr() {}, thisProgram: 'script' } as EmscriptenModuleLoaderOptions

let idle: Engine | undefined

/** Returns the idle instance or a new one. */
export async function acquireEngine(capacity: number): Promise<Engine> {
  const engine = idle
  idle = undefined
  return engine?.capacity === capacity ? engine : createEngine(capacity)
}

/**
 * Takes an instance back after a script that ended cleanly, and restores its memory. The next script sees nothing
 * of the last one, and no handle needs disposal.
 *
 * An instance that has grown is dropped, because WebAssembly memory never shrinks. The caller drops an instance
 * after any failure, because its stack may not be unwound.
 */
export function releaseEngine(engine: Engine): void {
  if (engine.memory.buffer.byteLength !== INITIAL_BYTES) return
  restore(engine.memory, engine.fresh)
  idle = engine
}

async function createEngine(capacity: number): Promise<Engine> {
  const { quickjs, memory, stepsLeft } = await instantiate(capacity)
  const stored = prepared?.memory
  const image =
    stored !== undefined && restoreImage(stored.image, memory, await imageBytes(stored))
      ? stored.image
      : undefined
  const pointers = image?.pointers ?? createContext(quickjs)
  const { runtime, context } = wrapPointers(quickjs, pointers)
  // It counts a few bytes of each block, so that it only refuses single blocks: the memory ends the others.
  runtime.setMemoryLimit(memory.capacity)
  runtime.setMaxStackSize(STACK)
  const handle = (pointer: number) => new StaticLifetime(pointer as JSValuePointer, runtime)
  const globals = handle(pointers.globals)
  const builders = handle(pointers.builders)
  const fresh = takeSnapshot(memory, pointerInto(context))
  return { runtime, context, globals, builders, memory, stepsLeft, capacity, fresh }
}

/** Creates the content of `prepared.ts` for the build. */
export async function createImage() {
  const { quickjs, memory } = await instantiate(DEFAULT_LIMITS.memory)
  const origin = interpreterChecksum(memory)
  const pointers = createContext(quickjs)
  const { context } = wrapPointers(quickjs, pointers)
  return imageOf(pointers, origin, takeSnapshot(memory, pointerInto(context)))
}

async function instantiate(capacity: number) {
  const module = await interpreter()
  const memory = memoryOf(capacity)
  let instance: WebAssembly.Instance | undefined
  const instantiateWasm: EmscriptenModuleLoaderOptions['instantiateWasm'] = (
    imports,
    onSuccess,
  ) => {
    instance = new WebAssembly.Instance(module, imports)
    onSuccess(instance)
    return instance.exports
  }
  const options: CustomizeVariantOptions = {
    wasmMemory: memory,
    emscriptenModule: { ...SILENT, instantiateWasm },
  }
  // The types describe the CommonJS build, where the variant is one level down.
  const base = variant as unknown as QuickJSSyncVariant
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(base, options))
  return { quickjs, memory, stepsLeft: instance?.exports[STEPS_LEFT] as WebAssembly.Global<'i32'> }
}

function memoryOf(capacity: number): ScriptMemory {
  try {
    return new ScriptMemory(capacity)
  } catch (error) {
    throw error instanceof RangeError ? scriptMemoryRefused() : error
  }
}

function createContext(quickjs: QuickJSWASMModule): Pointers {
  const ffi = quickjs.getFFI()
  const runtime = ffi.QTS_NewRuntime()
  const allIntrinsics = 0 as IntrinsicsFlags
  const pointers = { runtime, context: ffi.QTS_NewContext(runtime, allIntrinsics) }
  const { context } = wrapPointers(quickjs, pointers)
  const evaluate = (code: string, name: string) =>
    context.unwrapResult(context.evalCode(code, name)).value
  return {
    ...pointers,
    globals: evaluate(GLOBALS, 'globals'),
    builders: evaluate(BUILDERS, 'builders'),
  }
}

/** Wraps an existing runtime and context in the package's objects. */
function wrapPointers(quickjs: QuickJSWASMModule, pointers: Pick<Pointers, 'runtime' | 'context'>) {
  quickjs.getFFI().QTS_NewRuntime = () => pointers.runtime as JSRuntimePointer
  const runtime = quickjs.newRuntime()
  return {
    runtime,
    context: runtime.newContext({ contextPointer: pointers.context as JSContextPointer }),
  }
}

/** An address near the end of the heap, as almost nothing has been freed yet. */
function pointerInto(context: QuickJSContext): number {
  return Number(context.newString('').value)
}
