/** Goes through many scripts, a few at a time, each on its own. */
import pLimit from 'p-limit'
import { ExitCode, KnownError } from '../errors.ts'
import { failed, type Outcome } from './outcome.ts'
import { concurrency } from './survey.ts'

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
): Promise<Batch> {
  let ended: KnownError | undefined
  const limit = pLimit(concurrency)
  const outcomes = await Promise.all(
    scripts.map((script) =>
      limit(async () => {
        if (ended) return notDone(outline(script), ended)
        try {
          return await carryOut(script)
        } catch (error) {
          if (!(error instanceof KnownError)) throw error
          if (!endsRun(error)) return failed(outline(script), error)
          ended ??= error
          return notDone(outline(script), ended)
        }
      }),
    ),
  )
  return { outcomes, ended }
}

const endsRun = ({ exitCode }: KnownError): boolean =>
  exitCode === ExitCode.quota || exitCode === ExitCode.auth || exitCode === ExitCode.temporary

const notDone = (outcome: Outcome, { code, exitCode }: KnownError): Outcome => ({
  ...outcome,
  action: 'not-done',
  reason: 'the run ended before',
  error: code,
  hint: null,
  exitCode,
})
