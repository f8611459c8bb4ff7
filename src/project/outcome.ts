/** What became of one script in a push or a pull. */
import { ExitCode, type KnownError } from '../errors.ts'

export type Action =
  | 'created'
  | 'updated'
  | 'unchanged'
  /** Only for a pull: written here. */
  | 'pulled'
  /** Changed on the service only; `pull` brings it. */
  | 'remote-ahead'
  /** Changed here only; `push` sends it. */
  | 'local-ahead'
  | 'conflict'
  | 'skipped'
  | 'orphan'
  /** The validator refused it, so it was not sent. */
  | 'invalid'
  | 'failed'
  /** The run ended before its turn: quota, key, outage. */
  | 'not-done'

export interface Outcome {
  path: string | null
  slug: string
  action: Action
  reason: string
  id: string | null
  /** Where a public script is seen, if that is known. */
  url: string | null
  updatedAt: string | null
  /** The code of the error, where there was one. */
  error: string | null
}

/** Ends the whole run, for every further request would meet the same. */
export const endsRun = (error: KnownError): boolean =>
  error.exitCode === ExitCode.quota ||
  error.exitCode === ExitCode.auth ||
  error.exitCode === ExitCode.temporary

/** The exit code of the run: what ended it, else a conflict, else a script that failed, else 0. */
export function exitCodeOf(outcomes: readonly Outcome[], ended?: KnownError): ExitCode {
  if (ended) return ended.exitCode
  const actions = new Set(outcomes.map(({ action }) => action))
  if (actions.has('conflict')) return ExitCode.conflict
  return actions.has('failed') || actions.has('invalid') ? ExitCode.refused : ExitCode.ok
}

/** How many of each, for the summary. */
export function countsOf(outcomes: readonly Outcome[]): Partial<Record<Action, number>> {
  const counts: Partial<Record<Action, number>> = {}
  for (const { action } of outcomes) counts[action] = (counts[action] ?? 0) + 1
  return counts
}
