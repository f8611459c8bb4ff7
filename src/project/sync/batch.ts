/** Processes many scripts, a few at a time, each separately. */
import pLimit from 'p-limit'
import { endsRun, KnownError } from '../../errors.ts'
import { failed, type Outcome } from '../plan/outcome.ts'

/** Concurrency and progress callbacks of a run. */
export interface Pace {
  /** Maximum of scripts in progress. */
  readonly concurrency: number
  /** Called before the first script, with the total. */
  readonly onBegin?: (total: number) => void
  /** Called after each script, in any order. */
  readonly onOutcome?: (outcome: Outcome) => void
}

export interface Batch {
  /** One per script, in their order. */
  outcomes: Outcome[]
  /** Error that stopped the run early: quota, key, outage. */
  ended: KnownError | undefined
}

/**
 * An error stops only its script, unless every further request would fail too: that stops the run.
 *
 * @param outline outcome of a script before anything is done
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
    if (ended) return notReached(outline(script), ended)
    try {
      return await carryOut(script)
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      if (!endsRun(error)) return failed(outline(script), error)
      ended ??= error
      return notReached(outline(script), ended)
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

const notReached = (outcome: Outcome, { code, exitCode }: KnownError): Outcome => ({
  ...outcome,
  action: 'not-done',
  reason: 'not reached',
  error: code,
  hint: null,
  exitCode,
})
