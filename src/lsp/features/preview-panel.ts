/**
 * The preview inside an editor: two requests beside the protocol. `topo/previewPage` returns the page, `topo/sheet` what
 * it shows of an open script.
 */
import type { CancellationToken } from 'vscode-languageserver'
import type { Sheet } from '../../preview/sheet.ts'
import { signalOf } from '../cancellation.ts'
import type { EditorSession } from '../session.ts'
import { Superseded } from '../threads.ts'
import type { Feature } from './feature.ts'

/** Parameters of `topo/sheet`. */
export interface SheetParams {
  readonly uri: string
  /** The theme of the editor. */
  readonly theme: 'light' | 'dark'
}

/** By URI: the last drawing of a script, shown while its text has errors. */
type Drawings = Map<string, Sheet['drawing']>

export const previewPanel: Feature = {
  capabilities: () => ({}),
  listen({ connection, session }) {
    const drawings: Drawings = new Map()
    // Loaded when a panel opens: most editors never ask.
    connection.onRequest('topo/previewPage', async () =>
      (await import('../../preview/document.ts')).panelPage(),
    )
    connection.onRequest('topo/sheet', (params: SheetParams, token) =>
      sheetFor(session, drawings, params, token),
    )
  },
}

/** Null for a document that is not open, or no script. */
async function sheetFor(
  session: EditorSession,
  drawings: Drawings,
  { uri, theme }: SheetParams,
  token: CancellationToken,
): Promise<Sheet | null> {
  const script = session.script(uri)
  const version = session.text(uri)?.version
  if (script === undefined || version === undefined) {
    drawings.delete(uri)
    return null
  }
  try {
    const sheet = await session.threads.ask('draw', { ...script, version, theme }, signalOf(token))
    if (sheet.drawing) drawings.set(uri, sheet.drawing)
    const last = drawings.get(uri) ?? null
    return { ...sheet, drawing: sheet.drawing ?? (last && { ...last, isStale: true, sources: null }) }
  } catch (error) {
    if (error instanceof Superseded) return null
    throw error
  }
}
