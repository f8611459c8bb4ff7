/** Opens lines of the script in the editor that is connected with the page, instead of as an address of the system. */
import type { LineToOpen } from '../panel-messages.ts'

export function onLineClick(open: (line: LineToOpen) => void): void {
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
