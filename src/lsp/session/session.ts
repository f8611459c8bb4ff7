/** Holds the state of a running server: open documents, the last checks, the settings of the client. */

import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type {
  TextDocumentContentChangeEvent,
  WorkspaceFolder,
} from 'vscode-languageserver-protocol'
import { fileOf } from '#platform/file-names'
import type { Clock } from '../../clock.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { keyedBy } from '../../grouped.ts'
import type { Sheet } from '../../preview/sheet.ts'
import { Superseded } from '../../threads/job.ts'
import { aborted } from '../checks/aborted-check.ts'
import type { CheckParams, OpenCheck } from '../checks/check-open-script.ts'
import type { SearchedScripts } from '../checks/names-in-script.ts'
import type { OpenScript } from '../checks/open-script.ts'
import type { OpenNames, ScriptNames } from '../checks/script-names.ts'
import { type SharedRun, sharedRun } from '../checks/shared-run.ts'
import type { ScriptRuns } from '../checks/threads.ts'
import type { EditorClient, Settings } from './client.ts'
import { lastNamesOf, namesNow, soon } from './names-now.ts'
import type { OpenDocument } from './open-document.ts'
import { pictureAround } from './picture-around.ts'
import { PlacedText } from './placed-text.ts'
import type { ScriptSession } from './script-session.ts'
import { SlugSearches } from './slug-searches.ts'

export class EditorSession implements ScriptSession {
  readonly client: EditorClient
  readonly threads: ScriptRuns
  settings: Settings
  #folders: readonly string[] = []
  readonly #clock: Clock
  readonly #searches: SlugSearches
  /** By URI. */
  readonly #documents = new Map<string, OpenDocument>()

  constructor(client: EditorClient, settings: Settings, threads: ScriptRuns, clock: Clock) {
    this.client = client
    this.settings = settings
    this.threads = threads
    this.#clock = clock
    this.#searches = new SlugSearches(threads, clock)
  }

  set folders(folders: readonly WorkspaceFolder[]) {
    this.#folders = folders.flatMap(({ uri }) => fileOf(uri) ?? [])
  }

  open(uri: string, version: number, text: string): void {
    const file = fileOf(uri)
    if (file === undefined) return
    const placed = new PlacedText(uri, version, text, this.client.encoding)
    this.#documents.set(uri, { text: placed, file, realPath: realPathOf(file), epoch: 0 })
  }

  change(uri: string, changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    const entry = this.#documents.get(uri)
    if (entry) entry.epoch++
    entry?.text.update(changes, version)
  }

  close(uri: string): void {
    const { checking, naming, imports } = this.#documents.get(uri) ?? {}
    for (const run of [checking, naming, imports]) run?.cancel.abort()
    this.#documents.delete(uri)
  }

  /** Undefined for a document that is not open, or no file. */
  text(uri: string): PlacedText | undefined {
    return this.#documents.get(uri)?.text
  }

  /** Remembers a drawing if there is one, and returns the last one. */
  lastDrawing(uri: string, drawing: Sheet['drawing']): Sheet['drawing'] {
    const entry = this.#documents.get(uri)
    if (entry && drawing) entry.drawing = drawing
    return entry?.drawing ?? null
  }

  /** A text of a file that is not open. */
  textWith(uri: string, text: string): PlacedText {
    return new PlacedText(uri, 0, text, this.client.encoding)
  }

  /** URIs of the open documents that may be scripts. */
  scripts(): string[] {
    const open = [...this.#documents].filter(([, { file }]) => isCode(file))
    return open.map(([uri]) => uri)
  }

  /** URIs of the open scripts whose result depends on one of these files; of all open scripts for a file of settings. */
  dependents(files: readonly string[]): string[] {
    const changed = new Set(files.map(realPathOf))
    const forAll = files.some((file) => /[\\/](?:topo\.config\.json|\.topoignore)$/.test(file))
    return this.scripts().filter((uri) => {
      const entry = this.#documents.get(uri)
      if (forAll && entry) entry.isOther = false
      return forAll || entry?.check?.dependencies.some((file) => changed.has(file))
    })
  }

  /** Files that affect open scripts. */
  dependencies(): Set<string> {
    const open = [...this.#documents.values()]
    return new Set(open.flatMap(({ check }) => check?.dependencies ?? []))
  }

  /** The URI of a file: as the client writes it, if it is open. */
  uriOf(file: string): string {
    for (const [uri, entry] of this.#documents)
      if (entry.file === file || entry.realPath === file) return uri
    return pathToFileURL(file).href
  }

  /** The input of a thread that reads a script; undefined if it is not open. */
  script(uri: string): OpenScript | undefined {
    const entry = this.#documents.get(uri)
    if (entry === undefined || entry.isOther || !isCode(entry.file)) return undefined
    const open = this.#openTexts()
    open.delete(entry.realPath)
    return { file: entry.file, text: entry.text.text, open, folders: this.#folders }
  }

  #openTexts(): Map<string, string> {
    const open = [...this.#documents.values()]
    return new Map(open.map(({ realPath, text }) => [realPath, text.text]))
  }

  /** The inputs of a thread that reads all scripts: of the client's folders, else around the open documents. */
  workspace(): SearchedScripts[] {
    const around = [...this.#documents.values()].map(({ file }) => dirname(file))
    const folders = this.#folders.length > 0 ? this.#folders : [...new Set(around)]
    const open = this.#openTexts()
    // A name that no script has: all are read.
    return folders.map((folder) => ({
      file: join(folder, '.topo'),
      open,
      folders: this.#folders,
    }))
  }

  /**
   * Checks the current text of a script.
   * @returns undefined for other documents
   * @throws Superseded after the signal
   */
  async check(uri: string, signal: AbortSignal): Promise<OpenCheck | undefined> {
    const entry = this.#documents.get(uri)
    const script = this.script(uri)
    if (entry === undefined || script === undefined) return undefined
    if (entry.checking?.epoch !== entry.epoch) {
      entry.checking?.cancel.abort()
      entry.checking = this.#startCheck(entry, script)
    }
    const run = entry.checking
    const check = await run.result.catch((error: unknown) => {
      if (entry.checking === run || signal.aborted) throw error
      return this.check(uri, signal)
    })
    if (signal.aborted) throw new Superseded()
    return check
  }

  /** True if a script, or something that it depends on, has changed since the start of its last check. */
  isStale(uri: string): boolean {
    const entry = this.#documents.get(uri)
    return entry !== undefined && entry.checkedEpoch !== entry.epoch && !entry.isOther
  }

  /** Files were saved, so that others may have the slug of an open script. */
  saved(files: readonly string[]): void {
    const open = keyedBy(this.#documents.values(), ({ file }) => file)
    this.#searches.forget(files, (file) => open.get(file))
  }

  /** Searches for other scripts with the slug of a script. True if its last check did not know them, so that another must follow. */
  async hasOtherTwins(uri: string): Promise<boolean> {
    const entry = this.#documents.get(uri)
    const script = this.script(uri)
    const { check } = entry ?? {}
    if (!entry || !script || !check?.slug) return false
    const files = await this.#searches.twinsOf(script, check)
    if (entry.check !== check || isDeepStrictEqual(files, check.twins)) return false
    entry.twins = { slug: check.slug, files }
    entry.epoch++
    return true
  }

  /** One check for all that need it: a script that is endless for a moment must not occupy every thread. */
  #startCheck(entry: OpenDocument, script: OpenScript): SharedRun<OpenCheck> {
    const { epoch, twins } = entry
    const params: CheckParams = { ...script, baseline: this.settings.baseline, twins }
    return sharedRun(epoch, async (signal) => {
      const check = await this.threads.ask('check', params, signal).catch((error: unknown) => {
        if (error instanceof Superseded) throw error
        // Else the findings of an earlier text would stay.
        return aborted(entry.file, error as Error)
      })
      entry.check = check
      entry.checkedEpoch = epoch
      entry.isOther = !check.isScript
      return check
    })
  }

  /** Files have changed, or without files the settings. Only a script that is not checked yet may depend on any file. */
  invalidate(files?: readonly string[]): void {
    const changed = new Set(files && this.dependents(files))
    for (const [uri, entry] of this.#documents) {
      if (files === undefined) entry.isOther = false
      if (files === undefined || changed.has(uri) || entry.checkedEpoch !== entry.epoch)
        entry.epoch++
    }
  }

  /**
   * The checks of a document and of the scripts that import it, with their current texts.
   * @throws Superseded after the signal
   */
  async currentChecks(uri: string, signal: AbortSignal): Promise<OpenCheck[]> {
    const uris = [...(await this.scriptsWith(uri, signal))]
    const checks = await Promise.all(uris.map((one) => this.check(one, signal)))
    return checks.filter((check) => check !== undefined)
  }

  /**
   * URIs of a document and of the open scripts that import it.
   * @throws Superseded after the signal
   */
  async scriptsWith(uri: string, signal: AbortSignal): Promise<Set<string>> {
    const { file } = this.#documents.get(uri) ?? {}
    if (file === undefined) return new Set([uri])
    // Nobody waits for a check: the script may be endless.
    const path = realPathOf(file)
    const importers: string[] = []
    for (const [one, entry] of this.#documents) {
      const script =
        entry.check || !entry.text.text.includes('import') ? undefined : this.script(one)
      if (script && entry.imports?.epoch !== entry.epoch)
        entry.imports = sharedRun(entry.epoch, (cancelled) =>
          this.threads.ask('imports', script, cancelled),
        )
      if (script && (await entry.imports?.result.catch(() => undefined))?.includes(path))
        importers.push(one)
    }
    if (signal.aborted) throw new Superseded()
    return new Set([uri, ...this.dependents([file]), ...importers])
  }

  /** The text after all fixes; undefined if nothing is fixed. */
  async fix(uri: string, signal: AbortSignal): Promise<string | undefined> {
    const script = this.script(uri)
    return script && this.threads.ask('fix', script, signal)
  }

  /**
   * The names in a script; of the last text that ran to its end, if the current one does not.
   * @throws Superseded after the signal
   */
  async names(uri: string, signal: AbortSignal): Promise<OpenNames | undefined> {
    const entry = this.#documents.get(uri)
    const script = this.script(uri)
    if (entry === undefined || script === undefined) return undefined
    const check = await this.check(uri, signal)
    const names = check?.hasRun ? await namesNow(this.threads, entry, script) : undefined
    if (signal.aborted) throw new Superseded()
    if (names === undefined) return lastNamesOf(entry)
    entry.lastNames = names
    return { names, isCurrent: true }
  }

  async namesWith(
    uri: string,
    text: string,
    signal: AbortSignal,
  ): Promise<ScriptNames | undefined> {
    const script = this.script(uri)
    return script && this.threads.ask('names', { ...script, text }, signal)
  }

  async pictureAround(uri: string, id: string, signal: AbortSignal): Promise<string | undefined> {
    const script = this.script(uri)
    if (!this.settings.pictures || script === undefined) return undefined
    return pictureAround(this.threads, script, id, signal)
  }

  /** Like `names`, but soon after an edit those of the last text that ran: the new text may take seconds, or never end. */
  namesSoon(uri: string, signal: AbortSignal): Promise<OpenNames | undefined> {
    const entry = this.#documents.get(uri)
    const names = this.names(uri, signal)
    if (entry?.lastNames === undefined) return names
    return soon(this.#clock, names, () => lastNamesOf(entry))
  }
}

const isCode = (file: string): boolean => /\.[jt]s$/.test(file)
