/**
 * Tracks with the nets that they have: those of one track do not touch, so that they are sorted
 * from left to right.
 */
import { type Net, near, touch } from './nets.ts'

export class TrackStack {
  readonly #tracks: Net[][] = []

  /**
   * Gives a net the first free track from the least one on. A net with a text stays apart from
   * others.
   */
  add(net: Net, least: number): void {
    let track = least
    while (!this.#isFree(net, track)) track++
    net.track = track
    while (this.#tracks.length <= track) this.#tracks.push([])
    const nets = this.#tracks[track] as Net[]
    nets.splice(firstReaching(nets, net.low), 0, net)
  }

  #isFree(net: Net, track: number): boolean {
    return (
      !this.#touches(net, track, true) &&
      !this.#touches(net, track - 1, net.hasText) &&
      !this.#touches(net, track + 1, net.hasText)
    )
  }

  /** @param isAny false if only nets with texts count */
  #touches(net: Net, track: number, isAny: boolean): boolean {
    const nets = this.#tracks[track]
    if (nets === undefined) return false
    for (let index = firstReaching(nets, net.low); index < nets.length; index++) {
      const other = nets[index] as Net
      if (!touch(net, other)) return false
      if (isAny || other.hasText) return true
    }
    return false
  }
}

/** The number of nets that end before a place. */
function firstReaching(nets: readonly Net[], place: number): number {
  let low = 0
  let high = nets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((nets[middle] as Net).high + near <= place) low = middle + 1
    else high = middle
  }
  return low
}
