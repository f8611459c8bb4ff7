/** Gets the one script of a panel from its editor, in messages; links to its lines open them there. */
import type { FromPanel, LineToOpen, ToPanel } from '../panel-messages.ts'
import type { Sheet } from '../sheet.ts'
import type { Feed } from './feed.ts'

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

/** Opens lines of the script in the editor that is connected with the page, instead of as an address of the system. */
function onLineClick(open: (line: LineToOpen) => void): void {
  // Before the panel's own handler, which would ask the system to open the address.
  const clicked = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const line = link && lineOf(link.href)
    if (!line) return
    event.preventDefault()
    event.stopPropagation()
    open(line)
  }
  addEventListener('click', clicked, { capture: true })
}

/** The line in an address of `editorLine`; undefined for another address. */
function lineOf(href: string): LineToOpen | undefined {
  const [, line, column, file] = /^topo-open:(\d+):(\d+):(.*)$/s.exec(href) ?? []
  if (file === undefined) return undefined
  // A drive needs no slash before it.
  const path = decodeURIComponent(file).replace(/^\/(?=[A-Za-z]:)/, '')
  return { file: path, line: Number(line), column: Number(column) }
}
