/**
 * The preview inside an editor: two requests beside the protocol. `topo/previewPage` returns the page, `topo/sheet` what
 * it shows of an open script.
 */
import type { Sheet } from '../../preview/sheet.ts'
import type { EditorSession } from '../session/session.ts'
import type { Feature } from './feature.ts'

/** Parameters of `topo/sheet`. */
export interface SheetParams {
  readonly uri: string
  /** The theme of the editor. */
  readonly theme: 'light' | 'dark'
}

export const previewPanel: Feature = {
  capabilities: () => ({}),
  requests: {
    // Loaded when a panel opens: most editors never ask.
    'topo/previewPage': async () => (await import('../../preview/document.ts')).panelPage(),
    'topo/sheet': sheetFor,
  },
}

/** Undefined for a document that is not open, or no script. */
async function sheetFor(
  session: EditorSession,
  { uri, theme }: SheetParams,
  signal: AbortSignal,
): Promise<Sheet | undefined> {
  const script = session.script(uri)
  const version = session.text(uri)?.version
  if (script === undefined || version === undefined) return undefined
  const sheet = await session.threads.ask('draw', { ...script, version, theme }, signal)
  const last = session.lastDrawing(uri, sheet.drawing)
  return { ...sheet, drawing: sheet.drawing ?? (last && { ...last, isStale: true, sources: null }) }
}
