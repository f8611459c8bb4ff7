/** Gets the one script of a panel from its editor, in messages; links to its lines open them there. */
import type { FromPanel, ToPanel } from '../panel-messages.ts'
import type { Sheet } from '../sheet.ts'
import type { Feed } from './feed.ts'
import { onLineClick } from './line-click.ts'

/** A panel of VS Code, as its page sees it. */
interface PanelHost {
  postMessage(message: FromPanel): void
}

export function panelFeed(host: PanelHost): Feed {
  let shown: Sheet | undefined
  // Not the version of the text: the theme of the editor changes the picture too.
  let version = 0
  return {
    listen({ scripts, state, cursor }) {
      // The panel takes messages of its editor only.
      addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
        if ('cursor' in data) return cursor(data.cursor.file, data.cursor.line)
        shown = { ...data.sheet, version: ++version }
        scripts([shown])
      })
      onLineClick((open) => host.postMessage({ open }))
      state('Updates while you type', false)
      host.postMessage('ready')
    },
    sheet: async () => shown,
  }
}

/** The editor whose panel shows the page; undefined in a browser. */
export function panelHost(): PanelHost | undefined {
  const { acquireVsCodeApi } = globalThis as { acquireVsCodeApi?: () => PanelHost }
  return acquireVsCodeApi?.()
}
