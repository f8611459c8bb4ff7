/** Problems that stop a script before rules can check it. */
import { forMessage } from '../../text/safe/for-message.ts'
import { type Span, START } from './position.ts'

/**
 * Why a script failed. `project` reports `import` and `header` problems before this; `internal` is a bug in topo
 * that this script triggers.
 */
export type ProblemRule = 'syntax' | 'runtime' | 'timeout' | 'memory' | 'unsettled' | 'internal'

/** One problem that stops a script. */
export interface Problem extends Span {
  readonly rule: ProblemRule
  readonly message: string
  /** How to fix it, as one sentence. */
  readonly fix: string
}

export function problem(rule: ProblemRule, at: Span, message: string, fix: string): Problem {
  const { line, column, endLine, endColumn } = at
  return { rule, message: forMessage(message), fix, line, column, endLine, endColumn }
}

/** Reports a bug in topo as a finding of one script, so that the other scripts keep their results. */
export function internalProblem(
  doing: string,
  error: unknown,
): Problem & { readonly rule: 'internal' } {
  const { name, message } =
    error instanceof Error ? error : { name: 'Error', message: String(error) }
  const said = `topo has a bug that this script triggers while ${doing}: ${name}: ${message}`
  const fix = 'Report it with the script. Other scripts are not affected.'
  return { ...problem('internal', START, said, fix), rule: 'internal' }
}
