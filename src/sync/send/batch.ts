/** Processes many scripts, a few at a time, each separately. */
import pLimit, { type LimitFunction } from 'p-limit'
import { endsRun, KnownError } from '../../errors.ts'
import { fewAtATime } from '../../project/script/few-at-a-time.ts'
import { failed, type Outcome } from '../plan/outcome.ts'
import { UnansweredWrite } from './lost-write.ts'
import { scriptNameOf, type Unanswered } from './unanswered.ts'

/** Concurrency and progress callbacks of a run. */
export interface Pace {
  /** Maximum of scripts in progress. */
  readonly concurrency: number
  /** Called before the first script, with the total. */
  readonly onBegin?: (total: number) => void
  /** Called after each script, in any order. */
  readonly onOutcome?: (outcome: Outcome) => void
  /** Gets the scripts in progress. */
  readonly unanswered?: Unanswered
}

/** Scripts that were sent, and wait for a write of their records. */
const MOST_UNRECORDED = 256

export interface Batch {
  /** One per script, in their order. */
  outcomes: Outcome[]
  /** Error that stopped the run early: quota, key, outage. */
  ended: KnownError | undefined
}

/**
 * An error stops only its script, unless every further request would fail too: that stops the run.
 *
 * @param carryOut may call `sent` once only the record is left to write: the next script then starts
 * @param outline outcome of a script before anything is done
 */
export async function runBatch<T>(
  scripts: readonly T[],
  carryOut: (script: T, sent: () => void) => Promise<Outcome>,
  outline: (script: T) => Outcome,
  { concurrency, onBegin, onOutcome, unanswered }: Pace,
): Promise<Batch> {
  onBegin?.(scripts.length)
  let ended: KnownError | undefined
  const limit = pLimit(concurrency)
  const settle = async (script: T, sent: () => void): Promise<Outcome> => {
    if (ended) return notReached(outline(script), ended)
    const name = scriptNameOf(outline(script))
    unanswered?.begin(name)
    try {
      return await carryOut(script, sent)
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      if (!endsRun(error)) return failed(outline(script), error)
      ended ??= error
      const outcome = notReached(outline(script), ended)
      return error instanceof UnansweredWrite ? { ...outcome, reason: error.outcome } : outcome
    } finally {
      unanswered?.end(name)
    }
  }
  const outcomes = await fewAtATime(scripts, concurrency + MOST_UNRECORDED, async (script) => {
    const outcome = await untilSent(limit, (sent) => settle(script, sent))
    onOutcome?.(outcome)
    return outcome
  })
  return { outcomes, ended }
}

/** Runs the work, and gives its place to the next when it calls `sent` or ends. */
const untilSent = <T>(limit: LimitFunction, work: (sent: () => void) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    void limit(
      () =>
        new Promise<void>((sent) => {
          work(sent).then(resolve, reject).finally(sent)
        }),
    )
  })

const notReached = (outcome: Outcome, { code, exitCode }: KnownError): Outcome => ({
  ...outcome,
  action: 'not-done',
  reason: 'not reached',
  error: code,
  hint: null,
  exitCode,
})
