/** What a step has come to, whichever command it was. */
import type { ExitCode, KnownError } from '../errors.ts'
import type { CheckedScript } from '../project/check/check.ts'
import type { Cost } from '../project/plan/cost.ts'
import type { Action } from '../project/plan/outcome.ts'
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

/** The scripts that something was done with, or would be. */
const writing = new Set<ScriptResult['status']>([
  'created',
  'updated',
  'deleted',
  'create',
  'update',
  'delete',
])
const troubled = new Set<ScriptResult['status']>(['invalid', 'failed', 'not-done', 'conflict'])

export const isChange = ({ status }: ScriptResult): boolean => writing.has(status)
export const isTrouble = ({ status }: ScriptResult): boolean => troubled.has(status)
