/** Follows a project's scripts: each save is validated and sent, one at a time per script, and the last save wins. */
import { basename, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watch as watchFiles } from 'chokidar'
import { ExitCode, type KnownError } from '../errors.ts'
import { applyPlan } from './apply.ts'
import type { Batch } from './batch.ts'
import { type CheckedScript, checkScript, hasErrors } from './check.ts'
import { changedFields, type ScriptContent } from './content.ts'
import { findScripts } from './find.ts'
import { type LocalScript, loadScript } from './load.ts'
import type { Outcome } from './outcome.ts'
import { type PushOptions, planPush, push } from './push.ts'
import { projectPath } from './root.ts'
import { saveOf, written } from './save.ts'

/** What happened, for whoever shows it. */
export type WatchEvent =
  | { type: 'watching'; scripts: number }
  | { type: 'sent'; outcome: Outcome; milliseconds: number }
  | { type: 'invalid'; path: string; checked: CheckedScript }
  /** Nothing is sent until somebody has decided. */
  | { type: 'paused'; outcome: Outcome }
  | { type: 'failed'; outcome: Outcome }
  /** The service is away; it is asked again by itself. */
  | { type: 'offline'; path: string; error: KnownError; seconds: number }
  | { type: 'gone'; path: string }

export interface WatchOptions extends Omit<PushOptions, 'onConflict'> {
  /** Ask the disk instead of waiting to be told, where file systems tell nothing. */
  poll: boolean
  onEvent: (event: WatchEvent) => void
}

/** Milliseconds after the last sign of a save. */
const settleMs = 30
const pollMs = 300
/** Until the service is asked again: after an outage, and where a quota is used up. */
const pauseSeconds = { outage: 2, quota: 60 }

interface Followed {
  readonly file: string
  timer: NodeJS.Timeout | undefined
  busy: boolean
  again: boolean
  script: LocalScript | undefined
  /** What the service has, as far as we know: sending it again needs no look at the service. */
  base: { id: string; updatedAt: string; content: ScriptContent } | undefined
}

export interface Watching {
  /** Settles when something ended it that no further save would mend: a key that is refused. */
  readonly ended: Promise<never>
  close(): Promise<void>
}

/** Everything is sent once as a push would; then each save as it comes. */
export async function watchProject(options: WatchOptions): Promise<Watching> {
  const watching = new ProjectWatch(options)
  await watching.begin()
  return watching
}

class ProjectWatch implements Watching {
  readonly ended: Promise<never>
  readonly #options: WatchOptions
  readonly #followed = new Map<string, Followed>()
  readonly #files: ReturnType<typeof watchFiles>
  #end: (error: unknown) => void = () => {}
  #ready = false
  #closed = false

  constructor(options: WatchOptions) {
    this.#options = options
    this.ended = new Promise((_resolve, reject) => {
      this.#end = reject
    })
    this.ended.catch(() => {})
    const { root } = options.project
    this.#files = watchFiles(root, {
      ignored: (path) => ['node_modules', '.git', '.topo'].includes(basename(path)) && path !== root,
      ignoreInitial: true,
      usePolling: options.poll,
      interval: pollMs,
      followSymlinks: false,
    })
    for (const event of ['add', 'change', 'unlink'] as const) this.#files.on(event, (file) => this.#saw(file))
  }

  async begin(): Promise<void> {
    const ready = new Promise<void>((resolve) => this.#files.once('ready', () => resolve()))
    const { project, onEvent } = this.#options
    const files = await this.#selected()
    for (const file of files) this.#follow(file)
    await ready
    onEvent({ type: 'watching', scripts: files.length })
    const paths = files.map((file) => relative(project.cwd, file))
    if (paths.length > 0) await this.#push(paths)
    this.#ready = true
    for (const followed of this.#followed.values()) if (followed.again) this.#soon(followed)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { timer } of this.#followed.values()) clearTimeout(timer)
    await this.#files.close()
  }

  #selected(): Promise<string[]> {
    const { project, paths } = this.#options
    const { root, cwd, config, ignored } = project
    const { include, exclude } = config
    return findScripts({ root, cwd, paths, include, exclude, ignored, allowEmpty: true })
  }

  #follow(file: string): Followed {
    const known = this.#followed.get(file)
    if (known) return known
    const followed: Followed = {
      ...{ file, timer: undefined, busy: false, again: false, script: undefined, base: undefined },
    }
    this.#followed.set(file, followed)
    return followed
  }

  #saw(file: string): void {
    const followed = this.#followed.get(file)
    if (followed) {
      this.#soon(followed)
    } else if (/\.topology\.[jt]s$/.test(file)) {
      void this.#perhapsNew(file)
    } else if (/\.([jt]s|json|md)$/.test(file)) {
      // A readme belongs to its script; whatever else may be imported by those that import.
      for (const one of this.#followed.values()) {
        if (one.script?.readmeFile === file || one.script?.bundled !== false) this.#soon(one)
      }
    }
  }

  async #perhapsNew(file: string): Promise<void> {
    if ((await this.#selected()).includes(file)) this.#soon(this.#follow(file))
  }

  #soon(followed: Followed, milliseconds = settleMs): void {
    if (this.#closed) return
    clearTimeout(followed.timer)
    followed.timer = setTimeout(() => void this.#handle(followed), milliseconds)
  }

  async #handle(followed: Followed): Promise<void> {
    if (followed.busy || !this.#ready) {
      followed.again = true
      return
    }
    followed.busy = true
    try {
      do {
        followed.again = false
        await this.#save(followed)
      } while (followed.again && !this.#closed)
    } catch (error) {
      this.#end(error)
    } finally {
      followed.busy = false
    }
  }

  async #save(followed: Followed): Promise<void> {
    const { project, onEvent } = this.#options
    const started = performance.now()
    const path = projectPath(project.root, followed.file)
    if (!(await written(followed.file))) {
      this.#followed.delete(followed.file)
      onEvent({ type: 'gone', path })
      return
    }
    const { root, config } = project
    const save = await saveOf(followed.file)
    const script = await loadScript(followed.file, { root, defaults: config.defaults, rules: config.rules })
    const same = followed.script?.text === script.text && followed.script.hash === script.hash
    followed.script = script
    if (same && followed.base) return
    const checked = await checkScript(script)
    if (hasErrors(checked)) {
      await wait(settleMs)
      // It may have been read in the middle of a save.
      if (save === (await saveOf(followed.file))) onEvent({ type: 'invalid', path, checked })
      else followed.again = true
      return
    }
    await this.#report(await this.#sent(followed, script), started)
  }

  /** With a known base one request; else as a push, which looks at the service first. */
  async #sent({ file, base }: Followed, script: LocalScript): Promise<Batch> {
    const { project } = this.#options
    if (!base) return this.#pushed([relative(project.cwd, file)])
    const { path, slug, content, hash } = script
    const changed = changedFields(base.content, content)
    const { id, updatedAt } = base
    const remote = { id, slug, updatedAt, content: base.content }
    const common = { path, slug, reason: 'saved here', file: script, id, remote }
    return applyPlan(
      [
        changed.length === 0
          ? { ...common, action: 'unchanged' }
          : { ...common, action: 'update', hash, expectedUpdatedAt: updatedAt, changed },
      ],
      { ...this.#options, root: project.root },
    )
  }

  async #push(paths: string[]): Promise<void> {
    const started = performance.now()
    await this.#report(await this.#pushed(paths), started)
  }

  async #pushed(paths: string[]): Promise<Batch> {
    const options = { ...this.#options, paths, onConflict: async () => 'fail' as const }
    const planned = await planPush(options)
    for (const checked of planned.invalid) {
      this.#options.onEvent({ type: 'invalid', path: checked.script.path, checked })
    }
    return push(planned, options)
  }

  async #report({ outcomes, ended }: Batch, started: number): Promise<void> {
    if (ended && ended.exitCode === ExitCode.auth) throw ended
    for (const outcome of outcomes) await this.#settle(outcome, ended, started)
  }

  async #settle(outcome: Outcome, ended: KnownError | undefined, started: number): Promise<void> {
    const { onEvent, project, state, address } = this.#options
    const { action, path } = outcome
    const followed = path === null ? undefined : this.#followed.get(join(project.root, ...path.split('/')))
    if (!followed || path === null) return
    switch (action) {
      case 'created':
      case 'updated':
      case 'unchanged': {
        const { root, config } = project
        const script =
          followed.script ??
          (await loadScript(followed.file, { root, defaults: config.defaults, rules: config.rules }))
        const record = (await state.read(address))[path]
        followed.script = script
        followed.base = record && { id: record.id, updatedAt: record.updatedAt, content: script.content }
        if (action !== 'unchanged')
          onEvent({ type: 'sent', outcome, milliseconds: performance.now() - started })
        return
      }
      case 'conflict':
      case 'remote-ahead':
        followed.base = undefined
        onEvent({ type: 'paused', outcome })
        return
      case 'not-done':
        if (ended) this.#wait(followed, path, ended)
        return
      case 'invalid':
      case 'orphan':
        return
      default:
        followed.base = undefined
        onEvent({ type: 'failed', outcome })
    }
  }

  /** An outage is waited out; what is saved meanwhile is what will be sent. */
  #wait(followed: Followed, path: string, error: KnownError): void {
    const { onEvent } = this.#options
    followed.base = undefined
    followed.script = undefined
    const seconds = error.exitCode === ExitCode.quota ? pauseSeconds.quota : pauseSeconds.outage
    onEvent({ type: 'offline', path, error, seconds })
    this.#soon(followed, seconds * 1000)
  }
}
