/** Runs an instrumented script in the sandbox: returns its records, or why it failed. */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { withinTime } from '#platform/within-time'
import { scriptMemoryRefused } from '../../platform/busy-machine.ts'
import { acquireEngine, type Engine, releaseEngine } from './engine.ts'
import type { SandboxLimits } from './limits.ts'

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
  const scriptRun = new ScriptRun(engine, limits)
  const outcome = withinTime(() => scriptRun.run(code))
  const isReusable = scriptRun.isSound && outcome.end !== 'timeout' && outcome.end !== 'memory'
  if (isReusable) releaseEngine(engine)
  return outcome
}

class OutOfMemory extends Error {}

type CallResult = ReturnType<QuickJSContext['evalCode']>

/** One script in one instance. Handles are not disposed: the whole instance is restored or dropped. */
class ScriptRun {
  readonly #engine: Engine
  readonly #limits: SandboxLimits
  /** True if the script has used up its steps. */
  #isLate = false
  #isCompiled = false
  #isSound = true
  /** How often the interpreter asked if the script may go on. */
  #questions = 0

  constructor(engine: Engine, limits: SandboxLimits) {
    this.#engine = engine
    this.#limits = limits
  }

  /** False after the interpreter was interrupted: the instance must not run anything again. */
  get isSound(): boolean {
    return this.#isSound
  }

  /** @throws KnownError `TOPO_BUSY` if the machine has too little memory */
  run(code: string): RunOutcome {
    this.#prepare(code)
    try {
      const outcome = this.#runCode(code)
      return this.#limitReached() ?? outcome
    } catch (error) {
      return this.#broken(error)
    } finally {
      this.#engine.stepsLeft.value = 0
    }
  }

  #prepare(code: string): void {
    const { runtime, memory, stepsLeft } = this.#engine
    // The restored memory of a used instance knows no handler, but its object remembers one and would not set it again.
    runtime.removeInterruptHandler()
    runtime.setInterruptHandler(() => {
      this.#questions++
      return this.#isSpent()
    })
    memory.startScript(() => {
      stepsLeft.value = -1
    })
    this.#grant(this.#limits.steps - code.length * STEPS_PER_CHARACTER)
  }

  #runCode(code: string): RunOutcome {
    const compiled = this.#engine.context.evalCode(code, SCRIPT_NAME)
    if (compiled.error) return { end: 'invalid', thrown: this.#describe(compiled.error), place: -1 }
    this.#isCompiled = true
    const started = this.#call(this.#engine.builders, 'start', compiled.value)
    if (started.error) return this.#threw(started.error)
    return this.#runUntilSettled(started.value)
  }

  /** Runs jobs and timers until the promise of the script is settled. */
  #runUntilSettled(promise: QuickJSHandle): RunOutcome {
    const { context, globals } = this.#engine
    let timerError: QuickJSHandle | undefined
    for (;;) {
      this.#runJobs()
      const outcome = this.#limitReached() ?? this.#settled(promise)
      if (outcome !== undefined) return outcome
      const ticked = this.#call(globals, 'tick')
      if (!ticked.error) {
        if (context.dump(ticked.value) !== true) break
        continue
      }
      // A thrown value would stay in the memory of the script, as if the script needed it.
      if (timerError === undefined) timerError = ticked.error
      else ticked.error.dispose()
    }
    // An error in a timer is ignored, unless it is the reason why the script never ends.
    if (timerError !== undefined) return this.#threw(timerError)
    return { end: 'unsettled', place: this.#place() }
  }

  #settled(promise: QuickJSHandle): RunOutcome | undefined {
    const state = this.#engine.context.getPromiseState(promise)
    if (state.type === 'rejected') return this.#threw(state.error)
    return state.type === 'fulfilled' ? this.#done(state.value) : undefined
  }

  /** Runs promise jobs in batches, because a job can always create another. */
  #runJobs(): void {
    while (!this.#isSpent()) {
      const done = this.#engine.runtime.executePendingJobs(JOBS_AT_ONCE)
      if (done.error) done.error.dispose()
      else if (done.value < JOBS_AT_ONCE) return
    }
  }

  /** The limit that the script has reached. The machine's lack of memory is none of its limits. */
  #limitReached(): RunOutcome | undefined {
    const { memory } = this.#engine
    if (memory.isRefusedByMachine) throw scriptMemoryRefused()
    if (memory.isExhausted) return { end: 'memory', place: this.#place() }
    if (!this.#isLate) return undefined
    const isInBuiltIns = (this.#questions + 1) * STEPS_OF_QUESTION <= this.#limits.steps
    return { end: 'timeout', place: this.#place(), isInBuiltIns }
  }

  /** Converts an error of the interpreter or the host to an outcome. Only the instance is lost. */
  #broken(error: unknown): RunOutcome {
    this.#isSound = false
    const hasTrapped = error instanceof WebAssembly.RuntimeError
    this.#isLate ||= hasTrapped && this.#engine.stepsLeft.value < 0
    const limit = this.#limitReached()
    if (limit !== undefined) return limit
    if (hasTrapped) return { end: 'memory', place: this.#place() }
    if (error instanceof OutOfMemory) return { end: 'memory', place: this.#place() }
    if (!(error instanceof RangeError)) throw error
    // The host's stack overflowed, not the interpreter's.
    if (!this.#isCompiled) return { end: 'nested' }
    const thrown = { name: 'RangeError', message: 'Maximum call stack size exceeded' }
    return { end: 'threw', thrown, place: this.#place() }
  }

  #done(returned: QuickJSHandle): RunOutcome {
    unwrap(this.#call(this.#engine.builders, 'finish', returned))
    this.#startReading()
    const fullAt = this.#integer('fullAt', NOT_FULL)
    if (fullAt !== NOT_FULL) return { end: 'full', place: fullAt }
    return { end: 'done', records: this.#records() }
  }

  #threw(error: QuickJSHandle): RunOutcome {
    const place = this.#place()
    const fullAt = this.#integer('fullAt', NOT_FULL)
    if (fullAt !== NOT_FULL) return { end: 'full', place: fullAt }
    const thrown = this.#describe(error)
    if (this.#isOutOfMemory(error, thrown)) return { end: 'memory', place }
    return { end: 'threw', thrown, place }
  }

  /** Without memory for an error object, the interpreter throws null, or nothing at all in `normalize`. */
  #isOutOfMemory(error: QuickJSHandle, { name, message }: Thrown): boolean {
    const { context, memory } = this.#engine
    if (message === '[uninitialized]' && context.typeof(error) === 'undefined') return true
    // There may be no memory left for the message.
    if (name === 'InternalError') return message === '' || message.startsWith('out of memory')
    const usedBytes = memory.buffer.byteLength
    return name === undefined && message === 'null' && usedBytes > this.#limits.memory / 2
  }

  #describe(error: QuickJSHandle): Thrown {
    const { context, builders } = this.#engine
    const description = unwrap(this.#call(builders, 'describe', error))
    return JSON.parse(context.getString(description)) as Thrown
  }

  /** The last stored place number, -1 if none. Also works after a limit was reached. */
  #place(): number {
    const { stepsLeft } = this.#engine
    const remainingSteps = stepsLeft.value
    try {
      this.#startReading()
      return this.#integer('place', -1)
    } catch {
      return -1
    } finally {
      // The script may still run code, like a getter of its error; that is part of its budget.
      stepsLeft.value = remainingSteps
    }
  }

  /** The records as a JSON list, even if the script used up its memory. */
  #records(): string {
    const { context, builders } = this.#engine
    const parts: string[] = []
    for (;;) {
      const handle = unwrap(this.#call(builders, 'drain'))
      const part = context.getString(handle)
      handle.dispose()
      if (part === '') return `[${parts.join(',')}]`
      parts.push(part)
    }
  }

  #integer(name: 'place' | 'fullAt', otherwise: number): number {
    const { context, builders } = this.#engine
    const value: unknown = context.dump(unwrap(this.#call(builders, name)))
    return Number.isInteger(value) ? (value as number) : otherwise
  }

  #call(object: QuickJSHandle, name: string, ...values: QuickJSHandle[]): CallResult {
    const { context } = this.#engine
    const method = context.getProp(object, name)
    const result = context.callFunction(method, context.undefined, ...values)
    method.dispose()
    return result
  }

  /** Grants what the host needs to read the result, even if the script has used up its steps and its memory. */
  #startReading(): void {
    this.#grant(CLOSING)
    this.#engine.memory.useReserve()
    this.#engine.runtime.setMemoryLimit(-1)
  }

  #grant(steps: number): void {
    this.#engine.stepsLeft.value = Math.min(steps + GRACE, MOST_STEPS)
  }

  #isSpent(): boolean {
    const isSpent = this.#engine.stepsLeft.value < GRACE
    this.#isLate ||= isSpent
    return isSpent
  }
}

/** Unwraps a result that can only fail for lack of memory. */
function unwrap(result: CallResult): QuickJSHandle {
  if (result.error) throw new OutOfMemory()
  return result.value
}
