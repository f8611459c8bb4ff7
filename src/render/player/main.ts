/** Starts the player in a page with an embedded picture: `--format html`, or the viewer of the embedded service. */
import type { PlayerData } from '../page/embed.ts'
import { AddressBar } from './address-bar.ts'
import { Player } from './player.ts'

const host = document.querySelector<HTMLElement>('.player')
const svg = host?.querySelector('svg')
const data = document.querySelector('#picture')?.textContent
if (host && svg && data) {
  const { picture, remarks } = JSON.parse(data) as PlayerData
  const address = new AddressBar(() => player.open())
  const player = new Player(host, { remarks, whole: host.classList.contains('whole'), address })
  player.show(picture, svg)
  player.open()
}
