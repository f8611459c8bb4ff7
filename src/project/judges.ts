/** Threads that give verdicts, one code at a time each, so that many scripts are checked on all cores. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Finding, RuleSettings } from '../validator/index.ts'
import type { Judge } from './check.ts'

export interface Judges {
  readonly judge: Judge
  close(): Promise<void>
}

/** What a thread is asked. */
export interface Question {
  readonly code: string
  readonly rules: RuleSettings | undefined
}

/** What a thread says: that it has started, the verdict on a code, or the error that our own code has thrown. */
export type Message = 'ready' | { readonly findings: readonly Finding[] } | { readonly error: unknown }

interface Task {
  readonly question: Question
  readonly resolve: (findings: readonly Finding[]) => void
  readonly reject: (error: unknown) => void
}

/** More threads than this would hold more memory than they save time. */
const MOST = 4
/** The native parser recurses on the thread's stack; what it bears in the main thread it must bear here. */
const STACK_MB = 10
/** The bundle of `judge-thread.ts`; this file is loaded on its own, so that it always lies one folder below. */
const THREAD = new URL('../judge.js', import.meta.url)

/** Undefined for a single one, and where topo runs from its sources, which are no JavaScript. */
export function openJudges(count = Math.min(availableParallelism(), MOST)): Judges | undefined {
  return count < 2 || import.meta.url.endsWith('.ts') ? undefined : new Threads(THREAD, count)
}

/** @param file a module that says `ready` and then answers every code */
export class Threads implements Judges {
  readonly #file: URL
  readonly #waiting: Task[] = []
  readonly #threads = new Set<Worker>()
  readonly #busy = new Map<Worker, Task>()
  readonly #idle: Worker[] = []
  #failure: Error | undefined

  constructor(file: URL, count: number) {
    this.#file = file
    for (let n = 0; n < count; n++) this.#start()
  }

  readonly judge: Judge = (code, rules) =>
    new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure)
      this.#waiting.push({ question: { code, rules }, resolve, reject })
      this.#next()
    })

  async close(): Promise<void> {
    for (const thread of this.#threads) thread.removeAllListeners('exit')
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  #start(): void {
    const thread = new Worker(this.#file, { resourceLimits: { stackSizeMb: STACK_MB } })
    this.#threads.add(thread)
    let reason = 'its thread ended'
    thread.on('message', (message: Message) => {
      const task = this.#busy.get(thread)
      this.#busy.delete(thread)
      this.#idle.push(thread)
      if (message !== 'ready') {
        if ('error' in message) task?.reject(message.error)
        else task?.resolve(message.findings)
      }
      this.#next()
    })
    thread.on('error', (error) => {
      reason = error.message
    })
    thread.on('exit', () => this.#bury(thread, reason))
  }

  #next(): void {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const [thread, task] = [this.#idle.pop() as Worker, this.#waiting.shift() as Task]
      this.#busy.set(thread, task)
      thread.postMessage(task.question)
    }
  }

  /** A thread that dies takes one script's verdict with it, which is said; the others get a new thread. */
  #bury(thread: Worker, reason: string): void {
    this.#threads.delete(thread)
    const task = this.#busy.get(thread)
    this.#busy.delete(thread)
    if (task !== undefined) {
      task.resolve([brokenOff(reason)])
      this.#start()
    } else if (this.#threads.size === 0) {
      // It died before it had anything to do, as another one would.
      this.#failure = new Error(`no thread starts: ${reason}`)
      for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
    }
  }
}

const brokenOff = (reason: string): Finding => ({
  rule: 'runtime',
  severity: 'error',
  message: `The check of this script broke off: ${reason}`,
  fix: 'Check it alone, with its path; if that fails too, make it smaller.',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
})
