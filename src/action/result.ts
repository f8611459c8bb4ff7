/** What a step has come to, whichever command it was. */
import type { ExitCode, KnownError } from '../errors.ts'
import type { CheckedScript } from '../project/check/check.ts'
import type { Cost } from '../project/plan/cost.ts'
import { type Action, isDone, OUTCOMES } from '../project/plan/outcome.ts'
import type { DiagramReview } from '../project/review/review.ts'

/** One script, as the table of the summary shows it. */
export interface ScriptResult {
  /** Relative to the project root; null where there is no file. */
  path: string | null
  slug: string
  /** What was done with it, or would be done. */
  status: Action | 'valid' | 'create' | 'update' | 'delete'
  /** Why, where that is not said by the status. */
  reason: string
  url: string | null
}

export interface StepResult {
  scripts: ScriptResult[]
  /** Scripts whose findings are told. */
  checked: readonly CheckedScript[]
  changes: DiagramReview[]
  /** What a push would cost; for `plan`. */
  costs?: readonly Cost[]
  exitCode: ExitCode
  /** What ended the run before its end. */
  error?: KnownError
  /** What could not be done, and is said loudly, as sentences. */
  warnings: string[]
}

const isOutcome = (status: ScriptResult['status']): status is Action => Object.hasOwn(OUTCOMES, status)

/** True if the step wrote or deleted the script, or would. */
export const isChange = ({ status }: ScriptResult): boolean =>
  isOutcome(status) ? isDone(status) : status !== 'valid'
export const isTrouble = ({ status }: ScriptResult): boolean =>
  isOutcome(status) && OUTCOMES[status] === 'trouble'
