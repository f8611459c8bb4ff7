/** What can go wrong before there is a topology to judge. */
import { forMessage } from '../text/for-message.ts'
import { type Span, START } from './position.ts'

/**
 * Why a script did not run through. `import` and `header` problems are found elsewhere, before this; `internal` is a bug
 * in topo that only this script meets.
 */
export type ProblemRule = 'syntax' | 'runtime' | 'timeout' | 'memory' | 'unsettled' | 'internal'

/** A reason why a script draws nothing. */
export interface Problem extends Span {
  readonly rule: ProblemRule
  readonly message: string
  /** What to do about it, as one sentence. */
  readonly fix: string
}

export function problem(rule: ProblemRule, at: Span, message: string, fix: string): Problem {
  const { line, column, endLine, endColumn } = at
  return { rule, message: forMessage(message), fix, line, column, endLine, endColumn }
}

/** A bug in topo, as a finding of the script that met it: the other scripts keep their verdicts. */
export function internalProblem(doing: string, error: unknown): Problem & { readonly rule: 'internal' } {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  const said = `topo has a bug that this script meets while ${doing}: ${name}: ${message}`
  const fix = 'Report it with the script. Other scripts are not affected.'
  return { ...problem('internal', START, said, fix), rule: 'internal' }
}
