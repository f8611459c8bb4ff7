/** Watches a project: validates and sends each save, one at a time per script; the last save wins. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { ExitCode, endsRun, KnownError } from '../../errors.ts'
import { countAdvice } from '../check/advice.ts'
import { checkScript, hasErrors } from '../check/check.ts'
import { checkerInBackground } from '../check/checker.ts'
import { projectPath } from '../files/root.ts'
import { failed, type Outcome } from '../plan/outcome.ts'
import { reportDuplicate } from '../script/duplicate-slugs.ts'
import { assertPathsExist, findScripts } from '../select/find-scripts.ts'
import type { SyncRecord } from '../state/sync-record.ts'
import type { Batch } from '../sync/batch.ts'
import { fileStamp, waitUntilSettled } from './file-settled.ts'
import { type SaveWatcher, watchSaves } from './watch-saves.ts'
import {
  initialOutcome,
  loadWatched,
  sendBatch,
  sendOne,
  twinsOf,
  type WatchedScript,
  type WatchOptions,
} from './watch-send.ts'

/** Milliseconds to wait after the last event of a save. */
const settleMs = 30
/** Seconds until a retry: after an outage, and with an exhausted quota. */
const pauseSeconds = { outage: 2, quota: 60 }

export interface ProjectWatcher {
  /** Rejects on an error that no further save can fix, e.g. a refused key. */
  readonly ended: Promise<never>
  close(): Promise<void>
}

/** Sends everything once like a push; then sends each save. */
export const watchProject = (options: WatchOptions): ProjectWatcher => new ProjectWatch(options)

class ProjectWatch implements ProjectWatcher {
  readonly ended: Promise<never>
  readonly #options: WatchOptions
  readonly #followed = new Map<string, WatchedScript>()
  /** To be sent when the service is available again. */
  readonly #waiting = new Set<WatchedScript>()
  readonly #saves: SaveWatcher<WatchedScript>
  readonly #limit: ReturnType<typeof pLimit>
  readonly #checker = checkerInBackground()
  #end: (error: unknown) => void = () => {}
  #retryTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: WatchOptions) {
    this.#options = { ...options, examine: async (...given) => (await this.#checker).examine(...given) }
    this.#limit = pLimit(options.pace.concurrency)
    this.ended = new Promise((_resolve, reject) => {
      this.#end = reject
    })
    this.ended.catch(() => {})
    this.#saves = watchSaves({
      root: options.project.root,
      poll: options.poll,
      settleMs,
      scripts: this.#followed,
      select: () => this.#selected(),
      add: (file) => this.#follow(file),
      onSave: (followed) => void this.#handle(followed),
      onError: (error) => this.#end(error),
    })
    this.#start().catch(this.#end)
  }

  async #start(): Promise<void> {
    await assertPathsExist({ ...this.#options.project, paths: this.#options.paths })
    const all = (await this.#selected()).map((file) => this.#follow(file))
    for (const one of all) one.busy = true
    await this.#saves.ready
    if (this.#closed) return
    this.#options.onEvent({ type: 'watching', paths: all.map(({ path }) => path) })
    await this.#sendAll(all)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retryTimer)
    await Promise.all([this.#saves.close(), this.#checker.then((checker) => checker.close())])
  }

  #selected(): Promise<string[]> {
    const { project, paths } = this.#options
    return findScripts({ ...project, ...project.config, paths, allowEmpty: true })
  }

  #follow(file: string): WatchedScript {
    const known = this.#followed.get(file)
    if (known) return known
    const path = projectPath(this.#options.project.root, file)
    const idle = { busy: false, again: false, script: undefined, slug: undefined, base: undefined }
    const followed = { file, path, advice: countAdvice([]), ...idle }
    this.#followed.set(file, followed)
    return followed
  }

  async #handle(followed: WatchedScript): Promise<void> {
    if (followed.busy) {
      followed.again = true
      return
    }
    followed.busy = true
    try {
      do {
        followed.again = false
        await this.#limit(() => this.#saveOne(followed))
      } while (followed.again && !this.#closed)
    } catch (error) {
      this.#end(error)
    } finally {
      followed.busy = false
    }
  }

  /** An error of one script does not affect others. */
  async #saveOne(followed: WatchedScript): Promise<void> {
    try {
      await this.#save(followed)
    } catch (error) {
      if (!(error instanceof KnownError) || error.exitCode === ExitCode.auth) throw error
      if (endsRun(error)) this.#waitForRetry([followed], error)
      else this.#reportFailure(followed, failed(initialOutcome(followed), error))
    }
  }

  async #sendAll(all: readonly WatchedScript[]): Promise<void> {
    const started = performance.now()
    for (const one of all) {
      one.busy = true
      this.#options.onEvent({ type: 'checking', path: one.path })
    }
    try {
      if (all.length > 0) await this.#report(await sendBatch(all, this.#options), started)
    } catch (error) {
      if (!isRetried(error)) throw error
      this.#waitForRetry(all, error)
    } finally {
      for (const one of all) {
        one.busy = false
        if (one.again) this.#saves.schedule(one)
      }
    }
  }

  async #save(followed: WatchedScript): Promise<void> {
    const { project, onEvent } = this.#options
    const { file, path } = followed
    const started = performance.now()
    if (!(await waitUntilSettled(file))) {
      this.#followed.delete(file)
      this.#waiting.delete(followed)
      onEvent({ type: 'gone', path })
      await this.#setSlug(followed, undefined)
      return
    }
    const save = await fileStamp(file)
    const script = await loadWatched(followed, project)
    await this.#setSlug(followed, script.slug)
    const twins = await twinsOf(followed, this.#followed.values())
    await reportDuplicate(
      script,
      twins.map((twin) => twin.path),
    )
    const same = followed.script?.text === script.text && followed.script.hash === script.hash
    followed.script = script
    if (same && followed.base) return
    onEvent({ type: 'checking', path })
    const checked = await checkScript(script, this.#options.examine)
    if (!hasErrors(checked)) {
      followed.advice = countAdvice([checked])
      await this.#report(await sendOne(followed, script, this.#options), started)
      return
    }
    await wait(settleMs)
    // The read may have happened during a save.
    if (save !== (await fileStamp(file))) followed.again = true
    else {
      this.#waiting.delete(followed)
      onEvent({ type: 'invalid', path, checked })
    }
  }

  /** Sets the slug of a file, and checks the only other file with the previous slug again: it can be sent now. */
  async #setSlug(followed: WatchedScript, slug: string | undefined): Promise<void> {
    const [twin, ...others] = followed.slug === slug ? [] : await twinsOf(followed, this.#followed.values())
    followed.slug = slug
    if (twin === undefined || others.length > 0) return
    twin.script = undefined
    this.#saves.schedule(twin)
  }

  async #report({ outcomes, ended }: Batch, started: number): Promise<void> {
    if (ended && !isRetried(ended)) throw ended
    const { project, onEvent } = this.#options
    const known = outcomes.flatMap((outcome) => {
      const followed = this.#followed.get(join(project.root, outcome.path ?? ''))
      return followed ? [{ followed, outcome }] : []
    })
    const late = known.filter(({ outcome }) => outcome.action === 'not-done')
    const settled = known.filter((one) => !late.includes(one))
    const was = this.#waiting.size
    for (const { followed } of settled) this.#waiting.delete(followed)
    if (was > 0 && !ended && this.#waiting.size === 0) onEvent({ type: 'online' })
    const { state, address } = this.#options
    const records = settled.length > 0 ? await state.read(address) : {}
    for (const { followed, outcome } of settled) {
      await this.#settle(followed, outcome, records[followed.path], started)
    }
    const unsent = late.map(({ followed }) => followed)
    if (ended) this.#waitForRetry(unsent, ended)
  }

  async #settle(
    followed: WatchedScript,
    outcome: Outcome,
    record: SyncRecord | undefined,
    started: number,
  ): Promise<void> {
    const { onEvent, project } = this.#options
    switch (outcome.action) {
      case 'created':
      case 'updated':
      case 'unchanged': {
        const script = followed.script ?? (await loadWatched(followed, project))
        followed.script = followed.base = undefined
        // A newer save was not sent.
        if (record && [script.hash, script.hashAsWritten].includes(record.hash)) {
          const { id, updatedAt, hash, answered = hash } = record
          followed.script = script
          followed.base = { id, updatedAt, hash: answered, content: script.content }
        }
        if (outcome.action === 'unchanged') onEvent({ type: 'unchanged', outcome })
        else {
          const { advice } = followed
          onEvent({ type: 'sent', outcome, advice, milliseconds: performance.now() - started })
        }
        return
      }
      case 'conflict':
      case 'remote-ahead':
        followed.base = undefined
        onEvent({ type: outcome.action, outcome: { ...outcome, hint: outcome.hint ?? aheadHint } })
        return
      case 'invalid':
      case 'orphan':
        return
      default:
        this.#reportFailure(followed, outcome)
    }
  }

  #reportFailure(followed: WatchedScript, outcome: Outcome): void {
    followed.base = undefined
    this.#waiting.delete(followed)
    this.#options.onEvent({ type: 'failed', outcome })
  }

  /** Retries later; then sends the latest save. */
  #waitForRetry(all: readonly WatchedScript[], error: KnownError): void {
    const fresh = all.filter((one) => !this.#waiting.has(one))
    for (const one of all) {
      one.base = one.script = undefined
      this.#waiting.add(one)
    }
    const seconds = error.exitCode === ExitCode.quota ? pauseSeconds.quota : pauseSeconds.outage
    const paths = fresh.map(({ path }) => path)
    if (paths.length > 0) this.#options.onEvent({ type: 'offline', paths, error, seconds })
    clearTimeout(this.#retryTimer)
    if (!this.#closed) this.#retryTimer = setTimeout(() => void this.#retryWaiting(), seconds * 1000)
  }

  async #retryWaiting(): Promise<void> {
    const idle = [...this.#waiting].filter(({ busy }) => !busy)
    try {
      await this.#sendAll(idle)
    } catch (error) {
      if (!(error instanceof KnownError) || error.exitCode === ExitCode.auth) this.#end(error)
      // One script fails the whole batch, so send each separately.
      else for (const one of idle) this.#saves.schedule(one)
    }
  }
}

const aheadHint = 'Pull it to get the remote version. Until then, this script is not sent.'

const isRetried = (error: unknown): error is KnownError =>
  error instanceof KnownError && endsRun(error) && error.exitCode !== ExitCode.auth
