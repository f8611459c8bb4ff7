/** Checks many scripts on all cores: a pool of worker threads, each with one script at a time. */
import { availableParallelism } from 'node:os'
import { ThreadDied, ThreadStartFailure } from '../../threads/job.ts'
import { ThreadPool } from '../../threads/thread-pool.ts'
import type { Checker, Examine, ExamineRequest, ExamineResult } from './examine.ts'
import { abortedCheck } from './finished-run.ts'

/** Message to a worker. */
export interface CheckRequest {
  readonly code: string
  readonly wanted: ExamineRequest
}

/** More threads cost more memory than the time they save. */
const MAX_THREADS = 4
/** Scripts sent to a worker at a time: one to check, others queued so that it never idles. */
const QUEUE_PER_THREAD = 3
/** Bundle of `check-worker.ts`, one folder up: this file becomes a separate chunk in a folder of `dist`. */
const WORKER_FILE = new URL('../check-worker.js', import.meta.url)

/**
 * Undefined for a single thread, and when topo runs from its TypeScript sources.
 *
 * @param inProcess check function for the calling thread, which would idle otherwise. It replaces one worker and saves
 * that worker's warm-up, which costs as much as a hundred scripts
 */
export function openCheckPool({
  leaves = 0,
  count = Math.min(availableParallelism() - leaves, MAX_THREADS),
  inProcess,
}: PoolChoice = {}): Checker | undefined {
  if (count < 2 || import.meta.url.endsWith('.ts')) return undefined
  return openWorkers(WORKER_FILE, { count: inProcess === undefined ? count : count - 1, inProcess })
}

/** A thread for commands that must react while it checks a script; undefined when topo runs from its sources. */
export const openCheckThread = (): Checker | undefined =>
  import.meta.url.endsWith('.ts') ? undefined : openWorkers(WORKER_FILE, { count: 1 })

interface PoolChoice extends Pick<CheckPoolOptions, 'count' | 'inProcess'> {
  /** Cores that have other work. */
  leaves?: number
}

interface CheckPoolOptions {
  /** Number of threads. */
  count?: number | undefined
  inProcess?: Examine | undefined
  /** Milliseconds for one script. */
  timeoutMs?: number | undefined
}

/** @param file worker module: it posts `ready`, then one answer per request */
export function openWorkers(
  file: URL,
  { count = MAX_THREADS, inProcess, timeoutMs }: CheckPoolOptions,
): Checker {
  const pool = new ThreadPool<CheckRequest, ExamineResult>({
    file,
    count,
    queueLength: QUEUE_PER_THREAD,
    inProcess: inProcess && (({ code, wanted }) => inProcess(code, wanted)),
    timeoutMs,
  })
  pool.start()
  return {
    examine: (code, wanted) => pool.run({ code, wanted }).catch(findingOfDeath),
    close: () => pool.close(),
  }
}

/** The script that a worker died on has a finding. */
function findingOfDeath(error: unknown): ExamineResult {
  if (!(error instanceof ThreadDied) || error instanceof ThreadStartFailure) throw error
  return { findings: [abortedCheck(error.message)] }
}
