/**
 * The preview inside an editor: two requests beside the protocol. `topo/previewPage` returns the page, `topo/sheet` what
 * it shows of an open script.
 */
import type { CancellationToken, Connection } from 'vscode-languageserver'
import type { Sheet } from '../preview/sheet.ts'
import type { EditorSession } from './session.ts'
import { Superseded } from './threads.ts'

/** Parameters of `topo/sheet`. */
export interface SheetParams {
  readonly uri: string
  /** The theme of the editor. */
  readonly theme: 'light' | 'dark'
}

export class PreviewPanel {
  readonly #connection: Connection
  readonly #session: EditorSession
  /** The last drawing of a script, by URI: shown while its text has errors. */
  readonly #drawings = new Map<string, Sheet['drawing']>()

  constructor(connection: Connection, session: EditorSession) {
    this.#connection = connection
    this.#session = session
  }

  listen(): void {
    // Loaded when a panel opens: most editors never ask.
    this.#connection.onRequest('topo/previewPage', async () =>
      (await import('../preview/document.ts')).panelPage(),
    )
    this.#connection.onRequest('topo/sheet', (params: SheetParams, token) => this.#sheet(params, token))
  }

  /** Null for a document that is not open, or no script. */
  async #sheet({ uri, theme }: SheetParams, token: CancellationToken): Promise<Sheet | null> {
    const script = this.#session.script(uri)
    const version = this.#session.text(uri)?.version
    if (script === undefined || version === undefined) {
      this.#drawings.delete(uri)
      return null
    }
    const cancelled = new AbortController()
    token.onCancellationRequested(() => cancelled.abort())
    try {
      const sheet = await this.#session.threads.ask('draw', { ...script, version, theme }, cancelled.signal)
      if (sheet.drawing) this.#drawings.set(uri, sheet.drawing)
      return { ...sheet, drawing: sheet.drawing ?? this.#lastDrawing(uri) }
    } catch (error) {
      if (error instanceof Superseded) return null
      throw error
    }
  }

  #lastDrawing(uri: string): Sheet['drawing'] {
    const drawing = this.#drawings.get(uri) ?? null
    return drawing && { ...drawing, isStale: true, sources: null }
  }
}
