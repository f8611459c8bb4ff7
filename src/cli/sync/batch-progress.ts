/** Progress of a batch: a bar for people, a JSON line per script for programs. */
import type { Interfaces } from '@oclif/core'
import { boolean, integer } from '@oclif/core/flags'
import type { Outcome } from '../../project/plan/outcome.ts'
import type { Pace } from '../../project/sync/batch.ts'
import { jsonText } from '../../text/ci-commands.ts'
import { rare } from '../command/flags.ts'
import { onInterrupt } from '../io/signals.ts'
import type { Terminal } from '../io/terminal.ts'
import { outcomeText } from './outcome-table.ts'

export const concurrencyFlag = {
  concurrency: integer({
    ...rare,
    default: 4,
    min: 1,
    max: 32,
    helpValue: 'N',
    summary: 'Number of parallel requests.',
  }),
}

export const paceFlags = {
  ...concurrencyFlag,
  'json-stream': boolean({
    ...rare,
    exclusive: ['json'],
    summary: 'Print a JSON line for each script when it is done, then a summary line.',
  }),
}

type PaceChoice = Interfaces.InferredFlags<typeof paceFlags>

/** @param doing label of the progress, such as "Pushing" */
export function paceOf(
  { activity, out, err, json }: Terminal,
  doing: string,
  choice: PaceChoice,
): Pace {
  const done: Outcome[] = []
  const isStream = choice['json-stream']
  let all = 0
  onInterrupt(() => {
    activity.end()
    if (done.length > 0 && !json && !isStream) out.line(outcomeText(out, done))
    const progress = all === 0 ? 'nothing was done yet' : `${done.length} of ${all}`
    err.line(`${doing} was interrupted: ${progress}; run the same command again to resume.`)
  })
  return {
    concurrency: choice.concurrency,
    onBegin: (total) => {
      all = Math.max(all, total + done.length)
      activity.begin(doing, total)
    },
    onOutcome: (outcome) => {
      activity.advance()
      done.push(outcome)
      if (isStream) out.line(jsonText({ type: 'outcome', ...outcome }, 0))
    },
  }
}
