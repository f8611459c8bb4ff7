/** Adds to the error that ended a run early how far the run came, and when it can go on. */
import type { KnownError } from '../../errors.ts'

/** @param progress such as "498 of 522" */
export function goOn(ended: KnownError, progress: string, now = Date.now()): KnownError {
  const { retryAfter, hint } = ended
  const after = retryAfter === undefined ? '' : ` after ${clockTime(now + retryAfter * 1000)}`
  return ended.withHint(`${progress}; run again${after} to go on. ${hint ?? ''}`.trim())
}

/** In whole minutes, and never too early; a day that is not today is named. */
function clockTime(moment: number): string {
  const at = new Date(Math.ceil(moment / 60_000) * 60_000)
  const time = at.toTimeString().slice(0, 5)
  return at.toDateString() === new Date().toDateString() ? time : `${time} (${at.toDateString()})`
}
