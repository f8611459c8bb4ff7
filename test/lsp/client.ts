/** A client of `vscode-languageserver-protocol`, with a server in the process of the test. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { systemClock } from '../../src/clock.ts'
import { type CallName, calls } from '../../src/lsp/checks/calls.ts'
import type { ScriptRuns } from '../../src/lsp/checks/threads.ts'
import { serveEditor } from '../../src/lsp/server.ts'
import { Superseded } from '../../src/threads/job.ts'
import { folder } from '../cli/topo.ts'

export interface EditorOptions {
  cwd?: string
  capabilities?: ClientCapabilities
  /** More parameters of `initialize`. */
  params?: Partial<InitializeParams>
  /** Answers `workspace/configuration`. */
  configuration?: () => unknown
  /** Answers the requests of the server with errors. */
  refuses?: boolean
  /** Never ends. */
  endless?: CallName
  /** A script with this text never ends. */
  endlessText?: string
}

/** Runs scripts on the thread of the test: only stories of `test/cli/lsp` have scripts that never end. */
function onThisThread({ endless, endlessText }: EditorOptions): ScriptRuns {
  let isClosed = false
  return {
    start: () => {},
    isFree: true,
    close: async () => {
      isClosed = true
    },
    ask: async (method, params, signal) => {
      const isEndless =
        endlessText !== undefined &&
        JSON.stringify(params).includes(JSON.stringify(endlessText).slice(1, -1))
      if (method === endless || isEndless) await new Promise(() => {})
      const result = await calls[method](structuredClone(params) as never).finally(() => {
        if (isClosed || signal?.aborted) throw new Superseded()
      })
      return structuredClone(result) as never
    },
  }
}

/** An initialized server in this process, stopped at the end of the test. */
export async function editor(options: EditorOptions = {}) {
  const input = new PassThrough()
  const output = new PassThrough()
  const pageOf = (rule: string) => `https://example.com/${rule}`
  const serving = serveEditor({
    clock: systemClock,
    version: '0.0.0',
    input,
    output,
    pageOf,
    threads: onThisThread(options),
  })
  const stop = async (connection: ProtocolConnection, open: Iterable<string>) => {
    for (const uri of open)
      void connection.sendNotification('textDocument/didClose', { textDocument: { uri } })
    // Answered after the documents are closed: no check runs any more.
    await connection.sendRequest('shutdown')
    connection.dispose()
    await serving.close()
  }
  return connect(output, input, stop, options)
}

/** Initializes a server that writes to `output` and reads from `input`. */
export async function connect(
  output: Readable,
  input: Writable,
  /** Also disposes the connection, which may still have to answer the server. */
  stop: (connection: ProtocolConnection, open: Iterable<string>) => Promise<unknown>,
  { cwd = folder(), capabilities = {}, params, configuration, refuses }: EditorOptions,
) {
  const connection = createProtocolConnection(
    new StreamMessageReader(output),
    new StreamMessageWriter(input),
  )
  const texts = new Map<string, TextDocument>()
  onTestFinished(async () => void (await stop(connection, texts.keys())))
  /** The last diagnostics by URI, and who waits for others. */
  const published = new Map<string, PublishDiagnosticsParams>()
  let waiting: { isMet: () => boolean; resolve: () => void }[] = []
  const look = () => {
    waiting = waiting.filter(({ isMet, resolve }) => !isMet() || void resolve())
  }
  connection.onNotification(
    'textDocument/publishDiagnostics',
    (given: PublishDiagnosticsParams) => {
      published.set(given.uri, given)
      look()
    },
  )
  const log: string[] = []
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
    log.push(message)
    look()
  })
  const shown: unknown[] = []
  connection.onRequest('window/showDocument', (given) => {
    shown.push(given)
    look()
    return { success: true }
  })
  const registered: { method: string; registerOptions?: unknown }[] = []
  if (!refuses) {
    connection.onRequest('client/registerCapability', ({ registrations }) => {
      registered.push(...registrations)
      return null
    })
    connection.onRequest('workspace/configuration', ({ items }) =>
      items.map(() => configuration?.() ?? null),
    )
  }
  connection.listen()
  const { capabilities: server, serverInfo } = (await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: [{ uri: pathToFileURL(cwd).href, name: 'story' }],
    capabilities,
    ...params,
  })) as InitializeResult
  void connection.sendNotification('initialized', {})

  const uriOf = (path: string) => pathToFileURL(join(cwd, path)).href
  const gone = new Promise<never>((_, reject) => {
    connection.onClose(() => reject(new Error('The server is gone.')))
  })
  gone.catch(() => {})
  const when = (isMet: () => boolean) =>
    isMet()
      ? Promise.resolve()
      : Promise.race([gone, new Promise<void>((resolve) => waiting.push({ isMet, resolve }))])
  /** The diagnostics of a file, once the server has checked its last text. */
  const diagnostics = async (path: string): Promise<Diagnostic[]> => {
    const uri = uriOf(path)
    await when(() => (published.get(uri)?.version ?? -1) >= (texts.get(uri)?.version ?? 0))
    return published.get(uri)?.diagnostics ?? []
  }
  return {
    cwd,
    connection,
    server,
    serverInfo,
    log,
    shown,
    registered,
    uriOf,
    diagnostics,
    open(path: string, text = readFileSync(join(cwd, path), 'utf8')) {
      const uri = uriOf(path)
      texts.set(uri, TextDocument.create(uri, '', 1, text))
      published.delete(uri)
      const languageId = path.endsWith('.ts') ? 'typescript' : 'javascript'
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version: 1, text },
      })
    },
    /** Sends changes whose positions count UTF-16 units, unless `sent` has them in the encoding of the server. */
    change(path: string, changes: TextDocumentContentChangeEvent[], sent = changes) {
      const uri = uriOf(path)
      const known = texts.get(uri) as TextDocument
      texts.set(uri, TextDocument.update(known, changes, known.version + 1))
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: known.version },
        contentChanges: sent,
      })
    },
    close(path: string) {
      texts.delete(uriOf(path))
      void connection.sendNotification('textDocument/didClose', {
        textDocument: { uri: uriOf(path) },
      })
    },
    text: (path: string) => texts.get(uriOf(path))?.getText() ?? '',
    /** The position behind the first occurrence of a text. */
    after: (path: string, text: string): Position => {
      const document = texts.get(uriOf(path)) as TextDocument
      const at = document.getText().indexOf(text)
      if (at < 0) throw new Error(`${path} has no ${text}`)
      return document.positionAt(at + text.length)
    },
    /** The text of a range. */
    at: (path: string, range: Range): string =>
      (texts.get(uriOf(path)) as TextDocument).getText(range),
    /** Waits until the diagnostics of a file are as expected. */
    until: (path: string, isMet: (diagnostics: readonly Diagnostic[]) => boolean) =>
      when(() => isMet(published.get(uriOf(path))?.diagnostics ?? [])),
    /** Waits until a condition holds after a message. */
    when,
    isPublished: (path: string) => published.has(uriOf(path)),
    ask: <T>(method: string, given: object = {}): Promise<T> =>
      connection.sendRequest(method, given) as Promise<T>,
  }
}

/** `line:column rule`, counted from one. */
export const brief = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(
    ({ range: { start }, code }) => `${start.line + 1}:${start.character + 1} ${code}`,
  )
