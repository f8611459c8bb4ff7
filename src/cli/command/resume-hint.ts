/** Adds to the error that ended a batch early how far the batch came, and when to resume it. */
import type { KnownError } from '../../errors.ts'

/** @param progress such as "498 of 522" */
export function withResumeHint(ended: KnownError, progress: string, now = Date.now()): KnownError {
  const { retryAfter, hint } = ended
  const after = retryAfter === undefined ? '' : ` after ${clockTime(now + retryAfter * 1000)}`
  return ended.withHint(`${progress}; run again${after} to resume. ${hint ?? ''}`.trim())
}

/** Rounds up to a whole minute; adds the date unless it is today. */
function clockTime(moment: number): string {
  const at = new Date(Math.ceil(moment / 60_000) * 60_000)
  const time = at.toTimeString().slice(0, 5)
  return at.toDateString() === new Date().toDateString() ? time : `${time} (${at.toDateString()})`
}
