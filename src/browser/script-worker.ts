/**
 * Runs scripts for a page: in one worker, which is stopped and replaced if a script does not end.
 */
import type { Clock, Timer } from '../clock.ts'
import type { Jobs } from './worker/jobs.ts'
import type { JobAnswer, JobMessage, ServedJobs, StartMessage } from './worker/messages.ts'

/** Milliseconds for one job. A script has a limit of steps, which usually ends it before. */
const MOST_TIME = 10_000

/** The job was stopped, or a newer one has taken its place. */
export class JobEnded extends Error {
  readonly reason: 'late' | 'replaced'

  constructor(reason: 'late' | 'replaced') {
    super(reason === 'late' ? 'The job took too long.' : 'A newer job has taken its place.')
    this.reason = reason
  }
}

interface WaitingJob extends JobMessage {
  readonly key: unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** By default, that of the playground. */
export class ScriptWorker<Served extends ServedJobs = Jobs> {
  readonly #open: () => Promise<Worker>
  readonly #interpreter: () => Promise<Uint8Array<ArrayBuffer>>
  readonly #clock: Pick<Clock, 'timer'>
  #worker: Worker | undefined
  #running: WaitingJob | undefined
  #timer: Timer | undefined
  #waiting: WaitingJob[] = []

  /** @param open starts the program of the worker */
  constructor(
    open: () => Promise<Worker>,
    interpreter: () => Promise<Uint8Array<ArrayBuffer>>,
    clock: Pick<Clock, 'timer'>,
  ) {
    this.#open = open
    this.#interpreter = interpreter
    this.#clock = clock
  }

  /**
   * Does a job after those before it. A job that waits is dropped for a newer one with its key.
   * @throws JobEnded
   */
  ask<Name extends keyof Served & string>(
    name: Name,
    input: Parameters<Served[Name]>[0],
    key: unknown = name,
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    return new Promise((resolve, reject) => {
      for (const job of this.#waiting) {
        if (job.key === key) job.reject(new JobEnded('replaced'))
      }
      const others = this.#waiting.filter((job) => job.key !== key)
      const settle = resolve as (result: unknown) => void
      this.#waiting = [...others, { name, input, key, resolve: settle, reject }]
      void this.#next()
    })
  }

  async #next(): Promise<void> {
    const [job, ...waiting] = this.#waiting
    if (this.#running || job === undefined) return
    this.#waiting = waiting
    this.#running = job
    const { name, input } = job
    try {
      const worker = await this.#started()
      this.#timer = this.#clock.timer(MOST_TIME, () => this.#end(new JobEnded('late')))
      worker.postMessage({ name, input } satisfies JobMessage)
    } catch (error) {
      this.#end(error as Error)
    }
  }

  async #started(): Promise<Worker> {
    if (this.#worker) return this.#worker
    const [interpreter, worker] = await Promise.all([this.#interpreter(), this.#open()])
    worker.addEventListener('message', ({ data }: MessageEvent<JobAnswer>) => {
      // A stopped one may have answered just before.
      if (worker === this.#worker) this.#answered(data)
    })
    worker.addEventListener('error', ({ message }) => this.#end(new Error(message)))
    worker.postMessage({ interpreter } satisfies StartMessage)
    this.#worker = worker
    return worker
  }

  #answered(answer: JobAnswer): void {
    const job = this.#settle()
    if (answer.error === undefined) job?.resolve(answer.result)
    else job?.reject(new Error(answer.error))
    void this.#next()
  }

  /** Ends the worker with its job; the next job starts another one. */
  #end(error: Error): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#settle()?.reject(error)
    void this.#next()
  }

  #settle(): WaitingJob | undefined {
    const job = this.#running
    this.#timer?.cancel()
    this.#timer = undefined
    this.#running = undefined
    return job
  }
}
