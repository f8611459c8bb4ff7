/** Runs scripts in worker threads: a script that never ends blocks only its own thread, which is replaced. */
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../clock.ts'
import { type PostedError, receivedError } from '../../errors.ts'
import { STACK_MB } from '../../project/check/check-pool.ts'
import { SCRIPT_TIMEOUT_MS, scriptTimeout } from '../../within-time.ts'
import type { CallName, Calls } from './calls.ts'

/** Message to a thread. */
export interface ThreadRequest {
  readonly method: CallName
  readonly params: unknown
}

/** Message from a thread: it has started, a result, or an error. */
export type ThreadMessage = 'ready' | { readonly result: unknown } | PostedError

interface Job {
  readonly request: ThreadRequest
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  /** When a thread received it, as `clock.elapsed()`. */
  started: number
}

/** The job was not needed any more, e.g. because a newer text replaced its text. */
export class Superseded extends Error {}

/** The thread died during the job. */
export class ThreadDied extends Error {}

/** One may run a script that takes long, while the other serves. */
const THREADS = 2
/** An abandoned job that takes longer is stopped with its thread; starting a new thread costs about as much. */
const GRACE_MS = 150
/** Threads in a row that ended before they were ready. */
const MOST_FAILURES = 3
/** Bundle of `thread.ts`, one folder above the chunks and the commands. */
const THREAD_FILE = new URL('../lsp-thread.js', import.meta.url)

/** The part of `Threads` that a server uses. */
export type ScriptRuns = Pick<Threads, 'start' | 'ask' | 'close' | 'isFree'>

export class Threads {
  /** The job of each thread; undefined if it is idle, `starting` before its first message. */
  readonly #threads = new Map<Worker, Job | 'starting' | undefined>()
  readonly #waiting: Job[] = []
  readonly #clock: Clock
  readonly #file: URL
  readonly #timeoutMs: number
  #failures = 0
  #isClosed = false

  /** @param timeoutMs milliseconds for one job */
  constructor(clock: Clock, file = THREAD_FILE, timeoutMs = SCRIPT_TIMEOUT_MS) {
    this.#clock = clock
    this.#file = file
    this.#timeoutMs = timeoutMs
  }

  /** Starts the first thread. The other one starts after it: at the start, one is ready sooner than two. */
  start(): void {
    if (this.#threads.size === 0) this.#startThread()
  }

  /** A new job starts at once. */
  get isFree(): boolean {
    return [...this.#threads.values()].includes(undefined)
  }

  /**
   * @param signal the result is not needed any more
   * @throws Superseded after the signal, ThreadDied if the thread died, KnownError from topo, `TOPO_BUSY` after the timeout
   */
  ask<M extends CallName>(
    method: M,
    params: Parameters<Calls[M]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Calls[M]>>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted || this.#isClosed) return reject(new Superseded())
      if (this.#failures >= MOST_FAILURES)
        return reject(new ThreadDied('Cannot start a worker thread'))
      const request = { method, params }
      const job: Job = { request, resolve: resolve as Job['resolve'], reject, started: 0 }
      signal?.addEventListener('abort', () => this.#abandon(job), { once: true })
      this.#waiting.push(job)
      this.start()
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of [...this.#waiting.splice(0), ...this.#threads.values()]) {
      if (typeof job === 'object') job.reject(new Superseded())
    }
    await Promise.all([...this.#threads.keys()].map((thread) => thread.terminate()))
  }

  #next(): void {
    for (const [thread, job] of this.#threads) {
      if (job !== undefined) continue
      const next = this.#waiting.shift()
      if (next === undefined) return
      next.started = this.#clock.elapsed()
      this.#threads.set(thread, next)
      thread.postMessage(next.request)
      this.#endAfter(thread, next, this.#timeoutMs)
    }
  }

  #abandon(job: Job): void {
    job.reject(new Superseded())
    const waiting = this.#waiting.indexOf(job)
    if (waiting >= 0) this.#waiting.splice(waiting, 1)
    const remaining = GRACE_MS - (this.#clock.elapsed() - job.started)
    for (const [thread, running] of this.#threads) {
      if (running === job) this.#endAfter(thread, job, remaining)
    }
  }

  /** Ends the thread if it still has the same job. */
  #endAfter(thread: Worker, job: Job, milliseconds: number): void {
    const end = () => {
      if (this.#threads.get(thread) !== job) return
      job.reject(scriptTimeout(this.#timeoutMs))
      // It gets no new job, even if its result arrives before it exits.
      this.#threads.delete(thread)
      void thread.terminate()
    }
    this.#clock.timer(Math.max(milliseconds, 0), end).unref()
  }

  #startThread(): void {
    const thread = new Worker(this.#file, {
      resourceLimits: { stackSizeMb: STACK_MB },
      stdout: true,
    })
    // stdout carries the protocol.
    thread.stdout.pipe(process.stderr, { end: false })
    this.#threads.set(thread, 'starting')
    let reason = 'its worker thread exited'
    thread.on('message', (message: ThreadMessage) => {
      if (!this.#threads.has(thread)) return
      const job = this.#threads.get(thread)
      this.#threads.set(thread, undefined)
      if (message === 'ready') {
        this.#failures = 0
        if (this.#threads.size < THREADS) this.#startThread()
      } else if (typeof job === 'object') {
        if ('result' in message) job.resolve(message.result)
        else job.reject(receivedError(message))
      }
      this.#next()
    })
    thread.on('error', (error) => {
      reason = error.message
    })
    thread.on('exit', () => {
      const job = this.#threads.get(thread)
      this.#threads.delete(thread)
      if (job === 'starting') this.#failures++
      if (typeof job === 'object') job.reject(new ThreadDied(reason))
      if (this.#isClosed) return
      if (this.#failures >= MOST_FAILURES)
        for (const left of this.#waiting.splice(0)) left.reject(new ThreadDied(reason))
      else if (this.#threads.size < THREADS) this.#startThread()
    })
  }
}
