/** Shows the picture of a script beside it while it is typed: the page and what it shows come from `topo lsp`. */
import {
  CancellationTokenSource,
  ColorThemeKind,
  Disposable,
  Position,
  Range,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode'
import type { LanguageClient } from 'vscode-languageclient/node'
import type { SheetParams } from '../../../src/lsp/features/preview-panel.ts'
import type { FromPanel, LineToOpen, ToPanel } from '../../../src/preview/panel-messages.ts'
import type { Sheet } from '../../../src/preview/sheet.ts'

export class PreviewPanels implements Disposable {
  /** By URI of the script. */
  readonly #panels = new Map<string, WebviewPanel>()
  /** The running request of a panel, by URI: a newer one makes its result useless. */
  readonly #asked = new Map<string, CancellationTokenSource>()
  readonly #client: () => LanguageClient | undefined
  readonly #listeners: Disposable

  constructor(client: () => LanguageClient | undefined) {
    this.#client = client
    const cursor = window.onDidChangeTextEditorSelection(
      ({ textEditor, selections: [selection] }) => {
        const { fsPath } = textEditor.document.uri
        const line = (selection?.active.line ?? 0) + 1
        for (const panel of this.#panels.values())
          send(panel, { cursor: { file: withSlashes(fsPath), line } })
      },
    )
    const themes = window.onDidChangeActiveColorTheme(() => {
      for (const uri of this.#panels.keys()) void this.refresh(uri)
    })
    this.#listeners = Disposable.from(cursor, themes)
  }

  /** Shows the script of the active editor. */
  async show(): Promise<void> {
    const { document } = window.activeTextEditor ?? {}
    const client = this.#client()
    if (document === undefined || client === undefined) return
    const uri = document.uri.toString()
    const open = this.#panels.get(uri)
    if (open) return open.reveal(undefined, true)
    const panel = window.createWebviewPanel(
      'topo.preview',
      `Preview ${document.uri.path.split('/').at(-1)}`,
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true },
    )
    this.#panels.set(uri, panel)
    panel.onDidDispose(() => {
      this.#panels.delete(uri)
      this.#asked.delete(uri)
    })
    panel.webview.onDidReceiveMessage(async (message: FromPanel) => {
      if (message === 'ready') await this.refresh(uri)
      else await openLine(message.open)
    })
    panel.webview.html = await client.sendRequest<string>('topo/previewPage')
  }

  /** Draws a script again, after its check: only then is its text at rest. */
  async refresh(uri: string): Promise<void> {
    const panel = this.#panels.get(uri)
    if (panel === undefined) return
    this.#asked.get(uri)?.cancel()
    const asked = new CancellationTokenSource()
    this.#asked.set(uri, asked)
    const sheet = await this.#client()?.sendRequest<Sheet | null>(
      'topo/sheet',
      { uri, theme: theme() },
      asked.token,
    )
    if (sheet && !asked.token.isCancellationRequested) send(panel, { sheet })
  }

  dispose(): void {
    this.#listeners.dispose()
    for (const panel of this.#panels.values()) panel.dispose()
  }
}

const send = (panel: WebviewPanel, message: ToPanel) => void panel.webview.postMessage(message)

async function openLine({ file, line, column }: LineToOpen): Promise<void> {
  const at = new Position(line - 1, column - 1)
  await window.showTextDocument(Uri.file(file), {
    viewColumn: ViewColumn.One,
    selection: new Range(at, at),
  })
}

function theme(): SheetParams['theme'] {
  const { kind } = window.activeColorTheme
  return kind === ColorThemeKind.Light || kind === ColorThemeKind.HighContrastLight
    ? 'light'
    : 'dark'
}

const withSlashes = (path: string): string => path.replaceAll('\\', '/')
