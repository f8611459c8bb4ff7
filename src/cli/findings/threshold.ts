/** Decides which findings fail a validation. */
import type { Interfaces } from '@oclif/core'
import { boolean, integer, string } from '@oclif/core/flags'
import { ExitCode } from '../../errors.ts'
import type { ValidationResult } from '../../reporters/index.ts'
import { counted, joined } from '../../text/words.ts'
import { rare } from '../command/flags/flags.ts'

const thresholds = ['none', 'warning', 'error'] as const

const severity = { options: [...thresholds], default: 'error', helpValue: 'SEVERITY' }

export const thresholdFlags = {
  'fail-on': string({
    ...severity,
    summary: 'Exit with 1 for findings of at least this severity: none, warning or error.',
  }),
  strict: boolean({
    ...rare,
    exclusive: ['fail-on'],
    summary: 'Fail on warnings too, like --fail-on warning.',
  }),
  'max-warnings': integer({
    ...rare,
    min: 0,
    helpValue: 'N',
    summary: 'Exit with 1 for more warnings than this.',
  }),
}

/** For commands that send scripts. */
export const failOnFlag = {
  'fail-on': string({
    ...severity,
    summary:
      'Exit with 1 and do not send scripts with findings of at least this severity: none, warning or error.',
    description:
      'A script that the service would refuse is never sent. With none, it does not fail the command.',
  }),
}

type Flags = Interfaces.InferredFlags<typeof thresholdFlags>
type Threshold = Pick<Flags, 'fail-on'> & Partial<Pick<Flags, 'strict' | 'max-warnings'>>

type Counts = Pick<ValidationResult, 'errorCount' | 'warningCount'>

export function exitCodeFor({ errorCount, warningCount }: Counts, given: Threshold): ExitCode {
  const most = given['max-warnings'] ?? Number.POSITIVE_INFINITY
  const counts = { none: 0, warning: errorCount + warningCount, error: errorCount }
  const failed = counts[severityOf(given)] > 0 || warningCount > most
  return failed ? ExitCode.refused : ExitCode.ok
}

/** Names the findings and the flag that fail the command; for a result that fails. */
export function whyFailed({ errorCount, warningCount }: Counts, given: Threshold): string {
  const lowest = severityOf(given)
  const errors = errorCount > 0 && counted(errorCount, 'error')
  const warnings = counted(warningCount, 'warning')
  if (lowest === 'warning' && warningCount > 0) {
    const flag = given.strict ? '--strict' : '--fail-on warning'
    return `Exit code 1: ${joined(' and ', errors, warnings)}, because of ${flag}.`
  }
  if (lowest !== 'none' && errors) return `Exit code 1: ${errors}.`
  return `Exit code 1: ${warnings}, because of --max-warnings ${given['max-warnings']}.`
}

const severityOf = (given: Threshold) =>
  given.strict ? 'warning' : (given['fail-on'] as (typeof thresholds)[number])
