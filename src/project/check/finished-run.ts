/** Tells a script that ran to its end from one that something stopped. */
import { type Finding, projectRules, rules } from '../../validator/index.ts'

/** True if the script ran to its end: all findings then come from rules. */
export const hasRun = ({ findings }: { readonly findings: readonly Finding[] }): boolean =>
  findings.every(({ rule }) => ruleIds.has(rule))

const ruleIds = new Set([...rules, ...projectRules].map(({ id }) => id))
