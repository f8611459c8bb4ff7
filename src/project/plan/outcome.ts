/** What became of one script in a push or a pull. */
import { ExitCode, type KnownError } from '../../errors.ts'
import type { Divergence } from '../merge/divergence.ts'

export type Action =
  | 'created'
  | 'updated'
  /** The file was gone, and now the script is gone on the service too. */
  | 'deleted'
  | 'unchanged'
  /** Only for a pull: written here. */
  | 'pulled'
  /** Only for a pull: what both sides changed was brought together. */
  | 'merged'
  /** Only for an export: written into its folder. */
  | 'exported'
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
  /** What to do next, where something is left to do. */
  hint: string | null
  /** What to beware of in what was written here. */
  warning?: string
  /** Of a conflict, what both sides changed. */
  divergence?: Divergence
  /** What this script alone would make of the run. */
  exitCode: ExitCode
}

/** What an error makes of a script. */
export const failed = (outcome: Outcome, { code, message, hint, exitCode }: KnownError): Outcome => ({
  ...outcome,
  action: 'failed',
  reason: message,
  error: code,
  hint: hint ?? null,
  exitCode,
})

/** The exit code of a run that came to its end: a conflict goes before whatever else went wrong. */
export function exitCodeOf(outcomes: readonly Outcome[]): ExitCode {
  const codes = new Set(outcomes.map(({ exitCode }) => exitCode))
  if (codes.has(ExitCode.conflict)) return ExitCode.conflict
  codes.delete(ExitCode.ok)
  return codes.size > 0 ? ExitCode.refused : ExitCode.ok
}

/** How many of each, for the summary. */
export function countsOf(outcomes: readonly Outcome[]): Partial<Record<Action, number>> {
  const counts: Partial<Record<Action, number>> = {}
  for (const { action } of outcomes) counts[action] = (counts[action] ?? 0) + 1
  return counts
}
