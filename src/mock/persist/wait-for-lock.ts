/** Opens a data folder that another process may have, and waits as long as that makes sense. */
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type DataHolder, DataLockedError } from './errors.ts'
import { leaseMs } from './lock.ts'

export interface LockedFolderOptions<T> {
  /** How long to wait for a process that runs, in milliseconds. */
  patience?: number
  /** Replaces `leaseMs`. */
  lease?: number | undefined
  /** Called once, if the folder is not free at once and it is worth waiting. */
  onWait?: ((holder: DataHolder) => void) | undefined
  /** Reaches the data through the process that has it; undefined if that fails. */
  instead?: (holder: DataHolder) => Promise<T | undefined>
}

/** Before a wait is worth a word, in milliseconds. */
const quietMs = 700
/** Processes that start together soon agree which of them gets the folder. */
const competitionMs = 3000

/**
 * Calls `open` until it succeeds. A process that cannot be examined gets the whole lease to show that it runs.
 * @throws DataLockedError of the last attempt; any other error of `open` at once
 */
export async function whenUnlocked<T>(
  open: () => T,
  { patience = 0, lease = leaseMs, onWait, instead }: LockedFolderOptions<T> = {},
): Promise<T> {
  // Counted by attempts too, because a suspended process must not use up its time while it sleeps.
  const most = { running: patience, starting: Math.max(patience, competitionMs), unknown: 4 * lease }
  let [waited, told] = [0, false]
  for (;;) {
    const begin = performance.now()
    let mostCounted = 1000
    try {
      return open()
    } catch (error) {
      if (!(error instanceof DataLockedError)) throw error
      const { holder } = error
      // A busy machine has to look as often as another one: each look proves little.
      if (holder.state === 'unknown') mostCounted = lease / 15
      const other = await instead?.(holder)
      if (other !== undefined) return other
      if (waited >= most[holder.state]) throw error
      if (!told && (waited > quietMs || holder.state === 'unknown')) {
        onWait?.(holder)
        told = true
      }
    }
    // Random, so that processes that start together do not meet again and again.
    await wait(Math.min(lease / 20, randomInt(20, 120)))
    waited += Math.min(performance.now() - begin, mostCounted)
  }
}
