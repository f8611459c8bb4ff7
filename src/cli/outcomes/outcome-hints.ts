/** The next steps of scripts that failed, each once, for a log or a pipe: a terminal has them below each script. */
import { ExitCode } from '../../errors.ts'
import { groupedBy } from '../../grouped.ts'
import { hintForSeveral } from '../../sync/plan/conflicts.ts'
import type { Outcome } from '../../sync/plan/outcome.ts'

/** Names of scripts with one next step. */
const MOST_NAMES = 3

export function failureHints(outcomes: readonly Outcome[]): string[] {
  const failed = outcomes.filter(({ exitCode }) => exitCode !== ExitCode.ok)
  const byHint = groupedBy(failed, ({ hint, slug }) => hintForSeveral(hint ?? '', slug))
  return [...byHint].flatMap(([general, scripts]) => {
    const hint = scripts.length > 1 ? general : (scripts[0]?.hint ?? '')
    const names = scripts.slice(0, MOST_NAMES).map(({ path, slug }) => path ?? slug)
    const more = scripts.length > MOST_NAMES ? ` and ${scripts.length - MOST_NAMES} more` : ''
    return hint === '' ? [] : `${names.join(', ')}${more}: ${hint}`
  })
}
