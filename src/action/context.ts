/** Context of all commands of the Action. */
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
  /** The commit before the event's changes; undefined if the event has none. */
  readonly base: string | undefined
  /** Absolute path of the review folder. */
  readonly reviewFolder: string
  readonly env: NodeJS.ProcessEnv
  /** Connects on the first call. */
  service(): Promise<Service>
  /** Closes the service, if it was opened. */
  close(): Promise<void>
}
