/** Watches a project: validates and sends each save, one at a time per script; the last save wins. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { ExitCode, endsRun, KnownError } from '../../errors.ts'
import { valueFor } from '../../grouped.ts'
import { countAdvice } from '../check/advice.ts'
import { checkScript, hasErrors } from '../check/check.ts'
import { checkerInBackground } from '../check/checker.ts'
import { projectPath } from '../files/root.ts'
import { failed, type Outcome } from '../plan/outcome.ts'
import { reportDuplicate } from '../script/duplicate-slugs.ts'
import { assertPathsExist, findScripts } from '../select/find-scripts.ts'
import type { Batch } from '../sync/batch.ts'
import { fileStamp, waitUntilSettled } from './file-settled.ts'
import { KeyRetries } from './key-retries.ts'
import { watchSaves } from './watch-saves.ts'
import {
  initialOutcome,
  loadWatched,
  sendBatch,
  sendOne,
  settle,
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
export function watchProject(given: WatchOptions): ProjectWatcher {
  const checker = checkerInBackground()
  const options: WatchOptions = {
    ...given,
    examine: async (...asked) => (await checker).examine(...asked),
  }
  const scripts = new Map<string, WatchedScript>()
  /** Dropped while they are sent: one that comes back must not be sent twice at the same time. */
  const leaving = new Map<string, WatchedScript>()
  /** To be sent when the service is available again. */
  const waiting = new Set<WatchedScript>()
  const keyRetries = new KeyRetries()
  const limit = pLimit(options.pace.concurrency)
  let end: (error: unknown) => void = () => {}
  let retryTimer: NodeJS.Timeout | undefined
  let isClosed = false
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject
  })
  ended.catch(() => {})
  const saves = watchSaves({
    root: options.project.root,
    poll: options.poll,
    settleMs,
    scripts,
    select: selected,
    add: follow,
    reopen,
    drop,
    onError: end,
    onSave: (followed) => void handle(followed),
  })
  start().catch(end)
  return {
    ended,
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      await Promise.all([saves.close(), checker.then((one) => one.close())])
    },
  }

  async function start(): Promise<void> {
    await assertPathsExist({ ...options.project, paths: options.paths })
    const all = (await selected()).map((file) => follow(file))
    for (const one of all) one.busy = true
    await saves.ready
    if (isClosed) return
    options.onEvent({ type: 'watching', paths: all.map(({ path }) => path) })
    await sendAll(all)
  }

  function selected(project = options.project): Promise<string[]> {
    return findScripts({ ...project, ...project.config, paths: options.paths, allowEmpty: true })
  }

  async function reopen(): Promise<string[] | undefined> {
    try {
      const project = await options.project.reopen()
      const files = await selected(project)
      options.project = project
      options.onEvent({ type: 'settings', error: undefined })
      return files
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      options.onEvent({ type: 'settings', error })
    }
  }

  function drop(followed: WatchedScript): void {
    const { file, path } = followed
    scripts.delete(file)
    waiting.delete(followed)
    if (followed.busy) leaving.set(file, followed)
    options.onEvent({ type: 'gone', path })
    setSlug(followed, undefined).catch(end)
  }

  /** False for a script that was deleted or excluded in the meantime: it must not be sent. */
  function isFollowed(followed: WatchedScript): boolean {
    return scripts.get(followed.file) === followed
  }

  function follow(file: string): WatchedScript {
    const path = projectPath(options.project.root, file)
    const idle = { busy: false, again: false, script: undefined, slug: undefined, base: undefined }
    return valueFor(
      scripts,
      file,
      () => leaving.get(file) ?? { file, path, advice: countAdvice([]), ...idle },
    )
  }

  async function handle(followed: WatchedScript): Promise<void> {
    if (followed.busy) {
      followed.again = true
      return
    }
    followed.busy = true
    try {
      do {
        followed.again = false
        await limit(() => saveOne(followed))
      } while (followed.again && !isClosed)
    } catch (error) {
      end(error)
    } finally {
      setIdle(followed)
    }
  }

  function setIdle(followed: WatchedScript): void {
    followed.busy = false
    leaving.delete(followed.file)
  }

  /** An error of one script does not affect others. */
  async function saveOne(followed: WatchedScript): Promise<void> {
    try {
      await saveScript(followed)
    } catch (error) {
      if (isRetried(error)) return waitForRetry([followed], error)
      if (!(error instanceof KnownError) || error.exitCode === ExitCode.auth) throw error
      reportFailure(followed, failed(initialOutcome(followed), error))
    }
  }

  async function sendAll(all: readonly WatchedScript[]): Promise<void> {
    const started = performance.now()
    for (const one of all) {
      one.busy = true
      options.onEvent({ type: 'checking', path: one.path })
    }
    try {
      if (all.length > 0) await report(await sendBatch(all, options, isFollowed), started)
    } catch (error) {
      if (!isRetried(error)) throw error
      waitForRetry(all, error)
    } finally {
      for (const one of all) {
        setIdle(one)
        if (one.again) saves.schedule(one)
      }
    }
  }

  async function saveScript(followed: WatchedScript): Promise<void> {
    const { project, onEvent } = options
    const { file, path } = followed
    const started = performance.now()
    if (!isFollowed(followed)) return
    if (!(await waitUntilSettled(file))) return drop(followed)
    const save = await fileStamp(file)
    const script = await loadWatched(followed, project)
    await setSlug(followed, script.slug)
    const twins = await twinsOf(followed, scripts.values())
    await reportDuplicate(
      script,
      twins.map((twin) => twin.path),
    )
    const same = followed.script?.text === script.text && followed.script.hash === script.hash
    followed.script = script
    if (same && followed.base) return
    onEvent({ type: 'checking', path })
    const checked = await checkScript(script, options.examine)
    if (!isFollowed(followed)) return
    if (!hasErrors(checked)) {
      followed.advice = countAdvice([checked])
      await report(await sendOne(followed, script, options, isFollowed), started)
      return
    }
    await wait(settleMs)
    // The read may have happened during a save.
    if (save !== (await fileStamp(file))) followed.again = true
    else {
      waiting.delete(followed)
      onEvent({ type: 'invalid', path, checked })
    }
  }

  /** Sets the slug of a file, and checks the only other file with the previous slug again: it can be sent now. */
  async function setSlug(followed: WatchedScript, slug: string | undefined): Promise<void> {
    const [twin, ...others] =
      followed.slug === slug ? [] : await twinsOf(followed, scripts.values())
    followed.slug = slug
    if (twin === undefined || others.length > 0 || !isFollowed(twin)) return
    twin.script = undefined
    saves.schedule(twin)
  }

  async function report({ outcomes, ended }: Batch, started: number): Promise<void> {
    if (ended && !isRetried(ended)) throw ended
    if (!ended) keyRetries.accepted()
    const { project, onEvent } = options
    const known = outcomes.flatMap((outcome) => {
      const followed = scripts.get(join(project.root, outcome.path ?? ''))
      return followed ? [{ followed, outcome }] : []
    })
    const late = known.filter(({ outcome }) => outcome.action === 'not-done')
    const settled = known.filter((one) => !late.includes(one))
    const was = waiting.size
    for (const { followed } of settled) waiting.delete(followed)
    if (was > 0 && !ended && waiting.size === 0) onEvent({ type: 'online' })
    const { state, address } = options
    const records = settled.length > 0 ? await state.read(address) : {}
    for (const { followed, outcome } of settled) {
      const isSettled = await settle(followed, outcome, records[followed.path], {
        started,
        ...options,
      })
      if (!isSettled) reportFailure(followed, outcome)
    }
    const unsent = late.map(({ followed }) => followed)
    if (ended) waitForRetry(unsent, ended)
  }

  function reportFailure(followed: WatchedScript, outcome: Outcome): void {
    followed.base = undefined
    waiting.delete(followed)
    options.onEvent({ type: 'failed', outcome })
  }

  /** Retries later; then sends the latest save. */
  function waitForRetry(all: readonly WatchedScript[], error: KnownError): void {
    if (error.exitCode === ExitCode.auth) keyRetries.refused()
    const followed = all.filter(isFollowed)
    const fresh = followed.filter((one) => !waiting.has(one))
    for (const one of followed) {
      one.base = one.script = undefined
      waiting.add(one)
    }
    const seconds = error.exitCode === ExitCode.quota ? pauseSeconds.quota : pauseSeconds.outage
    const paths = fresh.map(({ path }) => path)
    if (paths.length > 0) options.onEvent({ type: 'offline', paths, error, seconds })
    clearTimeout(retryTimer)
    if (!isClosed) retryTimer = setTimeout(() => void retryWaiting(), seconds * 1000)
  }

  async function retryWaiting(): Promise<void> {
    const idle = [...waiting].filter(({ busy }) => !busy)
    keyRetries.retrying()
    try {
      await sendAll(idle)
    } catch (error) {
      if (!(error instanceof KnownError) || error.exitCode === ExitCode.auth) end(error)
      // One script fails the whole batch, so send each separately.
      else for (const one of idle) saves.schedule(one)
    }
  }

  function isRetried(error: unknown): error is KnownError {
    if (!(error instanceof KnownError) || !endsRun(error)) return false
    return error.exitCode !== ExitCode.auth || keyRetries.allows(error)
  }
}
