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
  /** The settings of the project were saved; `select` is called next. */
  reopen: () => Promise<void>
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

export function watchSaves<Script extends { readonly script: Followable | undefined }>(
  options: SaveWatcherOptions<Script>,
): SaveWatcher<Script> {
  const { root, poll, settleMs, scripts, select, add, reopen, drop, onSave, onError } = options
  const timers = new Map<Script | 'settings', NodeJS.Timeout>()
  let closed = false

  const settle = (key: Script | 'settings', then: () => void): void => {
    if (closed) return
    clearTimeout(timers.get(key))
    const save = () => {
      timers.delete(key)
      then()
    }
    timers.set(key, setTimeout(save, settleMs))
  }
  const schedule = (script: Script): void => settle(script, () => onSave(script))
  const readSettings = async () => {
    await reopen()
    const selected = new Set(await select())
    for (const [file, script] of scripts) {
      if (selected.has(file)) continue
      clearTimeout(timers.get(script))
      drop(script)
    }
    for (const file of selected) schedule(add(file))
  }
  const addIfSelected = async (file: string) => {
    if ((await select()).includes(file)) schedule(add(file))
  }
  const onFile = (file: string): void => {
    const known = scripts.get(file)
    if (known) schedule(known)
    else if ([CONFIG_FILE, IGNORE_FILE].includes(basename(file)))
      settle('settings', () => void readSettings().catch(onError))
    else if (isScript(file)) addIfSelected(file).catch(onError)
    else for (const one of scripts.values()) if (affectsScript(file, one.script)) schedule(one)
  }

  const files = watchFiles({ root, poll, onFile, onError })
  return {
    ready: files.ready,
    schedule,
    close: async () => {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
      await files.close()
    },
  }
}
