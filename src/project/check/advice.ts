/** What is wrong with scripts that the service takes all the same. */
import { rules } from '../../validator/index.ts'
import type { CheckedScript } from './check.ts'

export interface Advice {
  /** How many scripts have warnings. */
  scripts: number
  warnings: number
  /** How many of these stop the script when the diagram is opened. */
  breaking: number
}

const breaking = new Set(rules.filter(({ breaks }) => breaks).map(({ id }) => id))

export function adviceOf(checked: readonly CheckedScript[]): Advice {
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

/** From which findings on a script is not sent. What the service would refuse never is; with `none` that fails no run. */
export type FailOn = 'none' | 'warning' | 'error'

/** Why `push` does not send a script that `isRefused`. */
export const refusalReason = (failOn: FailOn = 'error'): string =>
  `the validator found ${failOn === 'warning' ? 'warnings' : 'errors'}`

export const isRefused = ({ findings }: CheckedScript, failOn: FailOn = 'error'): boolean =>
  findings.some(({ severity }) => severity === 'error' || (failOn === 'warning' && severity === 'warning'))
