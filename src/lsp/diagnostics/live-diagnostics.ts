/** Checks open scripts while they are typed, and publishes what was found. */
import type { Connection, Diagnostic } from 'vscode-languageserver'
import {
  DiagnosticSeverity,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  LogMessageNotification,
  MessageType,
} from 'vscode-languageserver'
import { fileOf } from '#platform/file-names'
import type { Clock } from '../../clock.ts'
import { KnownError } from '../../errors.ts'
import { Superseded } from '../../threads/job.ts'
import type { OpenCheck, Trouble } from '../checks/check-open-script.ts'
import { type Settings, settingsOf } from '../session/client.ts'
import type { EditorSession } from '../session/session.ts'
import { textsOfCheck } from '../session/texts-of-check.ts'
import { CheckQueue } from './check-queue.ts'
import { DependencyWatcher } from './dependency-watcher.ts'
import { diagnosticsOf, SOURCE } from './diagnostics.ts'
import { PublishedDiagnostics } from './diagnostics-store.ts'

export interface LiveOptions {
  connection: Connection
  session: EditorSession
  clock: Clock
  /** Address of the documentation of a rule. */
  pageOf: (rule: string) => string | undefined
  clientName: string | undefined
}

/** Milliseconds until a check is shown as progress. */
const PATIENCE_MS = 500

export class LiveDiagnostics {
  readonly #options: LiveOptions
  readonly #queue: CheckQueue
  readonly #published = new PublishedDiagnostics()
  readonly #watcher: DependencyWatcher

  /** Settings of `initialize`, for a client that has no others. */
  readonly #initial: Settings
  /** The client does not report changes of files. */
  #watches: boolean

  constructor(options: LiveOptions) {
    this.#options = options
    this.#initial = options.session.settings
    this.#watches = !options.session.client.registersFiles
    const { clock } = options
    this.#watcher = new DependencyWatcher(clock, (file) => this.#filesSaved([file]))
    this.#queue = new CheckQueue(clock, (uri, signal) => this.#check(uri, signal))
  }

  listen(): void {
    const { connection, session } = this.#options
    connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
      session.open(uri, version, text)
      this.#changed(uri)
    })
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      session.change(uri, contentChanges, version)
      this.#changed(uri)
    })
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      session.close(uri)
      this.#queue.forget(uri)
      this.#publish(uri, new Map())
      // Others now depend on what is on disk.
      this.#changed(uri)
    })
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) =>
      this.#filesSaved([fileOf(uri) ?? '']),
    )
    connection.onDidChangeWatchedFiles(({ changes }) =>
      this.#filesSaved(changes.flatMap(({ uri }) => fileOf(uri) ?? [])),
    )
    connection.onDidChangeConfiguration(({ settings }) => this.#readSettings(settings?.topo))
    connection.onInitialized(() => this.#register())
  }

  close(): Promise<void> {
    return this.#watcher.close()
  }

  /** Registers what the client only tells servers that ask for it. */
  #register(): void {
    const { connection, session } = this.#options
    const { client } = session
    if (client.registersFiles) {
      const patterns = ['**/*.{js,ts,json,md}', '**/.topoignore']
      const watchers = patterns.map((globPattern) => ({ globPattern }))
      const registered = connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers,
      })
      void this.#logged(registered).then((answer) => this.#watchFiles(answer === undefined))
    }
    if (client.registersConfiguration) {
      void this.#logged(
        connection.client.register(DidChangeConfigurationNotification.type, { section: 'topo' }),
      )
    }
    if (client.folders) {
      connection.workspace.onDidChangeWorkspaceFolders(() => void this.#logged(this.#readFolders()))
    }
    if (client.configuration) void this.#readSettings(undefined)
  }

  async #readFolders(): Promise<void> {
    const { connection, session } = this.#options
    session.folders = (await connection.workspace.getWorkspaceFolders()) ?? []
    session.invalidate()
    this.#checkAll()
  }

  /** @param pushed settings of a client that cannot be asked */
  async #readSettings(pushed: unknown): Promise<void> {
    const { connection, session, clientName } = this.#options
    const { configuration } = session.client
    const given = configuration
      ? await this.#logged(connection.workspace.getConfiguration('topo'))
      : pushed
    if (given === undefined) return
    session.settings = given === null ? this.#initial : settingsOf(given, clientName)
    session.invalidate()
    this.#checkAll()
  }

  /** A client may refuse what it offered: the error is logged, and the server goes on without the answer. */
  async #logged<T>(result: Promise<T>): Promise<T | undefined> {
    try {
      return await result
    } catch (error) {
      this.#log((error as Error).message)
    }
  }

  #log(message: string): void {
    const { connection } = this.#options
    void connection.sendNotification(LogMessageNotification.type, {
      type: MessageType.Error,
      message,
    })
  }

  #watchFiles(watches = this.#watches): void {
    this.#watches = watches
    if (watches) this.#watcher.watch(this.#options.session.dependencies())
  }

  #checkAll(): void {
    for (const uri of this.#options.session.scripts()) this.#queue.schedule(uri)
  }

  #changed(uri: string): void {
    const { session } = this.#options
    if (session.script(uri)) this.#queue.schedule(uri)
    this.#filesChanged([fileOf(uri) ?? ''])
  }

  #filesChanged(files: readonly string[]): void {
    this.#options.session.invalidate(files)
    for (const uri of this.#options.session.dependents(files)) this.#queue.schedule(uri)
  }

  #filesSaved(files: readonly string[]): void {
    const { session } = this.#options
    this.#filesChanged(files)
    session.saved(files)
    for (const uri of session.scripts()) void this.#searchTwins(uri)
  }

  async #searchTwins(uri: string): Promise<void> {
    const isOutdated = await this.#logged(this.#options.session.hasOtherTwins(uri))
    if (isOutdated) this.#queue.schedule(uri)
  }

  async #check(uri: string, signal: AbortSignal): Promise<void> {
    const { session } = this.#options
    const stop = this.#showProgress(uri)
    try {
      const check = await session.check(uri, signal)
      if (check === undefined || signal.aborted) return
      // Watched before anybody can react to what is published.
      this.#watchFiles()
      this.#publish(uri, this.#diagnosticsOf(uri, check))
      if (session.isStale(uri)) this.#queue.schedule(uri)
      void this.#searchTwins(uri)
    } catch (error) {
      if (error instanceof Superseded) return
      // An editor lives longer than one check: a bug is logged, and the next text is checked again.
      const hint = error instanceof KnownError ? error.hint : undefined
      this.#log([(error as Error).message, hint].filter(Boolean).join(' '))
    } finally {
      stop()
    }
  }

  #diagnosticsOf(uri: string, check: OpenCheck): Map<string, Diagnostic[]> {
    const { session, pageOf } = this.#options
    const { related, tags } = session.client
    const textOf = textsOfCheck(session, uri, check)
    const files = diagnosticsOf(check, { related, tags, pageOf, textOf })
    if (check.trouble) files.set(check.trouble.file, [troubleOf(check.trouble)])
    return files
  }

  #publish(uri: string, reported: ReadonlyMap<string, readonly Diagnostic[]>): void {
    const { connection, session } = this.#options
    const own = fileOf(uri)
    const changed = this.#published.replace(uri, reported)
    // An empty list too: it says that the text was checked.
    if (own !== undefined) changed.add(own)
    for (const file of changed) {
      const target = session.uriOf(file)
      const version = session.text(target)?.version
      const diagnostics = this.#published.of(file)
      void connection.sendDiagnostics({
        uri: target,
        ...(version !== undefined && { version }),
        diagnostics,
      })
    }
  }

  /** Shows a check that takes long; returns a function that ends it. */
  #showProgress(uri: string): () => void {
    const { connection, session, clock } = this.#options
    if (!session.client.progress) return () => {}
    let isOver = false
    let done = () => {}
    const begin = async () => {
      const progress = await this.#logged(connection.window.createWorkDoneProgress())
      if (progress === undefined || isOver) return
      progress.begin('topo', undefined, `Checking ${uri.split('/').at(-1)}`)
      done = () => progress.done()
    }
    const timer = clock.timer(PATIENCE_MS, () => void begin())
    return () => {
      isOver = true
      timer.cancel()
      done()
    }
  }
}

function troubleOf({ line, column, message }: Trouble): Diagnostic {
  const start = { line: line - 1, character: column - 1 }
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Error,
    source: SOURCE,
    message,
  }
}
