/** Runs an instrumented script in the sandbox and hands back what it recorded, or why it did not run through. */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import { type Engine, giveBack, takeEngine } from './sandbox/engine.ts'
import type { Limits } from './sandbox/limits.ts'
import { watched } from './sandbox/watchdog.ts'

/** The name of the script in stack traces. */
export const SCRIPT_NAME = 'script'

/** A thrown value, in primitives. */
export interface Thrown {
  readonly name?: string
  readonly message: string
  readonly stack?: string
}

/** How a run ended. */
export type Outcome =
  | { readonly end: 'done'; readonly records: string }
  /** `place` is the number of the place noted last, -1 when there is none. */
  | { readonly end: 'threw' | 'invalid'; readonly thrown: Thrown; readonly place: number }
  | { readonly end: 'timeout' | 'memory' | 'unsettled'; readonly place: number }

export interface RunOptions {
  readonly limits: Limits
  /** Milliseconds; only differences count. */
  readonly now: () => number
}

const JOBS_AT_ONCE = 500
/** How much longer the interpreter may take to notice that time is up before it is stopped from outside. */
const GRACE = 400
/** For handing over the records of a script that used up all it had. */
const RESERVE = 16 * 1024 * 1024

/**
 * @param code an expression: `(nothing) => [() => place, async () => { script }]`, see `builders.ts`
 */
export async function run(code: string, { limits, now }: RunOptions): Promise<Outcome> {
  const engine = await takeEngine(limits.memory)
  try {
    const result = watched(limits.time + GRACE, () => runIn(engine, code, limits, now))
    if (result === undefined) return { end: 'timeout', place: -1 }
    if (result.value.end !== 'timeout' && result.value.end !== 'memory') giveBack(engine)
    return result.value
  } catch (error) {
    // The host's stack, or the interpreter giving up: the instance is lost, which is all the harm that it does.
    if (error instanceof WebAssembly.RuntimeError) return { end: 'memory', place: -1 }
    if (error instanceof RangeError) {
      return {
        end: 'threw',
        thrown: { name: 'RangeError', message: 'Maximum call stack size exceeded' },
        place: -1,
      }
    }
    throw error
  }
}

function runIn(engine: Engine, code: string, limits: Limits, now: () => number): Outcome {
  const deadline = now() + limits.time
  const session = new Session(engine, limits, () => now() > deadline)
  try {
    const outcome = session.run(code)
    return session.late ? { end: 'timeout', place: session.place() } : outcome
  } catch (error) {
    if (session.late) return { end: 'timeout', place: session.place() }
    if (error instanceof OutOfMemory) return { end: 'memory', place: session.place() }
    throw error
  }
}

class OutOfMemory extends Error {}

/** One script in one instance. Handles are not disposed of: the instance is put back as a whole, or dropped. */
class Session {
  /** Whether the interpreter was told to stop. */
  late = false
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #engine: Engine
  readonly #limits: Limits
  readonly #isLate: () => boolean

  constructor(engine: Engine, limits: Limits, isLate: () => boolean) {
    this.#engine = engine
    this.#limits = limits
    this.#isLate = isLate
    this.#runtime = engine.runtime
    this.#context = engine.context
    this.#runtime.setInterruptHandler(() => this.#checkTime())
  }

  run(code: string): Outcome {
    const compiled = this.#context.evalCode(code, SCRIPT_NAME)
    if (compiled.error) {
      return { end: 'invalid', thrown: this.#describe(compiled.error), place: -1 }
    }
    const started = this.#call(this.#engine.builders, 'start', compiled.value)
    if (started.error) return this.#threw(started.error)

    const promise = started.value
    let stray: QuickJSHandle | undefined
    for (;;) {
      this.#runJobs()
      if (this.late) return { end: 'timeout', place: -1 }
      const state = this.#context.getPromiseState(promise)
      if (state.type === 'rejected') return this.#threw(state.error)
      if (state.type === 'fulfilled') {
        return { end: 'done', records: this.#records(state.value) }
      }
      const ticked = this.#call(this.#engine.world, 'tick')
      if (ticked.error) stray ??= ticked.error
      else if (this.#context.dump(ticked.value) !== true) break
    }
    // An error in a timer harms nobody, unless it is the reason why the script never ends.
    if (stray !== undefined) return this.#threw(stray)
    const place = this.place()
    return { end: this.#hasMetLimit() ? 'memory' : 'unsettled', place }
  }

  /** The number of the place that the script noted last, -1 when it noted none; also after a limit was hit. */
  place(): number {
    try {
      this.#runtime.removeInterruptHandler()
      this.#runtime.setMemoryLimit(-1)
      const place: unknown = this.#context.dump(this.#own(this.#call(this.#engine.builders, 'place')))
      return Number.isInteger(place) ? (place as number) : -1
    } catch {
      return -1
    } finally {
      this.#runtime.setInterruptHandler(() => this.#checkTime())
    }
  }

  /** Runs what promises wait for, a little at a time, for a job may always make another. */
  #runJobs(): void {
    while (!this.#checkTime()) {
      const done = this.#runtime.executePendingJobs(JOBS_AT_ONCE)
      if (!done.error && done.value < JOBS_AT_ONCE) return
    }
  }

  #checkTime(): boolean {
    if (this.#isLate()) this.late = true
    return this.late
  }

  #threw(error: QuickJSHandle): Outcome {
    const place = this.place()
    const thrown = this.#describe(error)
    if (this.#forWantOfMemory(thrown)) return { end: 'memory', place }
    return { end: 'threw', thrown, place }
  }

  /** With no room left even for an error object, the interpreter throws null. */
  #forWantOfMemory({ name, message }: Thrown): boolean {
    if (name === 'InternalError') return message.startsWith('out of memory')
    const used = this.#engine.memory.buffer.byteLength
    return name === undefined && message === 'null' && used > this.#limits.memory / 2
  }

  /**
   * Whether the script has met the limit, though nothing says so: what a promise's job could not get is told to
   * that promise alone, and its values may be gone since. WebAssembly memory never shrinks, and grows by a fifth.
   */
  #hasMetLimit(): boolean {
    return this.#engine.memory.buffer.byteLength > this.#limits.memory * 1.25
  }

  #describe(error: QuickJSHandle): Thrown {
    const described = this.#own(this.#call(this.#engine.builders, 'describe', error))
    return JSON.parse(this.#context.getString(described)) as Thrown
  }

  /** Hands over what was recorded, as a list in JSON, even if the script used up all of its memory. */
  #records(returned: QuickJSHandle): string {
    this.#runtime.setMemoryLimit(this.#limits.memory + RESERVE)
    this.#own(this.#call(this.#engine.builders, 'finish', returned))
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

  /** For what cannot fail but for want of memory. */
  #own(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (result.error) throw new OutOfMemory()
    return result.value
  }
}
