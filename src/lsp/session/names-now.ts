/** The names in an open document: of its text now, or of the last one that ran to its end. */
import type { Clock } from '../../clock.ts'
import { busyCheck } from '../../project/check/finished-run.ts'
import { ThreadDied } from '../../threads/job.ts'
import type { OpenScript } from '../checks/open-script.ts'
import type { OpenNames, ScriptNames } from '../checks/script-names.ts'
import { sharedRun } from '../checks/shared-run.ts'
import type { ScriptRuns } from '../checks/threads.ts'
import type { OpenDocument } from './open-document.ts'

/** Milliseconds that a reader waits for the names of a text, while there may be older ones. */
const PATIENCE_MS = 300

/** One run for all requests about a text: an editor makes several after each keystroke. */
export function namesNow(
  threads: ScriptRuns,
  entry: OpenDocument,
  script: OpenScript,
): Promise<ScriptNames | undefined> {
  if (entry.naming?.epoch !== entry.epoch) {
    entry.naming?.cancel.abort()
    entry.naming = sharedRun(entry.epoch, (signal) =>
      threads.ask('names', script, signal).catch((error: unknown) => {
        if (error instanceof ThreadDied || busyCheck(error) !== undefined) return undefined
        throw error
      }),
    )
  }
  return entry.naming.result
}

export const lastNamesOf = ({ lastNames }: OpenDocument): OpenNames | undefined =>
  lastNames && { names: lastNames, isCurrent: false }

/** The value of a promise, or another one if that takes too long. */
export function soon<T>(clock: Clock, value: Promise<T>, late: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.timer(PATIENCE_MS, () => resolve(late()))
    value.then(resolve, reject).finally(() => timer.cancel())
  })
}
