/** How findings about suppressions are called; the comments themselves are read where the files are. */
import type { Rule } from './rule.ts'
import { rules } from './rules/index.ts'

/** Listed and set like a rule; it looks at comments, not at a topology. */
export const suppression: Pick<Rule, 'id' | 'severity' | 'docs'> = {
  id: 'suppression',
  severity: 'hint',
  docs: {
    summary: 'suppressions are used, known and reasoned',
    why: 'A comment that hides nothing, or nobody knows why, hides the next fault at its place too.',
  },
}

/** Whether a rule gives advice, which people may turn off, hide or record; the service's own rules are none. */
export function isAdvice(rule: string): boolean {
  return (
    rule === suppression.id || rules.some(({ id, serverType }) => id === rule && serverType === undefined)
  )
}
