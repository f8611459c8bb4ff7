/** `topo lsp`: a language server on two streams. Answers `initialize` before it loads what reads scripts. */

import type { Readable, Writable } from 'node:stream'
import { setImmediate as immediately } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  createConnection,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver'
import {
  createProtocolConnection,
  type DataCallback,
  type Disposable,
  NullLogger,
  ReadableStreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import type { Clock } from '../clock.ts'
import { isAlive } from '../files/temporary.ts'
import { type ScriptRuns, Threads } from './checks/threads.ts'
import { LiveDiagnostics } from './diagnostics/live-diagnostics.ts'
import { connectFeature } from './features/feature.ts'
import { features } from './features/index.ts'
import { guardMessages, type Phase } from './message-guard.ts'
import { clientOf, settingsOf } from './session/client.ts'
import { EditorSession } from './session/session.ts'

export interface LanguageServerOptions {
  version: string
  clock: Clock
  input: Readable
  output: Writable
  /** Address of the documentation of a rule. */
  pageOf: (rule: string) => string | undefined
  /** Runs scripts; default: worker threads of the build. */
  threads?: ScriptRuns
  /** Folder of what earlier runs found; undefined if nothing is kept. */
  verdicts?: string | undefined
}

export interface ServingEditor {
  /** Resolves with the exit code of the protocol: 0 after `shutdown`, else 1. */
  readonly ended: Promise<number>
  close(): Promise<void>
}

/** Turns of the event loop without a message, after which none is left. */
const QUIET_TURNS = 10
/** Milliseconds between looks at the process of the client, which may have died without a word. */
const WATCH_MS = 3_000

export function serveEditor(options: LanguageServerOptions): ServingEditor {
  const { version, clock, input, output, pageOf, threads = new Threads(options) } = options
  let phase: Phase = 'new'
  let end: (code: number) => void = () => {}
  const ended = new Promise<number>((resolve) => {
    end = resolve
  })
  let live: LiveDiagnostics | undefined
  const isShutDown = () => phase === 'shut down'
  input.once('error', () => end(1))
  output.on('error', () => end(1))

  const reader = new CountingReader(input)
  input.once('end', async () => {
    await reader.drained()
    // Without a first message, there was no editor.
    end(phase === 'running' ? 1 : 0)
  })
  const writer = new StreamMessageWriter(output)
  const connection = createConnection(
    // The given logger sends what it logs to the editor, which fails once more if the editor has closed the output.
    () =>
      createProtocolConnection(reader, writer, NullLogger, {
        messageStrategy: guardMessages(
          () => phase,
          writer,
          () => reader.handled++,
        ),
      }),
    {
      initialize: ({ processId }) => watchClient(processId, clock, () => end(1)),
      get shutdownReceived() {
        return isShutDown()
      },
      set shutdownReceived(received) {
        if (received) phase = 'shut down'
      },
      exit: end,
    },
  )
  connection.onInitialize((params): InitializeResult => {
    phase = 'running'
    const client = clientOf(params)
    const settings = settingsOf(params.initializationOptions, params.clientInfo?.name)
    const session = new EditorSession(client, settings, threads, clock)
    session.folders = params.workspaceFolders ?? folderOf(params)
    live = new LiveDiagnostics({
      connection,
      session,
      clock,
      pageOf,
      clientName: params.clientInfo?.name,
    })
    live.listen()
    for (const feature of features) connectFeature(feature, connection, session)
    // After the answer: starting a thread takes longer than everything before.
    setImmediate(() => threads.start())
    return offerTo(client, version)
  })
  connection.listen()
  return {
    ended,
    close: async () => {
      // The last response still has to be written.
      await immediately()
      await new Promise<void>((resolve) => output.end(resolve))
      await Promise.all([threads.close(), live?.close()])
      connection.dispose()
      // Nothing else keeps the process alive.
      input.pause()
    },
  }
}

function offerTo(client: ReturnType<typeof clientOf>, version: string): InitializeResult {
  return {
    capabilities: {
      positionEncoding: client.encoding,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      ...Object.assign({}, ...features.map(({ capabilities }) => capabilities(client))),
    },
    serverInfo: { name: 'topo', version },
  }
}

/** Counts messages: the connection handles one per turn of the event loop, also after the input has ended. */
class CountingReader extends ReadableStreamMessageReader {
  handled = 0
  #received = 0

  /** Does not report the end of the input, because the connection then drops messages that it has not handled. */
  constructor(input: Readable) {
    const never = () => ({ dispose: () => {} })
    const on = <T>(event: string, listener: (given: T) => void) => {
      input.on(event, listener)
      return { dispose: () => void input.off(event, listener) }
    }
    super({
      onData: (listener) => on('data', listener),
      onError: (listener) => on('error', listener),
      onClose: never,
      onEnd: never,
    })
  }

  override listen(callback: DataCallback): Disposable {
    return super.listen((message) => {
      this.#received++
      callback(message)
    })
  }

  /** Resolves once all messages are handled. */
  async drained(): Promise<void> {
    // Decoding a message takes a few turns, and so does the response to the last one.
    for (let quiet = 0, seen = -1; quiet < QUIET_TURNS; quiet++) {
      const now = this.#received + this.handled
      if (now !== seen || this.handled < this.#received) quiet = 0
      seen = now
      await immediately()
    }
  }
}

/** The folder of a client that knows no workspace folders. */
function folderOf({ rootUri, rootPath }: InitializeParams) {
  const uri = rootUri ?? (rootPath ? pathToFileURL(rootPath).href : undefined)
  return uri === undefined ? [] : [{ uri, name: '' }]
}

function watchClient(pid: number | null, clock: Clock, onGone: () => void): void {
  if (pid === null) return
  const look = () => {
    if (!isAlive(pid)) onGone()
  }
  clock.every(WATCH_MS, look).unref()
}
