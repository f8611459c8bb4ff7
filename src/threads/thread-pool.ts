/** Does jobs in worker threads: a job that never ends blocks only its own thread, which is replaced. */
import { SCRIPT_TIMEOUT_MS } from '../platform/busy-machine.ts'
import { type Job, Superseded, ThreadDied, ThreadStartFailure } from './job.ts'
import { PoolThread, type ThreadOptions } from './pool-thread.ts'

/** Threads in a row that ended without a job. */
const MOST_FAILURES = 3
/** An abandoned job that takes longer is stopped with its thread; starting a new thread costs about as much. */
const GRACE_MS = 150

export interface ThreadPoolOptions<Request, Result> {
  /** Module of the threads: it calls `serveJobs`. */
  readonly file: URL
  /** Number of threads. */
  readonly count: number
  /** Jobs sent to a thread at a time: one to do, others queued so that it never idles. */
  readonly queueLength?: number | undefined
  /** Does jobs in the calling thread, which would idle otherwise. */
  readonly inProcess?: ((request: Request) => Promise<Result>) | undefined
  /** Milliseconds for one job. */
  readonly timeoutMs?: number | undefined
}

export class ThreadPool<Request, Result> {
  readonly #options: ThreadPoolOptions<Request, Result>
  readonly #threadOptions: ThreadOptions<Request, Result>
  readonly #waiting: Job<Request, Result>[] = []
  readonly #threads = new Set<PoolThread<Request, Result>>()
  /** Rejects new jobs. */
  #failure: Error | undefined
  #failures = 0
  #isBusyInProcess = false
  #isClosed = false

  constructor(options: ThreadPoolOptions<Request, Result>) {
    this.#options = options
    this.#threadOptions = {
      timeoutMs: options.timeoutMs ?? SCRIPT_TIMEOUT_MS,
      events: { onProgress: () => this.#onProgress(), onExit: (thread) => this.#onExit(thread) },
    }
  }

  /** Starts threads until this many run. The others follow once one of them is ready. */
  start(count = this.#options.count): void {
    if (this.#isClosed || this.#failure !== undefined) return
    while (this.#threads.size < count)
      this.#threads.add(new PoolThread(this.#options.file, this.#threadOptions))
  }

  /** A new job starts at once. */
  get isFree(): boolean {
    return [...this.#threads].some((thread) => thread.isFreeFor(0))
  }

  /**
   * @param signal the result is not needed any more
   * @throws Superseded after the signal, ThreadDied if the thread died, KnownError from topo, `TOPO_BUSY` after the timeout
   */
  run(request: Request, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new Superseded())
      if (this.#failure !== undefined) return reject(this.#failure)
      const job: Job<Request, Result> = { request, resolve, reject }
      signal?.addEventListener('abort', () => this.#abandon(job), { once: true })
      this.#waiting.push(job)
      this.#assign()
    })
  }

  /** @param reason rejects the jobs that are not done; without it they are never settled */
  async close(reason?: Error): Promise<void> {
    this.#isClosed = true
    if (reason !== undefined) {
      const running = [...this.#threads].flatMap((thread) => thread.takeJobs())
      for (const { reject } of running) reject(reason)
      this.#fail(reason)
    }
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  /** Gives what waits to the threads. */
  #assign(): void {
    if (this.#isClosed) return
    const { queueLength = 1 } = this.#options
    for (let length = 0; length < queueLength; length++) {
      const areQueued = this.#fillQueues(length)
      if (!areQueued) return
    }
    // Use this thread only once the others are up: its first job is cold and would delay them.
    const areStarting = [...this.#threads].some((thread) => thread.isStarting)
    if (!this.#isBusyInProcess && !areStarting) void this.#runInProcess()
  }

  /** Gives one job to each thread that has this many. False if no job was left for one. */
  #fillQueues(length: number): boolean {
    for (const thread of this.#threads) {
      if (!thread.isFreeFor(length)) continue
      const job = this.#waiting.shift()
      if (job === undefined) return false
      thread.give(job)
    }
    return true
  }

  async #runInProcess(): Promise<void> {
    const { inProcess } = this.#options
    const job = inProcess && this.#waiting.shift()
    if (job === undefined) return
    this.#isBusyInProcess = true
    await inProcess?.(job.request).then(job.resolve, job.reject)
    this.#isBusyInProcess = false
    this.#assign()
  }

  #abandon(job: Job<Request, Result>): void {
    job.reject(new Superseded())
    const position = this.#waiting.indexOf(job)
    if (position >= 0) this.#waiting.splice(position, 1)
    for (const thread of this.#threads) thread.hurry(job, GRACE_MS)
  }

  #onProgress(): void {
    this.#failures = 0
    this.start(Math.min(this.#threads.size + 1, this.#options.count))
    this.#assign()
  }

  /** Rejects the job that a thread died on, and gives its other jobs to a new thread. */
  #onExit(thread: PoolThread<Request, Result>): void {
    this.#threads.delete(thread)
    const [job, ...queued] = thread.takeJobs()
    job?.reject(new ThreadDied(thread.deathReason))
    this.#waiting.unshift(...queued)
    if (this.#isClosed) return

    if (job === undefined && !thread.isEnding) this.#failures++
    if (this.#failures < MOST_FAILURES) this.start(this.#threads.size + 1)
    else if (this.#threads.size === 0 && this.#options.inProcess === undefined)
      this.#fail(new ThreadStartFailure(`Cannot start a worker thread: ${thread.deathReason}`))
    this.#assign()
  }

  #fail(error: Error): void {
    this.#failure = error
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
