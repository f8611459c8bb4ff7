/** Threads that give verdicts, one after the other each, so many scripts are checked on all cores. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { ExitCode, KnownError } from '../../errors.ts'
import type { Finding } from '../../validator/index.ts'
import type { Examine, Examined, ExamineRequest } from './examine.ts'

export interface CheckPool {
  readonly examine: Examine
  close(): Promise<void>
}

/** What a thread is asked. */
export interface CheckRequest {
  readonly code: string
  readonly wanted: ExamineRequest
}

/** What a thread says: that it has started, what it found about a code, or the error that our own code has thrown. */
export type WorkerMessage = 'ready' | { readonly examined: Examined } | { readonly error: unknown }

interface Task {
  readonly question: CheckRequest
  readonly resolve: (examined: Examined) => void
  readonly reject: (error: unknown) => void
}

/** More threads than this would hold more memory than they save time. */
const MAX_THREADS = 4
/** Codes that a thread has at a time: one that it is at, and others so that it need not wait for the next. */
const QUEUE_PER_THREAD = 3
/**
 * Milliseconds for one script. What it may do is counted in steps, which take some seconds at the most: only a machine
 * that is busy with other things, or suspended, needs longer. So this says nothing about the script.
 */
const TIMEOUT_MS = 120_000
/** The native parser recurses on the thread's stack; what it bears in the main thread it must bear here. */
const STACK_MB = 10
/** The bundle of `judge-thread.ts`; this file is loaded on its own, so it always lies one folder below. */
const WORKER_FILE = new URL('../check-worker.js', import.meta.url)

/**
 * Undefined for a single one, and where topo runs from its sources, which are no JavaScript.
 *
 * @param here a judge in the thread that asks, which has nothing else to do: it takes the place of one thread, and
 * is spared what that takes until it is at full speed, which is as much as a hundred scripts
 */
export function openCheckPool({
  count = Math.min(availableParallelism(), MAX_THREADS),
  inProcess: here,
}: Pick<CheckPoolOptions, 'count' | 'inProcess'> = {}): CheckPool | undefined {
  if (count < 2 || import.meta.url.endsWith('.ts')) return undefined
  return new WorkerPool(WORKER_FILE, { count: here === undefined ? count : count - 1, inProcess: here })
}

interface CheckPoolOptions {
  /** Threads. */
  count?: number | undefined
  inProcess?: Examine | undefined
  /** Milliseconds for one script. */
  timeoutMs?: number | undefined
}

/** @param file a module that says `ready` and then answers every code */
export class WorkerPool implements CheckPool {
  readonly #file: URL
  readonly #waiting: Task[] = []
  /** With what each has been asked and has not answered; a thread that has not said that it is ready, is not asked. */
  readonly #threads = new Map<Worker, Task[] | undefined>()
  readonly #here: Examine | undefined
  readonly #longest: number
  readonly #timers = new Map<Worker, NodeJS.Timeout>()
  #isBusyHere = false
  #isClosed = false
  #failure: Error | undefined

  constructor(
    file: URL,
    { count = MAX_THREADS, inProcess: here, timeoutMs: longest = TIMEOUT_MS }: CheckPoolOptions,
  ) {
    this.#file = file
    this.#here = here
    this.#longest = longest
    for (let n = 0; n < count; n++) this.#start()
  }

  readonly examine: Examine = (code, wanted) =>
    new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure)
      this.#waiting.push({ question: { code, wanted }, resolve, reject })
      this.#next()
    })

  async close(): Promise<void> {
    this.#isClosed = true
    const threads = [...this.#threads.keys()]
    for (const timer of this.#timers.values()) clearTimeout(timer)
    for (const thread of threads) thread.removeAllListeners('exit')
    await Promise.all(threads.map((thread) => thread.terminate()))
  }

  #start(): void {
    const thread = new Worker(this.#file, { resourceLimits: { stackSizeMb: STACK_MB } })
    this.#threads.set(thread, undefined)
    let reason = 'its worker thread exited'
    thread.on('message', (message: WorkerMessage) => {
      if (message === 'ready') this.#threads.set(thread, [])
      else {
        const task = this.#threads.get(thread)?.shift()
        this.#watch(thread)
        if ('error' in message) task?.reject(message.error)
        else task?.resolve(message.examined)
      }
      this.#next()
    })
    thread.on('error', (error) => {
      reason = error.message
    })
    thread.on('exit', () => this.#onExit(thread, reason))
  }

  #next(): void {
    if (this.#isClosed) return
    for (let length = 0; length < QUEUE_PER_THREAD; length++) {
      for (const [thread, asked] of this.#threads) {
        if (asked?.length !== length) continue
        const task = this.#waiting.shift()
        if (task === undefined) return
        asked.push(task)
        thread.postMessage(task.question)
        if (asked.length === 1) this.#watch(thread)
      }
    }
    // Not before the threads have something to do: they would wait as long as the first verdict takes, which is long.
    const areStarting = [...this.#threads.values()].includes(undefined)
    if (!this.#isBusyHere && !areStarting) void this.#examineHere()
  }

  /** Ends a thread that does not come back from the first of what it has been asked. */
  #watch(thread: Worker): void {
    clearTimeout(this.#timers.get(thread))
    const task = this.#threads.get(thread)?.[0]
    if (task === undefined) return
    const end = () => {
      task.reject(timedOut(this.#longest))
      void thread.terminate()
    }
    this.#timers.set(thread, setTimeout(end, this.#longest))
  }

  async #examineHere(): Promise<void> {
    const task = this.#here && this.#waiting.shift()
    if (task === undefined) return
    this.#isBusyHere = true
    await this.#here?.(task.question.code, task.question.wanted).then(task.resolve, task.reject)
    this.#isBusyHere = false
    this.#next()
  }

  /** A thread that dies takes one script's verdict with it, which is said; the others get a new thread. */
  #onExit(thread: Worker, reason: string): void {
    const asked = this.#threads.get(thread)
    this.#threads.delete(thread)
    clearTimeout(this.#timers.get(thread))
    this.#timers.delete(thread)
    const task = asked?.shift()
    if (asked !== undefined && task !== undefined) {
      task.resolve({ findings: [abortedCheck(reason)] })
      this.#waiting.unshift(...asked)
      this.#start()
    } else if (this.#threads.size === 0 && this.#here === undefined) {
      // It died before it had anything to do, as another one would.
      this.#failure = new Error(`no thread starts: ${reason}`)
      for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
    }
    this.#next()
  }
}

const timedOut = (milliseconds: number) =>
  new KnownError(`This machine is too busy to check a script: no result after ${milliseconds / 1000} s.`, {
    code: 'TOPO_BUSY',
    exitCode: ExitCode.temporary,
    hint: 'Retry when the machine is less busy. The script itself may be fine.',
  })

const abortedCheck = (reason: string): Finding => ({
  rule: 'runtime',
  severity: 'error',
  message: `The check of this script was aborted: ${reason}`,
  fix: 'Check only this script, by its path. If that also fails, make it smaller.',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
})
