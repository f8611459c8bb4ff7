/** Watches a project: validates and sends each save, one at a time per script; the last save wins. */
import pLimit from 'p-limit'
import type { Clock } from '../../clock.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import { countAdvice } from '../../project/check/advice.ts'
import { type CheckedScript, checkScript, hasErrors } from '../../project/check/check.ts'
import { checkerInBackground } from '../../project/check/checker.ts'
import { reportDuplicate } from '../../project/script/duplicate-slugs.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { assertPathsExist, findScripts } from '../../project/select/find-scripts.ts'
import { failed } from '../plan/outcome.ts'
import { fileStamp, waitUntilSettled } from './file-settled.ts'
import { FollowedScripts } from './followed-scripts.ts'
import { WaitingScripts } from './waiting-scripts.ts'
import { WatchResults } from './watch-results.ts'
import { type SaveWatcher, watchSaves } from './watch-saves.ts'
import {
  initialOutcome,
  loadWatched,
  sendBatch,
  sendOne,
  type WatchedScript,
  type WatchOptions,
} from './watch-send.ts'

/** Milliseconds to wait after the last event of a save. */
const SETTLE_MS = 30

export interface ProjectWatcher {
  /** Rejects on an error that no further save can fix, e.g. a refused key. */
  readonly ended: Promise<never>
  close(): Promise<void>
}

/** Sends everything once like a push; then sends each save. */
export function watchProject(options: WatchOptions): ProjectWatcher {
  return new ProjectWatch(options)
}

class ProjectWatch implements ProjectWatcher {
  readonly ended: Promise<never>
  readonly #checker = checkerInBackground()
  readonly #options: WatchOptions
  readonly #scripts = new FollowedScripts()
  readonly #clock: Clock
  readonly #waiting: WaitingScripts
  readonly #results: WatchResults
  readonly #limit: ReturnType<typeof pLimit>
  readonly #saves: SaveWatcher<WatchedScript>
  #end: (error: unknown) => void = () => {}
  #isClosed = false

  constructor(options: WatchOptions) {
    this.#options = {
      ...options,
      examine: async (...request) => (await this.#checker).examine(...request),
    }
    this.#clock = options.client.clock
    this.#waiting = new WaitingScripts(this.#clock, (idle) => void this.#retry(idle))
    this.#results = new WatchResults(this.#options, this.#scripts, this.#waiting)
    this.#limit = pLimit(options.pace.concurrency)
    this.ended = new Promise<never>((_resolve, reject) => {
      this.#end = reject
    })
    this.ended.catch(() => {})
    this.#saves = this.#watchSaves()
    this.#start().catch(this.#end)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#waiting.close()
    await Promise.all([this.#saves.close(), this.#checker.then((checker) => checker.close())])
  }

  #watchSaves(): SaveWatcher<WatchedScript> {
    return watchSaves({
      root: this.#options.project.root,
      clock: this.#clock,
      poll: this.#options.poll,
      settleMs: SETTLE_MS,
      scripts: this.#scripts.byFile,
      select: () => this.#select(),
      add: (file) => this.#follow(file),
      reopen: () => this.#reopen(),
      drop: (followed) => this.#drop(followed),
      onError: this.#end,
      onSave: (followed) => void this.#handle(followed),
    })
  }

  async #start(): Promise<void> {
    const { project, paths, onEvent } = this.#options
    await assertPathsExist({ ...project, paths })
    const files = await this.#select()
    const all = files.map((file) => this.#follow(file))
    for (const followed of all) followed.busy = true
    await this.#saves.ready
    if (this.#isClosed) return
    onEvent({ type: 'watching', paths: all.map(({ path }) => path) })
    await this.#sendAll(all)
  }

  #select(project = this.#options.project): Promise<string[]> {
    const { paths } = this.#options
    return findScripts({ ...project, ...project.config, paths, allowEmpty: true })
  }

  async #reopen(): Promise<string[] | undefined> {
    const options = this.#options
    try {
      const project = await options.project.reopen()
      const files = await this.#select(project)
      options.project = project
      options.onEvent({ type: 'settings', error: undefined })
      return files
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      options.onEvent({ type: 'settings', error })
    }
  }

  #follow(file: string): WatchedScript {
    return this.#scripts.add(file, this.#options.project.root)
  }

  #drop(followed: WatchedScript): void {
    this.#scripts.remove(followed)
    this.#waiting.remove(followed)
    this.#options.onEvent({ type: 'gone', path: followed.path })
    this.#setSlug(followed, undefined).catch(this.#end)
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
      } while (followed.again && !this.#isClosed)
    } catch (error) {
      this.#end(error)
    } finally {
      this.#scripts.setIdle(followed)
    }
  }

  /** An error of one script does not affect others. */
  async #saveOne(followed: WatchedScript): Promise<void> {
    try {
      await this.#saveScript(followed)
    } catch (error) {
      if (this.#waiting.isRetried(error)) return this.#results.waitForRetry([followed], error)
      if (!(error instanceof KnownError) || error.exitCode === ExitCode.auth) throw error
      this.#results.fail(followed, failed(initialOutcome(followed), error))
    }
  }

  async #sendAll(all: readonly WatchedScript[]): Promise<void> {
    const started = this.#clock.elapsed()
    for (const followed of all) {
      followed.busy = true
      this.#options.onEvent({ type: 'checking', path: followed.path })
    }
    try {
      if (all.length === 0) return
      const batch = await sendBatch(all, this.#options, this.#scripts.has)
      await this.#results.accept(batch, started)
    } catch (error) {
      if (!this.#waiting.isRetried(error)) throw error
      this.#results.waitForRetry(all, error)
    } finally {
      for (const followed of all) {
        this.#scripts.setIdle(followed)
        if (followed.again) this.#saves.schedule(followed)
      }
    }
  }

  async #saveScript(followed: WatchedScript): Promise<void> {
    const { project, onEvent } = this.#options
    const started = this.#clock.elapsed()
    if (!this.#scripts.has(followed)) return
    if (!(await waitUntilSettled(followed.file, this.#clock))) return this.#drop(followed)

    const save = await fileStamp(followed.file)
    const script = await loadWatched(followed, project)
    await this.#setSlug(followed, script.slug)
    await this.#reportTwins(followed, script)
    const isSame = isSameSave(followed.script, script)
    followed.script = script
    if (isSame && followed.base) return

    onEvent({ type: 'checking', path: followed.path })
    const checked = await checkScript(script, this.#options.examine)
    if (!this.#scripts.has(followed)) return
    if (hasErrors(checked)) return this.#reportInvalid(followed, checked, save)
    followed.advice = countAdvice([checked])
    const batch = await sendOne(followed, script, this.#options, this.#scripts.has)
    await this.#results.accept(batch, started)
  }

  async #reportTwins(followed: WatchedScript, script: LocalScript): Promise<void> {
    const twins = await this.#scripts.twinsOf(followed)
    const paths = twins.map((twin) => twin.path)
    await reportDuplicate(script, paths)
  }

  /** @param save the stamp of the file before it was read */
  async #reportInvalid(
    followed: WatchedScript,
    checked: CheckedScript,
    save: string | undefined,
  ): Promise<void> {
    await this.#clock.wait(SETTLE_MS)
    // The read may have happened during a save.
    if (save !== (await fileStamp(followed.file))) {
      followed.again = true
      return
    }
    this.#waiting.remove(followed)
    this.#options.onEvent({ type: 'invalid', path: followed.path, checked })
  }

  /** Sets the slug of a file, and checks the only other file with the previous slug again: it can be sent now. */
  async #setSlug(followed: WatchedScript, slug: string | undefined): Promise<void> {
    const twins = followed.slug === slug ? [] : await this.#scripts.twinsOf(followed)
    followed.slug = slug
    const [twin] = twins
    if (twin === undefined || twins.length > 1 || !this.#scripts.has(twin)) return
    twin.script = undefined
    this.#saves.schedule(twin)
  }

  async #retry(idle: readonly WatchedScript[]): Promise<void> {
    try {
      await this.#sendAll(idle)
    } catch (error) {
      if (!(error instanceof KnownError) || error.exitCode === ExitCode.auth)
        return this.#end(error)
      // One script fails the whole batch, so send each separately.
      for (const followed of idle) this.#saves.schedule(followed)
    }
  }
}

/** True if a save changed nothing of what is sent. */
function isSameSave(previous: LocalScript | undefined, script: LocalScript): boolean {
  return previous?.text === script.text && previous.hash === script.hash
}
