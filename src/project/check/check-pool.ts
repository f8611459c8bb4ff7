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
export function openWorkers(
  file: URL,
  { count = MAX_THREADS, inProcess, timeoutMs = SCRIPT_TIMEOUT_MS }: CheckPoolOptions,
): Checker {
  const waiting: Task[] = []
  /** Open requests of each worker; undefined until the worker is ready. */
  const threads = new Map<Worker, Task[] | undefined>()
  const timers = new Map<Worker, NodeJS.Timeout>()
  let isBusyInProcess = false
  let isClosed = false
  let failure: Error | undefined

  function start(): void {
    const thread = new Worker(file, { resourceLimits: { stackSizeMb: STACK_MB } })
    threads.set(thread, undefined)
    let reason = 'its worker thread exited'
    thread.on('message', (message: WorkerMessage) => {
      if (message === 'ready') threads.set(thread, [])
      else {
        const task = threads.get(thread)?.shift()
        watch(thread)
        if ('examined' in message) task?.resolve(message.examined)
        else task?.reject(receivedError(message))
      }
      next()
    })
    thread.on('error', (error) => {
      reason = error.message
    })
    thread.on('exit', () => onExit(thread, reason))
  }

  function next(): void {
    if (isClosed) return
    for (let length = 0; length < QUEUE_PER_THREAD; length++) {
      for (const [thread, asked] of threads) {
        if (asked?.length !== length) continue
        const task = waiting.shift()
        if (task === undefined) return
        asked.push(task)
        thread.postMessage(task.request)
        if (asked.length === 1) watch(thread)
      }
    }
    // Check on this thread only once the workers are up: the first check here is cold and would delay them.
    const areStarting = [...threads.values()].includes(undefined)
    if (!isBusyInProcess && !areStarting) void examineInProcess()
  }

  /** Terminates a worker that takes too long for its current script. */
  function watch(thread: Worker): void {
    clearTimeout(timers.get(thread))
    const task = threads.get(thread)?.[0]
    if (task === undefined) return
    const end = () => {
      task.reject(scriptTimeout(timeoutMs))
      // A result that arrives now would give it another script.
      thread.removeAllListeners('message')
      void thread.terminate()
    }
    timers.set(thread, setTimeout(end, timeoutMs))
  }

  async function examineInProcess(): Promise<void> {
    const task = inProcess && waiting.shift()
    if (task === undefined) return
    isBusyInProcess = true
    await inProcess?.(task.request.code, task.request.wanted).then(task.resolve, task.reject)
    isBusyInProcess = false
    next()
  }

  /** Reports the script that a worker died on, and gives its other scripts to a new worker. */
  function onExit(thread: Worker, reason: string): void {
    const asked = threads.get(thread)
    threads.delete(thread)
    clearTimeout(timers.get(thread))
    timers.delete(thread)
    const task = asked?.shift()
    if (asked !== undefined && task !== undefined) {
      task.resolve({ findings: [abortedCheck(reason)] })
      waiting.unshift(...asked)
      start()
    } else if (threads.size === 0 && inProcess === undefined) {
      // The worker died at startup, and so would the next one.
      failure = new Error(`Cannot start a worker thread: ${reason}`)
      for (const { reject } of waiting.splice(0)) reject(failure)
    }
    next()
  }

  for (let n = 0; n < count; n++) start()
  return {
    examine: (code, wanted) =>
      new Promise((resolve, reject) => {
        if (failure) reject(failure)
        waiting.push({ request: { code, wanted }, resolve, reject })
        next()
      }),
    async close(): Promise<void> {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
      for (const thread of threads.keys()) thread.removeAllListeners('exit')
      await Promise.all([...threads.keys()].map((thread) => thread.terminate()))
    },
  }
}
