/**
 * GitHub's runner, which reads orders from a step's output and files (workflow commands). What is not ours to order
 * is written between `stop-commands` and a token that nobody can guess.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { commandData, commandProperty } from '../text/ci-commands.ts'
import type { OutputName } from './metadata.ts'

export class WorkflowRunner {
  readonly #env: NodeJS.ProcessEnv
  readonly #write: (text: string) => void

  constructor(env: NodeJS.ProcessEnv, write: (text: string) => void) {
    this.#env = env
    this.#write = write
  }

  get debug(): boolean {
    return this.#env.RUNNER_DEBUG === '1'
  }

  /** From now on the log shows `***` instead. */
  mask(secret: string): void {
    this.#order('add-mask', secret)
  }

  warn(title: string, message: string): void {
    this.#order(`warning title=${commandProperty(title)}`, message)
  }

  fail(title: string, message: string): void {
    this.#order(`error title=${commandProperty(title)}`, message)
  }

  /** Orders that are made already, such as annotations. */
  orders(lines: string): void {
    this.#write(lines)
  }

  /** A part of the log that folds; within it nothing is an order, and it is closed whatever happens. */
  async log<T>(title: string, work: () => Promise<T>): Promise<T> {
    const token = randomUUID()
    this.#order('group', title)
    this.#order('stop-commands', token)
    try {
      return await work()
    } finally {
      this.#write(`\n::${token}::\n`)
      this.#order('endgroup', '')
    }
  }

  /** A value for later steps. */
  output(name: OutputName, value: string): void {
    const delimiter = `topo_${randomUUID()}`
    this.#append('GITHUB_OUTPUT', `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
  }

  /** Markdown for the page of the run; only one of a step is kept. */
  summary(markdown: string): void {
    this.#append('GITHUB_STEP_SUMMARY', markdown)
  }

  /** Outside of a runner there are no such files, and nobody reads them. */
  #append(variable: string, text: string): void {
    const file = this.#env[variable]
    if (file) appendFileSync(file, text)
  }

  #order(order: string, value: string): void {
    this.#write(`::${order}::${commandData(value)}\n`)
  }
}
