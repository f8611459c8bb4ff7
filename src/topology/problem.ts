/** What can go wrong before there is a topology to judge. */
import type { Span } from './position.ts'

/** Why a script did not run through. `import` and `header` problems are found elsewhere, before this. */
export type ProblemRule = 'syntax' | 'runtime' | 'timeout' | 'memory' | 'unsettled'

/** A reason why a script draws nothing. */
export interface Problem extends Span {
  readonly rule: ProblemRule
  readonly message: string
  /** What to do about it, as one sentence. */
  readonly fix: string
}

export function problem(rule: ProblemRule, at: Span, message: string, fix: string): Problem {
  const { line, column, endLine, endColumn } = at
  return { rule, message: oneLine(message), fix, line, column, endLine, endColumn }
}

/** Text of a script as it may stand in a message: one line, printable, not endless. */
export function oneLine(text: string): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return flat.length > 300 ? `${flat.slice(0, 299)}…` : flat
}
