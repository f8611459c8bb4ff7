/** Checks many scripts on all cores: a pool of worker threads, each with one script at a time. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type PostedError, receivedError } from '../../errors.ts'
import { SCRIPT_TIMEOUT_MS, scriptTimeout } from '../../within-time.ts'
import type { Checker, Examine, ExamineRequest, ExamineResult } from './examine.ts'
import { abortedCheck } from './unfinished-check.ts'

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
/** At least the stack of the main thread, for which `topology/nesting.ts` is measured. */
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
  return openWorkers(WORKER_FILE, { count: inProcess === undefined ? count : count - 1, inProcess })
}

/** A thread for commands that must react while it checks a script; undefined when topo runs from its sources. */
export const openCheckThread = (): Checker | undefined =>
  import.meta.url.endsWith('.ts') ? undefined : openWorkers(WORKER_FILE, { count: 1 })

interface CheckPoolOptions {
  /** Number of threads. */
  count?: number | undefined
  inProcess?: Examine | undefined
  /** Milliseconds for one script. */
  timeoutMs?: number | undefined
}

/** @param file worker module: it posts `ready`, then one answer per request */
export function openWorkers(file: URL, options: CheckPoolOptions): Checker {
  return new CheckPool(file, options)
}

class CheckPool implements Checker {
  readonly #file: URL
  readonly #inProcess: Examine | undefined
  readonly #timeoutMs: number
  readonly #waiting: Task[] = []
  /** Open tasks of each worker; undefined until the worker is ready. */
  readonly #threads = new Map<Worker, Task[] | undefined>()
  readonly #timers = new Map<Worker, NodeJS.Timeout>()
  #isBusyInProcess = false
  #isClosed = false
  #failure: Error | undefined

  constructor(file: URL, options: CheckPoolOptions) {
    const { count = MAX_THREADS, inProcess, timeoutMs = SCRIPT_TIMEOUT_MS } = options
    this.#file = file
    this.#inProcess = inProcess
    this.#timeoutMs = timeoutMs
    for (let n = 0; n < count; n++) this.#start()
  }

  readonly examine: Examine = (code, wanted) =>
    new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure)
      this.#waiting.push({ request: { code, wanted }, resolve, reject })
      this.#assign()
    })

  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    const threads = [...this.#threads.keys()]
    for (const thread of threads) thread.removeAllListeners('exit')
    await Promise.all(threads.map((thread) => thread.terminate()))
  }

  #start(): void {
    const thread = new Worker(this.#file, { resourceLimits: { stackSizeMb: STACK_MB } })
    this.#threads.set(thread, undefined)
    let reason = 'its worker thread exited'
    thread.on('message', (message: WorkerMessage) => this.#onMessage(thread, message))
    thread.on('error', (error) => {
      reason = error.message
    })
    thread.on('exit', () => this.#onExit(thread, reason))
  }

  #onMessage(thread: Worker, message: WorkerMessage): void {
    if (message === 'ready') this.#threads.set(thread, [])
    else this.#settle(thread, message)
    this.#assign()
  }

  /** Settles the task that the worker has answered. */
  #settle(thread: Worker, answer: Exclude<WorkerMessage, 'ready'>): void {
    const task = this.#threads.get(thread)?.shift()
    this.#watchTime(thread)
    if ('examined' in answer) task?.resolve(answer.examined)
    else task?.reject(receivedError(answer))
  }

  /** Gives what waits to the threads. */
  #assign(): void {
    if (this.#isClosed) return
    for (let length = 0; length < QUEUE_PER_THREAD; length++) {
      const areQueued = this.#fillQueues(length)
      if (!areQueued) return
    }
    // Check on this thread only once the workers are up: the first check here is cold and would delay them.
    const areStarting = [...this.#threads.values()].includes(undefined)
    if (!this.#isBusyInProcess && !areStarting) void this.#examineInProcess()
  }

  /** Gives one task to each worker that has this many. False if no task was left for one. */
  #fillQueues(length: number): boolean {
    for (const [thread, tasks] of this.#threads) {
      if (tasks?.length !== length) continue
      const task = this.#waiting.shift()
      if (task === undefined) return false
      tasks.push(task)
      thread.postMessage(task.request)
      if (tasks.length === 1) this.#watchTime(thread)
    }
    return true
  }

  /** Terminates a worker that takes too long for its current script. */
  #watchTime(thread: Worker): void {
    clearTimeout(this.#timers.get(thread))
    const task = this.#threads.get(thread)?.[0]
    if (task === undefined) return
    const timer = setTimeout(() => this.#endLate(thread, task), this.#timeoutMs)
    this.#timers.set(thread, timer)
  }

  #endLate(thread: Worker, task: Task): void {
    task.reject(scriptTimeout(this.#timeoutMs))
    // A result that arrives now would give it another script.
    thread.removeAllListeners('message')
    void thread.terminate()
  }

  async #examineInProcess(): Promise<void> {
    const task = this.#inProcess && this.#waiting.shift()
    if (task === undefined) return
    this.#isBusyInProcess = true
    const { code, wanted } = task.request
    await this.#inProcess?.(code, wanted).then(task.resolve, task.reject)
    this.#isBusyInProcess = false
    this.#assign()
  }

  /** Reports the script that a worker died on, and gives its other scripts to a new worker. */
  #onExit(thread: Worker, reason: string): void {
    const tasks = this.#threads.get(thread)
    this.#threads.delete(thread)
    clearTimeout(this.#timers.get(thread))
    this.#timers.delete(thread)
    const task = tasks?.shift()
    if (tasks !== undefined && task !== undefined) {
      task.resolve({ findings: [abortedCheck(reason)] })
      this.#waiting.unshift(...tasks)
      this.#start()
    } else if (this.#threads.size === 0 && this.#inProcess === undefined) {
      // The worker died at startup, and so would the next one.
      this.#fail(new Error(`Cannot start a worker thread: ${reason}`))
    }
    this.#assign()
  }

  #fail(error: Error): void {
    this.#failure = error
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
