/** Goes through many scripts, a few at a time, each on its own. */
import pLimit from 'p-limit'
import { endsRun, KnownError } from '../../errors.ts'
import { failed, type Outcome } from '../plan/outcome.ts'

/** How a run goes, and who is told of it. */
export interface Pace {
  /** Scripts under way at once. */
  readonly concurrency: number
  /** Told before the first how many there are. */
  readonly onBegin?: (total: number) => void
  /** Told of each when it is done, in whatever order. */
  readonly onOutcome?: (outcome: Outcome) => void
}

export interface Batch {
  /** One per script, in their order. */
  outcomes: Outcome[]
  /** What ended the run early: a quota, the key, an outage. */
  ended: KnownError | undefined
}

/**
 * One script's trouble stops that script alone; only what every further request would meet ends the run.
 *
 * @param outline what is known of a script before anything is done with it
 */
export async function runBatch<T>(
  scripts: readonly T[],
  carryOut: (script: T) => Promise<Outcome>,
  outline: (script: T) => Outcome,
  { concurrency, onBegin, onOutcome }: Pace,
): Promise<Batch> {
  onBegin?.(scripts.length)
  let ended: KnownError | undefined
  const limit = pLimit(concurrency)
  const settle = async (script: T): Promise<Outcome> => {
    if (ended) return notDone(outline(script), ended)
    try {
      return await carryOut(script)
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      if (!endsRun(error)) return failed(outline(script), error)
      ended ??= error
      return notDone(outline(script), ended)
    }
  }
  const outcomes = await Promise.all(
    scripts.map((script) =>
      limit(async () => {
        const outcome = await settle(script)
        onOutcome?.(outcome)
        return outcome
      }),
    ),
  )
  return { outcomes, ended }
}

const notDone = (outcome: Outcome, { code, exitCode }: KnownError): Outcome => ({
  ...outcome,
  action: 'not-done',
  reason: 'the run ended before',
  error: code,
  hint: null,
  exitCode,
})
