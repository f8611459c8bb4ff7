/** Paper shows the picture as it is, without what the reader has selected or plays, and of which day it is. */
import type { Explorer } from './explore/explorer.ts'
import type { Playback } from './play/playback.ts'
import type { Scene } from './play/scene.ts'
import { element } from './view/element.ts'

export function listenForPrint(explorer: Explorer, scene: Scene, playback: Playback): void {
  const asOf = element('p', { class: 'as-of' })
  addEventListener('beforeprint', () => {
    explorer.unlight()
    scene.clear()
    asOf.textContent = `Page of ${dayOfPage()}`
    document.querySelector('header>h1')?.after(asOf)
  })
  addEventListener('afterprint', () => {
    explorer.refresh()
    playback.refresh()
    asOf.remove()
  })
}

/** The day when the file of the page was written, which its bytes do not contain. */
const dayOfPage = (): string =>
  new Date(document.lastModified).toLocaleDateString('en-GB', { dateStyle: 'long' })
