/** From which findings on a validation fails. */
import { boolean, integer, string } from '@oclif/core/flags'
import { ExitCode } from '../../errors.ts'
import type { ValidationResult } from '../../reporters/index.ts'

const thresholds = ['none', 'warning', 'error'] as const

export const thresholdFlags = {
  'fail-on': string({
    options: [...thresholds],
    default: 'error',
    helpValue: 'SEVERITY',
    summary: 'Exit with 1 from this severity on: none, warning or error.',
  }),
  strict: boolean({ exclusive: ['fail-on'], summary: 'Warnings fail too, as with --fail-on warning.' }),
  'max-warnings': integer({ min: 0, helpValue: 'N', summary: 'Exit with 1 for more warnings than this.' }),
}

/** Of what sends scripts. */
export const failOnFlag = {
  'fail-on': string({
    options: [...thresholds],
    default: 'error',
    helpValue: 'SEVERITY',
    summary: 'Exit with 1 from this severity on, and send no such script: none, warning or error.',
    description: 'What the service would refuse is never sent; with none it fails nothing.',
  }),
}

export interface Threshold {
  'fail-on': string
  strict: boolean
  'max-warnings': number | undefined
}

export function exitCodeFor({ errorCount, warningCount }: ValidationResult, given: Threshold): ExitCode {
  const most = given['max-warnings'] ?? Number.POSITIVE_INFINITY
  const counted = { none: 0, warning: errorCount + warningCount, error: errorCount }
  const from = given.strict ? 'warning' : (given['fail-on'] as (typeof thresholds)[number])
  const failed = counted[from] > 0 || warningCount > most
  return failed ? ExitCode.refused : ExitCode.ok
}
