/** Worker threads of the language server: one may run a script that takes long, while the other serves. */
import { Superseded } from '../../threads/job.ts'
import { ThreadPool } from '../../threads/thread-pool.ts'
import type { CallName, Calls } from './calls.ts'

/** Message to a thread. */
export interface ThreadRequest {
  readonly method: CallName
  readonly params: unknown
  /** Folder of what earlier runs found; undefined if nothing is kept. */
  readonly verdicts: string | undefined
}

export interface ThreadsOptions {
  readonly file?: URL
  /** Milliseconds for one job. */
  readonly timeoutMs?: number
  readonly verdicts?: string | undefined
}

const THREADS = 2
/** Bundle of `thread.ts`, one folder above the chunks and the commands. */
const THREAD_FILE = new URL('../lsp-thread.js', import.meta.url)

/** The part of `Threads` that a server uses. */
export type ScriptRuns = Pick<Threads, 'start' | 'ask' | 'close' | 'isFree'>

export class Threads {
  readonly #pool: ThreadPool<ThreadRequest, unknown>
  readonly #verdicts: string | undefined

  constructor({ file = THREAD_FILE, timeoutMs, verdicts }: ThreadsOptions = {}) {
    this.#verdicts = verdicts
    this.#pool = new ThreadPool({ file, count: THREADS, timeoutMs })
  }

  /** Starts the first thread. The other one starts after it: at the start, one is ready sooner than two. */
  start(): void {
    this.#pool.start(1)
  }

  /** A new job starts at once. */
  get isFree(): boolean {
    return this.#pool.isFree
  }

  /**
   * @param signal the result is not needed any more
   * @throws Superseded after the signal, ThreadDied if the thread died, KnownError from topo, `TOPO_BUSY` after the timeout
   */
  async ask<M extends CallName>(
    method: M,
    params: Parameters<Calls[M]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Calls[M]>>> {
    this.start()
    const result = await this.#pool.run({ method, params, verdicts: this.#verdicts }, signal)
    return result as Awaited<ReturnType<Calls[M]>>
  }

  async close(): Promise<void> {
    await this.#pool.close(new Superseded())
  }
}
