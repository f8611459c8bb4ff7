/** Runs an instrumented script in the sandbox and hands back what it recorded, or why it did not run through. */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import { BUILDERS } from './builders.ts'
import { type Engine, giveBack, takeEngine } from './sandbox/engine.ts'
import type { Limits } from './sandbox/limits.ts'
import { watched } from './sandbox/watchdog.ts'
import { WORLD } from './sandbox/world.ts'

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
  | { readonly end: 'done'; readonly records: readonly string[] }
  /** `place` is the number of the place noted last, -1 when there is none. */
  | { readonly end: 'threw' | 'invalid'; readonly thrown: Thrown; readonly place: number }
  | { readonly end: 'timeout' | 'memory' | 'unsettled'; readonly place: number }

export interface RunOptions {
  readonly limits: Limits
  /** Milliseconds; only differences count. */
  readonly now: () => number
}

/** Less than what the host's own stack bears, so that endless recursion is an error of the script. */
const STACK = 160 * 1024
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
    // The host's stack, or the interpreter giving up. The instance is lost, which is all that it can harm.
    if (error instanceof RangeError) {
      return {
        end: 'threw',
        thrown: { name: 'RangeError', message: 'Maximum call stack size exceeded' },
        place: -1,
      }
    }
    return { end: 'memory', place: -1 }
  }
}

function runIn(engine: Engine, code: string, limits: Limits, now: () => number): Outcome {
  const deadline = now() + limits.time
  const runtime = engine.quickjs.newRuntime()
  runtime.setMemoryLimit(limits.memory)
  runtime.setMaxStackSize(STACK)
  const session = new Session(runtime, () => now() > deadline)
  try {
    const outcome = session.run(code, limits)
    if (session.late) return { end: 'timeout', place: -1 }
    if (outcome.end !== 'timeout' && outcome.end !== 'memory') session.close()
    return outcome
  } catch (error) {
    if (session.late) return { end: 'timeout', place: -1 }
    if (error instanceof OutOfMemory) return { end: 'memory', place: session.lastPlace }
    throw error
  }
}

class OutOfMemory extends Error {}

/** One script in one runtime. */
class Session {
  /** Whether the interpreter was told to stop. */
  late = false
  /** The place noted last, as far as it was asked for. */
  lastPlace = -1
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #handles: QuickJSHandle[] = []
  readonly #isLate: () => boolean

  constructor(runtime: QuickJSRuntime, isLate: () => boolean) {
    this.#runtime = runtime
    this.#isLate = isLate
    runtime.setInterruptHandler(() => this.#checkTime())
    this.#context = runtime.newContext()
  }

  run(code: string, limits: Limits): Outcome {
    const world = this.#own(this.#context.evalCode(WORLD, 'world'))
    const builders = this.#own(this.#context.evalCode(BUILDERS, 'builders'))
    const describe = (error: QuickJSHandle) => this.#describe(builders, error)

    const compiled = this.#context.evalCode(code, SCRIPT_NAME)
    if (compiled.error) return { end: 'invalid', thrown: describe(this.#keep(compiled.error)), place: -1 }
    const started = this.#call(builders, 'start', this.#keep(compiled.value))
    if (started.error) return this.#threw(builders, started.error)

    const promise = this.#keep(started.value)
    let stray: QuickJSHandle | undefined
    for (;;) {
      this.#runJobs()
      if (this.late) return { end: 'timeout', place: -1 }
      const state = this.#context.getPromiseState(promise)
      if (state.type === 'rejected') return this.#threw(builders, state.error)
      if (state.type === 'fulfilled') {
        if (!state.notAPromise) this.#keep(state.value)
        this.#runtime.setMemoryLimit(limits.memory + RESERVE)
        this.#call(builders, 'finish', state.value)
        return { end: 'done', records: this.#drain(builders) }
      }
      const ticked = this.#call(world, 'tick')
      if (ticked.error) stray ??= this.#keep(ticked.error)
      else if (this.#context.dump(this.#keep(ticked.value)) !== true) break
    }
    // An error in a timer harms nobody, unless it is the reason why the script never ends.
    if (stray !== undefined) return this.#threw(builders, stray)
    return { end: 'unsettled', place: this.#place(builders) }
  }

  close(): void {
    for (const handle of this.#handles) if (handle.alive) handle.dispose()
    this.#context.dispose()
    this.#runtime.dispose()
  }

  /** Runs what promises wait for, a little at a time, for a job may always make another. */
  #runJobs(): void {
    while (!this.#checkTime()) {
      const done = this.#runtime.executePendingJobs(JOBS_AT_ONCE)
      if (done.error) {
        this.#keep(done.error)
        continue
      }
      if (done.value < JOBS_AT_ONCE) return
    }
  }

  #checkTime(): boolean {
    if (this.#isLate()) this.late = true
    return this.late
  }

  #threw(builders: QuickJSHandle, error: QuickJSHandle): Outcome {
    this.#keep(error)
    this.#runtime.setMemoryLimit(-1)
    const place = this.#place(builders)
    this.lastPlace = place
    const thrown = this.#describe(builders, error)
    const memory = thrown.name === 'InternalError' && /^out of memory/.test(thrown.message)
    return memory ? { end: 'memory', place } : { end: 'threw', thrown, place }
  }

  #describe(builders: QuickJSHandle, error: QuickJSHandle): Thrown {
    const result = this.#call(builders, 'describe', error)
    if (result.error) throw new OutOfMemory()
    const { name, message, stack } = JSON.parse(this.#context.getString(this.#keep(result.value)))
    // Without room for an error object the interpreter throws null.
    if (message === 'null' && name === undefined) throw new OutOfMemory()
    return { ...(name && { name }), message, ...(stack && { stack }) }
  }

  #place(builders: QuickJSHandle): number {
    const place: unknown = this.#context.dump(this.#own(this.#call(builders, 'place')))
    return Number.isInteger(place) ? (place as number) : -1
  }

  #drain(builders: QuickJSHandle): string[] {
    const records: string[] = []
    for (;;) {
      const handle = this.#own(this.#call(builders, 'drain'))
      const lines = this.#context.getString(handle)
      handle.dispose()
      if (lines === '') return records
      for (const line of lines.split('\n')) if (line !== '') records.push(line)
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
    if (!result.error) return this.#keep(result.value)
    this.#keep(result.error)
    throw new OutOfMemory()
  }

  #keep(handle: QuickJSHandle): QuickJSHandle {
    this.#handles.push(handle)
    return handle
  }
}
