/** Outcome of one script in a push or pull. */
import { ExitCode, type KnownError } from '../../errors.ts'
import type { Divergence } from '../merge/divergence.ts'

/** `trouble`: the user has to act; `open`: the rest is left to do, by choice or with another command. */
type OutcomeKind = 'written' | 'deleted' | 'same' | 'open' | 'trouble'

/** Every outcome that a script can have, and its kind: colours and summaries are derived from it. */
export const OUTCOMES = {
  created: 'written',
  updated: 'written',
  /** Pull only: the local file was written. */
  pulled: 'written',
  /** Pull only: the changes of both sides were merged. */
  merged: 'written',
  /** Export only: the file was written. */
  exported: 'written',
  /** The local file was deleted; the remote script is now deleted too. */
  deleted: 'deleted',
  unchanged: 'same',
  /** Only the remote changed; `pull` fetches it. */
  'remote-ahead': 'open',
  /** Only the local file changed; `push` sends it. */
  'local-ahead': 'open',
  skipped: 'open',
  orphan: 'open',
  conflict: 'trouble',
  /** Not sent, because it failed validation. */
  invalid: 'trouble',
  failed: 'trouble',
  /** Not reached: the run stopped early (quota, key, outage). */
  'not-done': 'trouble',
} as const satisfies Record<string, OutcomeKind>

export type Action = keyof typeof OUTCOMES

/** True if the script was created, updated, fetched, exported or deleted. */
export const isDone = (action: Action): boolean =>
  OUTCOMES[action] === 'written' || OUTCOMES[action] === 'deleted'

export interface Outcome {
  path: string | null
  slug: string
  /** Slug that the script had on the service before, if the run changed it. */
  renamedFrom?: string
  action: Action
  reason: string
  id: string | null
  /** Web address of a public script, if known. */
  url: string | null
  updatedAt: string | null
  /** Error code, if it failed. */
  error: string | null
  /** The next step, if there is one. */
  hint: string | null
  /** Warning about the content that was written locally. */
  warning?: string
  /** Conflicts only: the changes of both sides. */
  divergence?: Divergence
  /** Exit code if this were the only script. */
  exitCode: ExitCode
}

/** The outcome of a script about which only this is known. */
export function outcomeWith(known: Pick<Outcome, 'slug' | 'action'> & Partial<Outcome>): Outcome {
  const { slug, action, ...rest } = known
  return {
    path: null,
    slug,
    action,
    reason: '',
    id: null,
    url: null,
    updatedAt: null,
    error: null,
    hint: null,
    exitCode: ExitCode.ok,
    ...rest,
  }
}

/** Turns an error into a failed outcome. */
export const failed = (
  outcome: Outcome,
  { code, message, hint, exitCode }: KnownError,
): Outcome => ({
  ...outcome,
  action: 'failed',
  reason: message,
  error: code,
  hint: hint ?? null,
  exitCode,
})

/** Exit code of a completed run: a conflict takes precedence over other failures. */
export function exitCodeOf(outcomes: readonly Outcome[]): ExitCode {
  const codes = new Set(outcomes.map(({ exitCode }) => exitCode))
  if (codes.has(ExitCode.conflict)) return ExitCode.conflict
  codes.delete(ExitCode.ok)
  return codes.size > 0 ? ExitCode.refused : ExitCode.ok
}

/** Counts outcomes by action, for the summary. */
export function countsByAction(outcomes: readonly Outcome[]): Partial<Record<Action, number>> {
  const counts: Partial<Record<Action, number>> = {}
  for (const { action } of outcomes) counts[action] = (counts[action] ?? 0) + 1
  return counts
}
