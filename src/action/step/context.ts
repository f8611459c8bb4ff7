/** Context of all commands of the Action. */
import type { Environment } from '../../cli/io/process/environment.ts'
import type { Terminal } from '../../cli/io/terminal.ts'
import type { Service } from '../../cli/service/service.ts'
import { usageError } from '../../errors.ts'
import type { Project } from '../../project/config/project.ts'
import type { Unanswered } from '../../sync/send/unanswered.ts'
import type { SyncState } from '../../sync/state/state.ts'
import type { PullRequest } from './event.ts'
import type { Inputs } from './inputs.ts'
import type { ScriptResult, StepResult } from './result.ts'

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
  /** Sync records of the project, for the key of the service. */
  state(): Promise<SyncState>
  /** Commands add to it while they work. A step that fails or is cancelled reports it. */
  readonly soFar: StepResult
  /** Rows for the scripts of a push. A push that is cancelled reports those that it has not finished. */
  planned: readonly ScriptResult[]
  /** Scripts that are being sent. A step that is cancelled names them. */
  readonly unanswered: Unanswered
  /** Adds a script to `soFar`, and logs it at once. */
  done(script: ScriptResult): void
  /** Saves what was read of the service, and closes it, if it was opened. */
  close(): Promise<void>
}

/** Drafts of a pull request have slugs that begin with this name. @throws usage error without one */
export function draftsName({ pullRequest }: Context): string {
  if (pullRequest !== undefined) return `pr-${pullRequest.number}`
  throw usageError('The input `drafts` is true, but the event has no pull request.', {
    hint: 'Start the workflow on `pull_request`, or leave out the input.',
  })
}
