/** Runs an instrumented script in the sandbox: returns its records, or why it failed. */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
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
  | { readonly end: 'timeout' | 'memory' | 'unsettled' | 'full'; readonly place: number }
  /** Nested too deeply to compile. */
  | { readonly end: 'nested' }

const JOBS_AT_ONCE = 500
/** Extra steps for a native loop to return after the script used up its steps; then the code traps. */
const GRACE = 20_000_000
/** Steps for reading the result: the records or the error. */
const CLOSING = 200_000_000
/** Maximum of `stepsLeft`. */
const MOST_STEPS = 2 ** 31 - 1
/** Not a place number, see `builders.ts`. */
const NOT_FULL = -2
/** Bytes for reading the records of a script that used up its memory. */
const RESERVE = 16 * 1024 * 1024

/**
 * @param code an expression: `(nothing) => [() => place, async () => { script }]`, see `builders.ts`
 */
export async function run(code: string, limits: SandboxLimits): Promise<RunOutcome> {
  const engine = await acquireEngine(limits.memory)
  const session = new Session(engine, limits)
  const outcome = session.run(code)
  if (session.isSound && outcome.end !== 'timeout' && outcome.end !== 'memory') releaseEngine(engine)
  return outcome
}

class OutOfMemory extends Error {}

/** One script in one instance. Handles are not disposed: the whole instance is restored or dropped. */
class Session {
  /** False after the interpreter was interrupted: the instance must not run anything again. */
  isSound = true
  /** True if the script has used up its steps. */
  #isLate = false
  #isCompiled = false
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #engine: Engine
  readonly #limits: SandboxLimits

  constructor(engine: Engine, limits: SandboxLimits) {
    this.#engine = engine
    this.#limits = limits
    this.#runtime = engine.runtime
    this.#context = engine.context
    this.#runtime.setInterruptHandler(() => this.#isSpent())
    this.#grant(limits.steps)
  }

  run(code: string): RunOutcome {
    try {
      const outcome = this.#run(code)
      return this.#isLate ? { end: 'timeout', place: this.place() } : outcome
    } catch (error) {
      return this.#broken(error)
    } finally {
      this.#engine.stepsLeft.value = 0
    }
  }

  #run(code: string): RunOutcome {
    const compiled = this.#context.evalCode(code, SCRIPT_NAME)
    if (compiled.error) {
      return { end: 'invalid', thrown: this.#describe(compiled.error), place: -1 }
    }
    this.#isCompiled = true
    const started = this.#call(this.#engine.builders, 'start', compiled.value)
    if (started.error) return this.#threw(started.error)

    const promise = started.value
    let stray: QuickJSHandle | undefined
    for (;;) {
      this.#runJobs()
      if (this.#isLate) return { end: 'timeout', place: -1 }
      const state = this.#context.getPromiseState(promise)
      if (state.type === 'rejected') return this.#threw(state.error)
      if (state.type === 'fulfilled') return this.#done(state.value)
      const ticked = this.#call(this.#engine.globals, 'tick')
      if (ticked.error) stray ??= ticked.error
      else if (this.#context.dump(ticked.value) !== true) break
    }
    // An error in a timer is ignored, unless it is the reason why the script never ends.
    if (stray !== undefined) return this.#threw(stray)
    const place = this.place()
    return { end: this.#hasMetLimit() ? 'memory' : 'unsettled', place }
  }

  /** Converts an error of the interpreter or the host to an outcome. Only the instance is lost. */
  #broken(error: unknown): RunOutcome {
    this.isSound = false
    if (error instanceof WebAssembly.RuntimeError) {
      const end = this.#engine.stepsLeft.value < 0 || this.#isLate ? 'timeout' : 'memory'
      return { end, place: this.place() }
    }
    if (this.#isLate) return { end: 'timeout', place: this.place() }
    if (error instanceof OutOfMemory) return { end: 'memory', place: this.place() }
    if (!(error instanceof RangeError)) throw error
    // The host's stack overflowed, not the interpreter's.
    if (!this.#isCompiled) return { end: 'nested' }
    const thrown = { name: 'RangeError', message: 'Maximum call stack size exceeded' }
    return { end: 'threw', thrown, place: this.place() }
  }

  /** The last stored place number, -1 if none. Also works after a limit was reached. */
  place(): number {
    try {
      this.#grant(CLOSING)
      this.#runtime.setMemoryLimit(-1)
      return this.#integer('place', -1)
    } catch {
      return -1
    }
  }

  #integer(name: 'place' | 'fullAt', otherwise: number): number {
    const value: unknown = this.#context.dump(this.#own(this.#call(this.#engine.builders, name)))
    return Number.isInteger(value) ? (value as number) : otherwise
  }

  #grant(steps: number): void {
    this.#engine.stepsLeft.value = Math.min(steps + GRACE, MOST_STEPS)
  }

  #isSpent(): boolean {
    this.#isLate ||= this.#engine.stepsLeft.value < GRACE
    return this.#engine.stepsLeft.value < GRACE
  }

  /** Runs promise jobs in batches, because a job can always create another. */
  #runJobs(): void {
    while (!this.#isSpent()) {
      const done = this.#runtime.executePendingJobs(JOBS_AT_ONCE)
      if (!done.error && done.value < JOBS_AT_ONCE) return
    }
  }

  #done(returned: QuickJSHandle): RunOutcome {
    this.#grant(CLOSING)
    this.#runtime.setMemoryLimit(this.#limits.memory + RESERVE)
    this.#own(this.#call(this.#engine.builders, 'finish', returned))
    const fullAt = this.#integer('fullAt', NOT_FULL)
    return fullAt === NOT_FULL ? { end: 'done', records: this.#records() } : { end: 'full', place: fullAt }
  }

  #threw(error: QuickJSHandle): RunOutcome {
    const place = this.place()
    const fullAt = this.#integer('fullAt', NOT_FULL)
    if (fullAt !== NOT_FULL) return { end: 'full', place: fullAt }
    const thrown = this.#describe(error)
    if (this.#isOutOfMemory(error, thrown)) return { end: 'memory', place }
    return { end: 'threw', thrown, place }
  }

  /** Without memory for an error object, the interpreter throws null, or nothing at all in `normalize`. */
  #isOutOfMemory(error: QuickJSHandle, { name, message }: Thrown): boolean {
    if (message === '[uninitialized]' && this.#context.typeof(error) === 'undefined') return true
    // There may be no memory left for the message.
    if (name === 'InternalError') return message === '' || message.startsWith('out of memory')
    const used = this.#engine.memory.buffer.byteLength
    return name === undefined && message === 'null' && used > this.#limits.memory / 2
  }

  /**
   * True if the script probably reached the memory limit without an error: only the promise learns that its job
   * ran out of memory. WebAssembly memory never shrinks, and grows by a fifth.
   */
  #hasMetLimit(): boolean {
    return this.#engine.memory.buffer.byteLength > this.#limits.memory * 1.25
  }

  #describe(error: QuickJSHandle): Thrown {
    const described = this.#own(this.#call(this.#engine.builders, 'describe', error))
    return JSON.parse(this.#context.getString(described)) as Thrown
  }

  /** The records as a JSON list, even if the script used up its memory. */
  #records(): string {
    const parts: string[] = []
    for (;;) {
      const handle = this.#own(this.#call(this.#engine.builders, 'drain'))
      const part = this.#context.getString(handle)
      handle.dispose()
      if (part === '') return `[${parts.join(',')}]`
      parts.push(part)
    }
  }

  #call(object: QuickJSHandle, name: string, ...given: QuickJSHandle[]) {
    const method = this.#context.getProp(object, name)
    const result = this.#context.callFunction(method, this.#context.undefined, ...given)
    method.dispose()
    return result
  }

  /** Unwraps a result that can only fail for lack of memory. */
  #own(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (result.error) throw new OutOfMemory()
    return result.value
  }
}
