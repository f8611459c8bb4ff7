/** A worker thread with its jobs: it does the first one, and the others wait in its queue. */
import { Worker } from 'node:worker_threads'
import { receivedError } from '../errors.ts'
import { scriptTimeout } from '../platform/busy-machine.ts'
import type { Job, ThreadMessage } from './job.ts'

/** At least the stack of the main thread, for which `topology/parse/nesting.ts` is measured. */
const STACK_MB = 10

export interface ThreadEvents<Request, Result> {
  /** The thread has started, or has done a job. */
  onProgress(): void
  onExit(thread: PoolThread<Request, Result>): void
}

export interface ThreadOptions<Request, Result> {
  /** Milliseconds for one job. */
  readonly timeoutMs: number
  readonly events: ThreadEvents<Request, Result>
}

export class PoolThread<Request, Result> {
  readonly #worker: Worker
  readonly #timeoutMs: number
  readonly #events: ThreadEvents<Request, Result>
  readonly #jobs: Job<Request, Result>[] = []
  /** When the first job reached the thread. */
  #started = 0
  #timer: NodeJS.Timeout | undefined
  #isReady = false
  #isEnding = false
  #deathReason = 'its worker thread exited'

  constructor(file: URL, { timeoutMs, events }: ThreadOptions<Request, Result>) {
    this.#timeoutMs = timeoutMs
    this.#events = events
    this.#worker = new Worker(file, { resourceLimits: { stackSizeMb: STACK_MB }, stdout: true })
    // stdout may carry a protocol.
    this.#worker.stdout.on('data', (text: Buffer) => process.stderr.write(text))
    this.#worker.on('message', (message: ThreadMessage<Result>) => this.#onMessage(message))
    this.#worker.on('error', (error) => {
      this.#deathReason = error.message
    })
    this.#worker.on('exit', () => this.#onExit())
  }

  get isStarting(): boolean {
    return !this.#isReady
  }

  get isEnding(): boolean {
    return this.#isEnding
  }

  get deathReason(): string {
    return this.#deathReason
  }

  /** True if it can take a job, and has this many. */
  isFreeFor(length: number): boolean {
    return this.#isReady && !this.#isEnding && this.#jobs.length === length
  }

  give(job: Job<Request, Result>): void {
    this.#jobs.push(job)
    this.#worker.postMessage(job.request)
    if (this.#jobs.length === 1) this.#beginFirst()
  }

  /** Limits the time of a job that nobody needs any more, counted from its start. */
  hurry(job: Job<Request, Result>, milliseconds: number): void {
    if (this.#jobs[0] === job) this.#endAfter(milliseconds - (performance.now() - this.#started))
  }

  /** Takes all jobs from a thread that has exited, or is about to be terminated. */
  takeJobs(): Job<Request, Result>[] {
    return this.#jobs.splice(0)
  }

  async terminate(): Promise<void> {
    this.#isEnding = true
    clearTimeout(this.#timer)
    await this.#worker.terminate()
  }

  #beginFirst(): void {
    this.#started = performance.now()
    this.#endAfter(this.#timeoutMs)
  }

  /** Ends the thread unless it has done the first job by then. */
  #endAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#endLate(), Math.max(milliseconds, 0))
    // The thread itself keeps the process alive.
    this.#timer.unref()
  }

  #endLate(): void {
    this.#jobs[0]?.reject(scriptTimeout(this.#timeoutMs))
    void this.terminate()
  }

  #onMessage(message: ThreadMessage<Result>): void {
    // A result that arrives now would give it another job.
    if (this.#isEnding) return
    if (message === 'ready') this.#isReady = true
    else this.#settle(message)
    this.#events.onProgress()
  }

  #settle(answer: Exclude<ThreadMessage<Result>, 'ready'>): void {
    clearTimeout(this.#timer)
    const job = this.#jobs.shift()
    if ('result' in answer) job?.resolve(answer.result)
    else job?.reject(receivedError(answer))
    if (this.#jobs.length > 0) this.#beginFirst()
  }

  #onExit(): void {
    clearTimeout(this.#timer)
    this.#events.onExit(this)
  }
}
