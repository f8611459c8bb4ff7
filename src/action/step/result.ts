/** Result of a step, the same for all commands. */
import { ExitCode, type KnownError } from '../../errors.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import type { DiagramReview } from '../../review/diagram-review.ts'
import { type Action, isDone, OUTCOMES } from '../../sync/plan/outcome.ts'
import type { SyncStatus } from '../../sync/plan/status.ts'
import type { Cost } from '../../sync/push/cost.ts'

/** One row of the summary table. */
export interface ScriptResult {
  /** Relative to the project root; null without a local file. */
  path: string | null
  slug: string
  /** The action that was or would be taken. */
  status: Action | Planned | 'valid' | Exclude<SyncStatus, 'in-sync'>
  /** Reason, unless the status already explains it. */
  reason: string
  url: string | null
}

/** Steps of a plan. */
type Planned = 'create' | 'update' | 'delete'
const planned = new Set<ScriptResult['status']>(['create', 'update', 'delete'] satisfies Planned[])

export interface StepResult {
  scripts: ScriptResult[]
  /** Scripts whose findings are reported. */
  checked: readonly CheckedScript[]
  changes: DiagramReview[]
  /** Blocks and pictures that do not show their diagrams. */
  stale?: readonly PlacedFinding[]
  /** Diagrams that are not among the changes; undefined if nothing was compared with another commit. */
  unchanged?: number | undefined
  /** Quota cost of a push; for `plan`. */
  costs?: readonly Cost[]
  /** Summary of a result without scripts. Default: no scripts. */
  headline?: string
  exitCode: ExitCode
  /** The error that stopped the run. */
  error?: KnownError
  /** Warnings, one sentence each. */
  warnings: string[]
}

/** A result of a step that did nothing, with these warnings. */
export const emptyResult = (...warnings: string[]): StepResult => ({
  scripts: [],
  checked: [],
  changes: [],
  exitCode: ExitCode.ok,
  warnings,
})

const isOutcome = (status: ScriptResult['status']): status is Action =>
  Object.hasOwn(OUTCOMES, status)

/** True if the step wrote or deleted the script, or would. */
export const isChange = ({ status }: ScriptResult): boolean =>
  isOutcome(status) ? isDone(status) : planned.has(status)
export const isFailure = ({ status }: ScriptResult): boolean =>
  isOutcome(status) && OUTCOMES[status] === 'trouble'
