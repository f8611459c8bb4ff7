/** Counts warnings, which the service does not refuse, and decides which scripts `push` sends. */
import { rules } from '../../validator/index.ts'
import type { CheckedScript } from './check.ts'

export interface Advice {
  /** Number of scripts with warnings. */
  scripts: number
  warnings: number
  /** Warnings that make the script fail when the diagram is opened. */
  breaking: number
}

const breakingRules = rules.filter(({ breaks }) => breaks)
const breaking = new Set(breakingRules.map(({ id }) => id))

export function countAdvice(checked: readonly CheckedScript[]): Advice {
  const advice = { scripts: 0, warnings: 0, breaking: 0 }
  for (const { findings } of checked) {
    const warnings = findings.filter(({ severity }) => severity === 'warning')
    if (warnings.length === 0) continue
    advice.scripts++
    advice.warnings += warnings.length
    advice.breaking += warnings.filter(({ rule }) => breaking.has(rule)).length
  }
  return advice
}

/** Severity from which a script is not sent. Errors are never sent; with `none` they do not fail the run. */
export type FailOn = 'none' | 'warning' | 'error'

/** Reason that `push` reports for a script that `isRefused`. */
export const refusalReason = (failOn: FailOn = 'error'): string =>
  `the validator found ${failOn === 'warning' ? 'warnings' : 'errors'}`

export const isRefused = ({ findings }: CheckedScript, failOn: FailOn = 'error'): boolean =>
  findings.some(
    ({ severity }) => severity === 'error' || (failOn === 'warning' && severity === 'warning'),
  )
