/** The timers of a page. */
import type { Clock } from '../clock.ts'

export const pageClock: Pick<Clock, 'timer'> = {
  timer: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    // A page ends when its reader leaves it.
    return { cancel: () => clearTimeout(timer), unref: () => {} }
  },
}
