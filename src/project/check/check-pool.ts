/** Checks many scripts on all cores: a pool of worker threads, each with one script at a time. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type PostedError, receivedError } from '../../errors.ts'
import { START } from '../../topology/position.ts'
import type { Finding } from '../../validator/index.ts'
import { SCRIPT_TIMEOUT_MS, scriptTimeout } from '../../within-time.ts'
import type { Checker, Examine, ExamineRequest, ExamineResult } from './examine.ts'

/** Message to a worker. */
export interface CheckRequest {
  readonly code: string
  readonly wanted: ExamineRequest
}

/** Message from a worker: it has started, a result, or an error thrown by topo itself. */
export type WorkerMessage = 'ready' | { readonly examined: ExamineResult } | PostedError

interface Task {
  readonly request: CheckRequest
  readonly resolve: (examined: ExamineResult) => void
  readonly reject: (error: unknown) => void
}

/** More threads cost more memory than the time they save. */
const MAX_THREADS = 4
/** Scripts sent to a worker at a time: one to check, others queued so that it never idles. */
const QUEUE_PER_THREAD = 3
/** The native parser recurses on the thread's stack, and needs as much in a worker as in the main thread. */
export const STACK_MB = 10
/** Bundle of `check-worker.ts`, one folder up: this file becomes a separate chunk in a folder of `dist`. */
const WORKER_FILE = new URL('../check-worker.js', import.meta.url)

/**
 * Undefined for a single thread, and when topo runs from its TypeScript sources.
 *
 * @param inProcess check function for the calling thread, which would idle otherwise. It replaces one worker and saves
 * that worker's warm-up, which costs as much as a hundred scripts
 */
export function openCheckPool({
  count = Math.min(availableParallelism(), MAX_THREADS),
  inProcess,
}: Pick<CheckPoolOptions, 'count' | 'inProcess'> = {}): Checker | undefined {
  if (count < 2 || import.meta.url.endsWith('.ts')) return undefined
  return new WorkerPool(WORKER_FILE, { count: inProcess === undefined ? count : count - 1, inProcess })
}

/** A thread for commands that must react while it checks a script; undefined when topo runs from its sources. */
export const openCheckThread = (): Checker | undefined =>
  import.meta.url.endsWith('.ts') ? undefined : new WorkerPool(WORKER_FILE, { count: 1 })

interface CheckPoolOptions {
  /** Number of threads. */
  count?: number | undefined
  inProcess?: Examine | undefined
  /** Milliseconds for one script. */
  timeoutMs?: number | undefined
}

/** @param file worker module: it posts `ready`, then one answer per request */
export class WorkerPool implements Checker {
  readonly #file: URL
  readonly #waiting: Task[] = []
  /** Open requests of each worker; undefined until the worker is ready. */
  readonly #threads = new Map<Worker, Task[] | undefined>()
  readonly #inProcess: Examine | undefined
  readonly #timeoutMs: number
  readonly #timers = new Map<Worker, NodeJS.Timeout>()
  #isBusyInProcess = false
  #isClosed = false
  #failure: Error | undefined

  constructor(
    file: URL,
    { count = MAX_THREADS, inProcess, timeoutMs = SCRIPT_TIMEOUT_MS }: CheckPoolOptions,
  ) {
    this.#file = file
    this.#inProcess = inProcess
    this.#timeoutMs = timeoutMs
    for (let n = 0; n < count; n++) this.#start()
  }

  readonly examine: Examine = (code, wanted) =>
    new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure)
      this.#waiting.push({ request: { code, wanted }, resolve, reject })
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
        if ('examined' in message) task?.resolve(message.examined)
        else task?.reject(receivedError(message))
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
        thread.postMessage(task.request)
        if (asked.length === 1) this.#watch(thread)
      }
    }
    // Check on this thread only once the workers are up: the first check here is cold and would delay them.
    const areStarting = [...this.#threads.values()].includes(undefined)
    if (!this.#isBusyInProcess && !areStarting) void this.#examineInProcess()
  }

  /** Terminates a worker that takes too long for its current script. */
  #watch(thread: Worker): void {
    clearTimeout(this.#timers.get(thread))
    const task = this.#threads.get(thread)?.[0]
    if (task === undefined) return
    const end = () => {
      task.reject(scriptTimeout(this.#timeoutMs))
      void thread.terminate()
    }
    this.#timers.set(thread, setTimeout(end, this.#timeoutMs))
  }

  async #examineInProcess(): Promise<void> {
    const task = this.#inProcess && this.#waiting.shift()
    if (task === undefined) return
    this.#isBusyInProcess = true
    await this.#inProcess?.(task.request.code, task.request.wanted).then(task.resolve, task.reject)
    this.#isBusyInProcess = false
    this.#next()
  }

  /** Reports the script that a worker died on, and gives its other scripts to a new worker. */
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
    } else if (this.#threads.size === 0 && this.#inProcess === undefined) {
      // The worker died at startup, and so would the next one.
      this.#failure = new Error(`Cannot start a worker thread: ${reason}`)
      for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
    }
    this.#next()
  }
}

/** For a script on which a worker thread died. */
export const abortedCheck = (reason: string): Finding => ({
  rule: 'runtime',
  severity: 'error',
  message: `The check of this script was aborted: ${reason}`,
  fix: 'Check only this script, by its path. If that also fails, make it smaller.',
  ...START,
})
