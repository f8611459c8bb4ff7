/**
 * Gives every link that changes its column a horizontal track between two rows, in the order with the fewest crossings.
 *
 * This is channel routing: each link gets the first free track, as in the left-edge algorithm of Hashimoto and Stevens, "Wire
 * routing by optimizing channel assignment within large apertures" (1971). Links that should run above others
 * get theirs first. If such wishes form a circle, few are broken: Eades, Lin and Smyth, "A fast and effective heuristic for the
 * feedback arc set problem" (1993).
 */
import { isStraight, type Placed } from '../place/placed.ts'
import type { Gutter, Link, Numbers } from '../unit/unit.ts'
import { sortNets } from './net-order.ts'
import { type Net, near, netOf } from './nets.ts'
import { TrackStack } from './track-stack.ts'

/** The tracks of links, and the links that they cannot keep apart. */
export interface Tracks {
  /** By link; without a meaning for those that lead straight down. */
  readonly tracks: Numbers
  /** How many each gutter has. */
  readonly trackCounts: Numbers
  /** Pairs of links of which the first one ends on the second one, whichever track they have. */
  readonly conflicts: readonly Conflict[]
}

/** The lower end of the first link is in the column of the upper end of the second. */
export interface Conflict {
  readonly first: Link
  readonly second: Link
}

/** The nets of a gutter with their tracks. */
export interface GutterTracks {
  readonly nets: readonly Net[]
  readonly conflicts: readonly Conflict[]
}

/** The tracks of gutters, and the columns for which they were made. */
export interface TracksOfColumns {
  readonly gutters: readonly GutterTracks[]
  readonly upperXs: Numbers
  readonly lowerXs: Numbers
}

/**
 * @param before those of other columns of the unit: gutters in which nothing has moved keep theirs
 */
export function assignTracks(placed: Placed, before?: TracksOfColumns): Tracks & TracksOfColumns {
  const { rows, links } = placed.unit
  const tracks = new Float64Array(links.length)
  const trackCounts = new Float64Array(rows.length)
  const gutters: GutterTracks[] = []

  for (const { gutter } of rows) {
    const earlier = before?.gutters[gutter.number]
    const current =
      earlier && haveStayed(gutter, placed, before) ? earlier : tracksOf(gutter, placed)
    gutters.push(current)
    for (const { link, track } of current.nets) {
      tracks[link.number] = track
      trackCounts[gutter.number] = Math.max(trackCounts[gutter.number] as number, track + 1)
    }
  }
  return {
    tracks,
    trackCounts,
    conflicts: gutters.flatMap(({ conflicts }) => conflicts),
    gutters,
    upperXs: placed.upperXs.slice(),
    lowerXs: placed.lowerXs.slice(),
  }
}

/** True if no end of a link in the gutter has moved since. */
const haveStayed = ({ links }: Gutter, placed: Placed, before: TracksOfColumns): boolean =>
  links.every(
    ({ number }) =>
      placed.upperXs[number] === before.upperXs[number] &&
      placed.lowerXs[number] === before.lowerXs[number],
  )

function tracksOf({ links }: Gutter, placed: Placed): GutterTracks {
  const turning = links.filter((link) => !isStraight(placed, link))
  const nets = turning.map((link) => netOf(placed, link))
  if (nets.length < 2) return alone(nets)
  stackNets(nets)
  return { nets, conflicts: conflictsIn(nets) }
}

/** A net without others has the first track, and meets none. */
function alone(nets: readonly Net[]): GutterTracks {
  for (const net of nets) net.track = 0
  return { nets, conflicts: [] }
}

/** A column in which a net comes from the row above. */
interface Descent {
  readonly x: number
  readonly net: number
}

/** Sorted columns show which nets may meet, so that few pairs are compared. */
function conflictsIn(nets: readonly Net[]): Conflict[] {
  const descents = nets.flatMap(({ above }, net) => above.map((x): Descent => ({ x, net })))
  descents.sort((a, b) => a.x - b.x)

  return nets.flatMap((first) => {
    const meeting = new Set<number>()
    for (const x of first.below) {
      let index = firstFrom(descents, x - near)
      for (; index < descents.length; index++) {
        const descent = descents[index] as Descent
        if (descent.x - x >= near) break
        const isBelow = first.track < (nets[descent.net] as Net).track
        if (isBelow && x - descent.x < near) meeting.add(descent.net)
      }
    }
    const seconds = [...meeting].sort((a, b) => a - b)
    return seconds.map((net) => ({ first: first.link, second: (nets[net] as Net).link }))
  })
}

/** The number of columns that are further to the left. */
function firstFrom(descents: readonly Descent[], x: number): number {
  let low = 0
  let high = descents.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((descents[middle] as Descent).x < x) low = middle + 1
    else high = middle
  }
  return low
}

function stackNets(nets: readonly Net[]): void {
  const { fromLeft, fromTop, leastTrack } = sortNets(nets)
  const stack = new TrackStack()
  for (const net of fromTop) stack.add(fromLeft[net] as Net, leastTrack(net))
}
