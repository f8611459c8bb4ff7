/** Runs an instrumented script in the sandbox: returns its records, or why it failed. */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { scriptMemoryRefused, withinTime } from '../within-time.ts'
import { acquireEngine, type Engine, releaseEngine } from './sandbox/engine.ts'
import type { SandboxLimits } from './sandbox/limits.ts'

/** The name of the script in stack traces. */
export const SCRIPT_NAME = 'script'

/** A thrown value as primitives. */
export interface Thrown {
  readonly name?: string
  readonly message: string
  readonly stack?: string
}

/** How a run ended. `place` is the last stored place number, -1 if none. */
export type RunOutcome =
  | { readonly end: 'done'; readonly records: string }
  | { readonly end: 'threw' | 'invalid'; readonly thrown: Thrown; readonly place: number }
  /** `full`: too many calls of the builders, or too much data in them. */
  | { readonly end: 'memory' | 'unsettled' | 'full'; readonly place: number }
  /** `isInBuiltIns`: not loops and calls of the script used up the steps, but built-in functions, as on long texts. */
  | { readonly end: 'timeout'; readonly place: number; readonly isInBuiltIns: boolean }
  /** Nested too deeply to compile. */
  | { readonly end: 'nested' }

const JOBS_AT_ONCE = 500
/** Extra steps for a native loop to return after the script used up its steps; then the code traps. */
const GRACE = 2_000_000
/** Steps for reading what the script cannot change: its records, and the place where it stopped. */
const CLOSING = 200_000_000
/** Maximum of `stepsLeft`. */
const MOST_STEPS = 2 ** 31 - 1
/**
 * The interpreter asks after 10,000 calls and rounds of loops. Ordinary code needs at most 1,000 steps for each, so with 2,000
 * or more it is built-in functions that use up the steps.
 */
const STEPS_OF_QUESTION = 10_000 * 2_000
/** Not a place number, see `builders.ts`. */
const NOT_FULL = -2

/** Steps for each character of the code: the host parses it, rewrites it and hands it over. */
const STEPS_PER_CHARACTER = 10

/**
 * @param code an expression: `(nothing) => [() => place, async () => { script }]`, see `builders.ts`
 * @throws KnownError `TOPO_BUSY` if the machine is too busy or has too little memory, whatever the script does
 */
export async function run(code: string, limits: SandboxLimits): Promise<RunOutcome> {
  const engine = await acquireEngine(limits.memory)
  const { outcome, isSound } = withinTime(() => runIn(engine, limits, code))
  if (isSound && outcome.end !== 'timeout' && outcome.end !== 'memory') releaseEngine(engine)
  return outcome
}

class OutOfMemory extends Error {}

/**
 * Runs one script in one instance. Handles are not disposed: the whole instance is restored or dropped.
 * @returns `isSound` false after the interpreter was interrupted: the instance must not run anything again
 */
function runIn(engine: Engine, limits: SandboxLimits, code: string) {
  const { runtime, context } = engine
  let isSound = true
  /** True if the script has used up its steps. */
  let isLate = false
  let isCompiled = false
  /** How often the interpreter asked if the script may go on. */
  let questions = 0
  // The restored memory of a used instance knows no handler, but its object remembers one and would not set it again.
  runtime.removeInterruptHandler()
  runtime.setInterruptHandler(() => {
    questions++
    return isSpent()
  })
  engine.memory.startScript(() => {
    engine.stepsLeft.value = -1
  })
  grant(limits.steps - code.length * STEPS_PER_CHARACTER)
  const outcome = runToEnd()
  return { outcome, isSound }

  function runToEnd(): RunOutcome {
    try {
      const ended = runCode()
      return limitReached() ?? ended
    } catch (error) {
      return broken(error)
    } finally {
      engine.stepsLeft.value = 0
    }
  }

  function runCode(): RunOutcome {
    const compiled = context.evalCode(code, SCRIPT_NAME)
    if (compiled.error) return { end: 'invalid', thrown: describe(compiled.error), place: -1 }
    isCompiled = true
    const started = call(engine.builders, 'start', compiled.value)
    if (started.error) return threw(started.error)

    const promise = started.value
    let stray: QuickJSHandle | undefined
    for (;;) {
      runJobs()
      const limit = limitReached()
      if (limit !== undefined) return limit
      const state = context.getPromiseState(promise)
      if (state.type === 'rejected') return threw(state.error)
      if (state.type === 'fulfilled') return done(state.value)
      const ticked = call(engine.globals, 'tick')
      if (!ticked.error) {
        if (context.dump(ticked.value) !== true) break
        continue
      }
      // A thrown value would stay in the memory of the script, as if the script needed it.
      if (stray === undefined) stray = ticked.error
      else ticked.error.dispose()
    }
    // An error in a timer is ignored, unless it is the reason why the script never ends.
    if (stray !== undefined) return threw(stray)
    return { end: 'unsettled', place: place() }
  }

  /** The limit that the script has reached. The machine's lack of memory is none of its limits. */
  function limitReached(): RunOutcome | undefined {
    const { memory } = engine
    if (memory.isRefusedByMachine) throw scriptMemoryRefused()
    if (memory.isExhausted) return { end: 'memory', place: place() }
    if (!isLate) return undefined
    const isInBuiltIns = (questions + 1) * STEPS_OF_QUESTION <= limits.steps
    return { end: 'timeout', place: place(), isInBuiltIns }
  }

  /** Converts an error of the interpreter or the host to an outcome. Only the instance is lost. */
  function broken(error: unknown): RunOutcome {
    isSound = false
    const hasTrapped = error instanceof WebAssembly.RuntimeError
    isLate ||= hasTrapped && engine.stepsLeft.value < 0
    const limit = limitReached()
    if (limit !== undefined) return limit
    if (hasTrapped) return { end: 'memory', place: place() }
    if (error instanceof OutOfMemory) return { end: 'memory', place: place() }
    if (!(error instanceof RangeError)) throw error
    // The host's stack overflowed, not the interpreter's.
    if (!isCompiled) return { end: 'nested' }
    const thrown = { name: 'RangeError', message: 'Maximum call stack size exceeded' }
    return { end: 'threw', thrown, place: place() }
  }

  /** The last stored place number, -1 if none. Also works after a limit was reached. */
  function place(): number {
    const left = engine.stepsLeft.value
    try {
      startReading()
      return integer('place', -1)
    } catch {
      return -1
    } finally {
      // The script may still run code, like a getter of its error; that is part of its budget.
      engine.stepsLeft.value = left
    }
  }

  function integer(name: 'place' | 'fullAt', otherwise: number): number {
    const value: unknown = context.dump(own(call(engine.builders, name)))
    return Number.isInteger(value) ? (value as number) : otherwise
  }

  /** Grants what the host needs to read the result, even if the script has used up its steps and its memory. */
  function startReading(): void {
    grant(CLOSING)
    engine.memory.useReserve()
    runtime.setMemoryLimit(-1)
  }

  function grant(steps: number): void {
    engine.stepsLeft.value = Math.min(steps + GRACE, MOST_STEPS)
  }

  function isSpent(): boolean {
    isLate ||= engine.stepsLeft.value < GRACE
    return engine.stepsLeft.value < GRACE
  }

  /** Runs promise jobs in batches, because a job can always create another. */
  function runJobs(): void {
    while (!isSpent()) {
      const done = runtime.executePendingJobs(JOBS_AT_ONCE)
      if (done.error) done.error.dispose()
      else if (done.value < JOBS_AT_ONCE) return
    }
  }

  function done(returned: QuickJSHandle): RunOutcome {
    own(call(engine.builders, 'finish', returned))
    startReading()
    const fullAt = integer('fullAt', NOT_FULL)
    return fullAt === NOT_FULL
      ? { end: 'done', records: records() }
      : { end: 'full', place: fullAt }
  }

  function threw(error: QuickJSHandle): RunOutcome {
    const at = place()
    const fullAt = integer('fullAt', NOT_FULL)
    if (fullAt !== NOT_FULL) return { end: 'full', place: fullAt }
    const thrown = describe(error)
    if (isOutOfMemory(error, thrown)) return { end: 'memory', place: at }
    return { end: 'threw', thrown, place: at }
  }

  /** Without memory for an error object, the interpreter throws null, or nothing at all in `normalize`. */
  function isOutOfMemory(error: QuickJSHandle, { name, message }: Thrown): boolean {
    if (message === '[uninitialized]' && context.typeof(error) === 'undefined') return true
    // There may be no memory left for the message.
    if (name === 'InternalError') return message === '' || message.startsWith('out of memory')
    const used = engine.memory.buffer.byteLength
    return name === undefined && message === 'null' && used > limits.memory / 2
  }

  function describe(error: QuickJSHandle): Thrown {
    const described = own(call(engine.builders, 'describe', error))
    return JSON.parse(context.getString(described)) as Thrown
  }

  /** The records as a JSON list, even if the script used up its memory. */
  function records(): string {
    const parts: string[] = []
    for (;;) {
      const handle = own(call(engine.builders, 'drain'))
      const part = context.getString(handle)
      handle.dispose()
      if (part === '') return `[${parts.join(',')}]`
      parts.push(part)
    }
  }

  function call(object: QuickJSHandle, name: string, ...given: QuickJSHandle[]) {
    const method = context.getProp(object, name)
    const result = context.callFunction(method, context.undefined, ...given)
    method.dispose()
    return result
  }

  /** Unwraps a result that can only fail for lack of memory. */
  function own(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (result.error) throw new OutOfMemory()
    return result.value
  }
}
