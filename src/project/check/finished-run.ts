/**
 * Tells a script that ran to its end from one that something stopped, which has a finding: the
 * others keep theirs.
 */
import { KnownError } from '../../errors.ts'
import { START } from '../../topology/model/position.ts'
import { type Finding, projectRules, rules } from '../../validator/index.ts'

/** True if the script ran to its end: all findings then come from rules. */
export const hasRun = ({ findings }: { readonly findings: readonly Finding[] }): boolean =>
  findings.every(({ rule }) => ruleIds.has(rule))

const ruleIds = new Set([...rules, ...projectRules].map(({ id }) => id))

/** For a script on which a worker thread died. */
export const abortedCheck = (reason: string): Finding => ({
  rule: 'runtime',
  severity: 'error',
  message: `The check of this script was aborted: ${reason}`,
  fix: 'Check only this script, by its path. If that also fails, make it smaller.',
  ...START,
})

/**
 * For a script that the machine could not check in time, which says nothing about the script;
 * undefined for other errors.
 */
export function busyCheck(error: unknown): Finding | undefined {
  if (!(error instanceof KnownError) || error.code !== 'TOPO_BUSY') return undefined
  const { code, message, hint = '' } = error
  return { rule: code, severity: 'error', message: message.replace(/\.$/, ''), fix: hint, ...START }
}
