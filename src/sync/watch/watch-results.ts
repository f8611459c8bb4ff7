/** Takes the results of watched scripts: tells what was done, and lets wait what could not be sent. */
import { join } from 'node:path'
import type { KnownError } from '../../errors.ts'
import type { Outcome } from '../plan/outcome.ts'
import type { Batch } from '../send/batch.ts'
import type { FollowedScripts } from './followed-scripts.ts'
import { pauseAfter, type WaitingScripts } from './waiting-scripts.ts'
import { settle, type WatchedScript, type WatchOptions } from './watch-send.ts'

interface Result {
  readonly followed: WatchedScript
  readonly outcome: Outcome
}

export class WatchResults {
  readonly #options: WatchOptions
  readonly #scripts: FollowedScripts
  readonly #waiting: WaitingScripts

  /** @param options are read at each result: their project may change */
  constructor(options: WatchOptions, scripts: FollowedScripts, waiting: WaitingScripts) {
    this.#options = options
    this.#scripts = scripts
    this.#waiting = waiting
  }

  /**
   * @param started when the save was seen, as `clock.elapsed()`
   * @throws KnownError that ended the batch, if no retry can help
   */
  async accept(batch: Batch, started: number): Promise<void> {
    const { ended } = batch
    if (ended && !this.#waiting.isRetried(ended)) throw ended
    if (!ended) this.#waiting.accepted()

    const results = this.#resultsOf(batch)
    const unsent = results.filter(({ outcome }) => outcome.action === 'not-done')
    const settled = results.filter(({ outcome }) => outcome.action !== 'not-done')
    this.#stopWaiting(settled, ended)
    await this.#settleAll(settled, started)
    const unsentScripts = unsent.map(({ followed }) => followed)
    if (ended) this.waitForRetry(unsentScripts, ended)
  }

  /** The script is sent again at its next save. */
  fail(followed: WatchedScript, outcome: Outcome): void {
    followed.base = undefined
    this.#waiting.remove(followed)
    this.#options.onEvent({ type: 'failed', outcome })
  }

  /** Retries later; then sends the latest save. */
  waitForRetry(all: readonly WatchedScript[], error: KnownError): void {
    const newcomers = this.#waiting.add(all.filter(this.#scripts.has), error)
    const paths = newcomers.map(({ path }) => path)
    const seconds = pauseAfter(error)
    if (paths.length > 0) this.#options.onEvent({ type: 'offline', paths, error, seconds })
    this.#waiting.retryIn(seconds)
  }

  /** The outcomes of scripts that are still followed. */
  #resultsOf({ outcomes }: Batch): Result[] {
    const { root } = this.#options.project
    return outcomes.flatMap((outcome) => {
      const followed = this.#scripts.byFile.get(join(root, outcome.path ?? ''))
      return followed ? [{ followed, outcome }] : []
    })
  }

  /** @param ended why the batch ended early: the service is not available yet */
  #stopWaiting(settled: readonly Result[], ended: KnownError | undefined): void {
    const wasWaiting = !this.#waiting.isEmpty
    for (const { followed } of settled) this.#waiting.remove(followed)
    const isOnline = wasWaiting && this.#waiting.isEmpty && !ended
    if (isOnline) this.#options.onEvent({ type: 'online' })
  }

  async #settleAll(settled: readonly Result[], started: number): Promise<void> {
    if (settled.length === 0) return
    const { state, address } = this.#options
    const records = await state.read(address)
    for (const { followed, outcome } of settled) {
      const record = records[followed.path]
      const isSettled = await settle(followed, outcome, record, { started, ...this.#options })
      if (!isSettled) this.fail(followed, outcome)
    }
  }
}
