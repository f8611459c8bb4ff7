/** Starts the player in a page with an embedded picture: `--format html`, or the viewer of the embedded service. The preview starts it itself. */

export * from './index.ts'

import { AddressBar } from './explore/address-bar.ts'
import { Player } from './player.ts'
import type { PlayerData } from './player-data.ts'
import { isVersion, Versions } from './versions.ts'

const host = document.querySelector<HTMLElement>('.player')
const svg = host?.querySelector('svg')
const data = document.querySelector('#picture')?.textContent
if (host && svg && data) {
  const { picture, remarks, versions, changes, elsewhere } = JSON.parse(data) as PlayerData
  const address = new AddressBar(
    () => player.open(),
    (part) => (versions !== undefined && isVersion(part)) || document.getElementById(part) !== null,
  )
  const player = new Player(host, {
    ...(remarks && { remarks }),
    ...(changes && { changes }),
    elsewhere: new Map(elsewhere),
    whole: host.classList.contains('whole'),
    address,
  })
  const both = { picture, svg: svg.cloneNode(true) as SVGSVGElement }
  player.show(picture, svg)
  player.open()
  // The list of changes and the other pictures follow this script.
  if (versions) {
    document.addEventListener('DOMContentLoaded', () => {
      const svgOf = (id: string) =>
        document.querySelector<HTMLTemplateElement>(`template#${id}`)?.content.querySelector('svg')
      const list = document.querySelector<HTMLElement>('.changes')
      const before = svgOf('before')
      const after = svgOf('after')
      if (!list || !before || !after) return
      const drawn = {
        both,
        before: { picture: versions.before, svg: before },
        after: { picture: versions.after, svg: after },
      }
      host.before(new Versions(player, drawn, list).box)
    })
  }
}
