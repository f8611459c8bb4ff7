/**
 * Writes workflow commands for GitHub's runner, to stdout and to its files. Untrusted text is written between
 * `stop-commands` and a random token, so that the runner ignores commands in it.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { commandData, commandProperty } from '../../text/safe/ci-commands.ts'
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

  /** Makes the log show `***` instead. */
  mask(secret: string): void {
    this.#order('add-mask', secret)
  }

  warn(title: string, message: string): void {
    this.#order(`warning title=${commandProperty(title)}`, message)
  }

  fail(title: string, message: string): void {
    this.#order(`error title=${commandProperty(title)}`, message)
  }

  /** Writes finished workflow commands, e.g. annotations. */
  orders(lines: string): void {
    this.#write(lines)
  }

  /** Opens a foldable group in the log, without workflow commands; always closes it. */
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

  /** Sets an output for later steps. */
  output(name: OutputName, value: string): void {
    const delimiter = `topo_${randomUUID()}`
    this.#append('GITHUB_OUTPUT', `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
  }

  /** Writes Markdown for the page of the run; one per step. */
  summary(markdown: string): void {
    this.#append('GITHUB_STEP_SUMMARY', markdown)
  }

  /** Does nothing outside of a runner, where the variables are not set. */
  #append(variable: string, text: string): void {
    const file = this.#env[variable]
    if (file) appendFileSync(file, text)
  }

  #order(order: string, value: string): void {
    this.#write(`::${order}::${commandData(value)}\n`)
  }
}
