/** Paper shows the picture as it is, without what the reader has selected or plays. */
import type { Explorer } from './explore/explorer.ts'
import type { Playback } from './play/playback.ts'
import type { Scene } from './play/scene.ts'

export function listenForPrint(explorer: Explorer, scene: Scene, playback: Playback): void {
  addEventListener('beforeprint', () => {
    explorer.unlight()
    scene.clear()
  })
  addEventListener('afterprint', () => {
    explorer.refresh()
    playback.refresh()
  })
}
