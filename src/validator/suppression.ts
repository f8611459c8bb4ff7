/** Describes findings about suppression comments; `project` reads the comments themselves. */
import type { Rule } from './rule.ts'
import { rules } from './rules/index.ts'

/** Listed and configured like a rule, but it checks comments instead of a topology. */
export const suppression: Pick<Rule, 'id' | 'severity' | 'docs'> = {
  id: 'suppression',
  severity: 'hint',
  docs: {
    summary: 'Suppressions are used, name a known rule and give a reason',
    why: 'An unused or unexplained suppression also hides the next finding at its place.',
  },
}

/** True if a rule is advice, which can be turned off, suppressed or put into a baseline; the service's rules cannot. */
export function isAdvice(rule: string): boolean {
  return (
    rule === suppression.id || rules.some(({ id, serverType }) => id === rule && serverType === undefined)
  )
}
