/** What all commands of the Action work with. */
import type { Environment } from '../cli/io/environment.ts'
import type { Terminal } from '../cli/io/terminal.ts'
import type { Service } from '../cli/service/service.ts'
import type { Project } from '../project/config/project.ts'
import type { PullRequest } from './event.ts'
import type { Inputs } from './inputs.ts'

export interface Context {
  readonly inputs: Inputs
  readonly project: Project
  readonly terminal: Terminal
  readonly environment: Environment
  readonly pullRequest: PullRequest | undefined
  /** The commit that the event's changes begin at; undefined where the event has none. */
  readonly base: string | undefined
  /** Absolute: where a review lies. */
  readonly reviewFolder: string
  readonly env: NodeJS.ProcessEnv
  /** Opened when it is first asked for. */
  service(): Promise<Service>
  /** Lets go of what it holds, if it was opened. */
  close(): Promise<void>
}
