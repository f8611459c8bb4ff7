/** Opens a data folder that another process may have, and waits as long as that makes sense. */
import { randomInt } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { type DataHolder, DataLockedError } from './errors.ts'

export interface LockedFolderOptions<T> {
  clock: Clock
  /** How long to wait for a process that runs, in milliseconds. */
  patience?: number
  /** Called once, if the folder is not free soon and it is worth waiting. */
  onWait?: () => void
  /** Reaches the data through the process that has it; undefined if that fails. */
  instead?: (holder: DataHolder | undefined) => Promise<T | undefined>
}

/** Before a wait is worth a word, in milliseconds. */
const quietMs = 700
/** Processes that start together soon agree which of them gets the folder. */
const competitionMs = 3000

/**
 * Calls `open` until it succeeds.
 * @throws DataLockedError of the last attempt; any other error of `open` at once
 */
export async function whenUnlocked<T>(
  open: () => Promise<T>,
  { clock, patience = 0, onWait, instead }: LockedFolderOptions<T>,
): Promise<T> {
  const waiting = new Waiting(clock, patience, onWait)
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof DataLockedError)) throw error
      const other = await instead?.(error.holder)
      if (other !== undefined) return other
      waiting.goOn(error)
    }
    // Random, so that processes that start together do not meet again and again.
    await clock.wait(randomInt(20, 120))
  }
}

class Waiting {
  readonly #clock: Clock
  readonly #begin: number
  readonly #patience: number
  readonly #onWait: (() => void) | undefined
  #isTold = false

  constructor(clock: Clock, patience: number, onWait: (() => void) | undefined) {
    this.#clock = clock
    this.#begin = clock.elapsed()
    this.#patience = patience
    this.#onWait = onWait
  }

  /** @throws the given error if another attempt makes no sense */
  goOn(error: DataLockedError): void {
    const waited = this.#clock.elapsed() - this.#begin
    const least = error.holder?.isOwner ? 0 : competitionMs
    if (waited >= Math.max(this.#patience, least)) throw error
    if (this.#isTold || waited <= quietMs) return
    this.#onWait?.()
    this.#isTold = true
  }
}
