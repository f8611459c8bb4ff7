/** Watches the scripts of a folder: reports each script once after a burst of saves that affects it. */
import { basename } from 'node:path'
import { IGNORE_FILE } from '../config/ignore-rules.ts'
import { CONFIG_FILE } from '../files/root.ts'
import { affectsScript, type Followable, isScript, watchFiles } from './file-watcher.ts'

export interface SaveWatcherOptions<Script> {
  root: string
  poll: boolean
  /** Milliseconds to wait after the last event of a save. */
  settleMs: number
  /** The known scripts, by absolute path. */
  scripts: ReadonlyMap<string, Script>
  /** Returns the files to watch; called for each new script file. */
  select: () => Promise<string[]>
  add: (file: string) => Script
  /** The settings of the project were saved. Returns what is selected now; undefined if they cannot be used. */
  reopen: () => Promise<string[] | undefined>
  /** A script is not selected any more. */
  drop: (script: Script) => void
  onSave: (script: Script) => void
  /** No file events arrive any more, or `select` or `reopen` failed. */
  onError: (error: unknown) => void
}

export interface SaveWatcher<Script> {
  /** Resolves when no save is missed any more. */
  readonly ready: Promise<void>
  /** Reports a script again, after the same wait. */
  schedule(script: Script): void
  close(): Promise<void>
}

/** Milliseconds to wait after the last event of settings: an editor may write them in several steps. */
const SETTINGS_MS = 500

export function watchSaves<
  Script extends { readonly file: string; readonly script: Followable | undefined },
>(options: SaveWatcherOptions<Script>): SaveWatcher<Script> {
  const { root, poll, settleMs, scripts, select, add, reopen, drop, onSave, onError } = options
  /** By file. */
  const timers = new Map<string, NodeJS.Timeout>()
  let settingsTimer: NodeJS.Timeout | undefined
  /** Settings that are not read yet. */
  let unread = 0
  /** Files that were saved since: they may not be selected any more. */
  const held = new Set<string>()
  /** One after the other, so that none uses a selection from before. */
  let selecting: Promise<void> = Promise.resolve()
  let closed = false

  const inTurn = (act: () => Promise<void>): void => {
    selecting = selecting.then(() => (closed ? undefined : act())).catch(onError)
  }
  const schedule = ({ file }: Script): void => {
    if (closed) return
    if (unread > 0) {
      held.add(file)
      return
    }
    clearTimeout(timers.get(file))
    const save = () => {
      timers.delete(file)
      const script = scripts.get(file)
      if (script) onSave(script)
    }
    timers.set(file, setTimeout(save, settleMs))
  }
  const readSettings = async () => {
    const selected = await reopen()
    const files = new Set(selected)
    for (const [file, script] of scripts) if (selected && !files.has(file)) drop(script)
    for (const file of files) held.add(add(file).file)
  }
  const onSettings = (): void => {
    if (settingsTimer === undefined) unread++
    clearTimeout(settingsTimer)
    for (const [file, timer] of timers) {
      clearTimeout(timer)
      held.add(file)
    }
    timers.clear()
    settingsTimer = setTimeout(() => {
      settingsTimer = undefined
      inTurn(() => readSettings().finally(release))
    }, SETTINGS_MS)
  }
  const release = (): void => {
    if (--unread > 0) return
    const files = [...held]
    held.clear()
    for (const file of files) onFile(file)
  }
  const linkTo = (file: string) =>
    [...scripts.values()].find(({ script }) => script?.linkedFile === file)
  const onFile = (file: string): void => {
    const known = scripts.get(file) ?? linkTo(file)
    if (closed) return
    if ([CONFIG_FILE, IGNORE_FILE].includes(basename(file))) onSettings()
    else if (unread > 0) held.add(file)
    else if (known) schedule(known)
    else if (isScript(file))
      inTurn(async () => {
        if ((await select()).includes(file)) schedule(add(file))
      })
    else for (const one of scripts.values()) if (affectsScript(file, one.script)) schedule(one)
  }

  const files = watchFiles({ root, poll, onFile, onError })
  return {
    ready: files.ready,
    schedule,
    close: async () => {
      closed = true
      for (const timer of [settingsTimer, ...timers.values()]) clearTimeout(timer)
      await files.close()
    },
  }
}
