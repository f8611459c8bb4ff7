/** Finds boxes that should be in line, or at the same distance as others, because that looks meant. */
import { groupedBy } from '../../../../grouped.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { Obstacles } from '../../boxes/obstacles.ts'
import { entriesOf, type Ordered } from '../order/row-order.ts'
import { axisOf, leftBorderOf, type Placed, rightBorderOf } from '../place/placed.ts'
import type { Pull } from '../place/pull.ts'
import { placeAt, type Stacked } from '../route/heights.ts'
import type { Frame, Link, Slot, Unit, Wire } from '../unit/unit.ts'

/** Centres that are this near look as if they were meant to be equal. */
export const nearly = 12
/** Readers compare two boxes at most this far apart, in pixels. */
const inSight = 140
/** A hub of so many boxes that is beside their middle looks like a mistake. */
const wideFan = 4

const pulledX = (placed: Placed, entry: Slot): number =>
  entry.frame ? leftBorderOf(placed, entry.frame) : axisOf(placed, entry)

export const isOff = (placed: Placed, { from, to, offset }: Pull): boolean =>
  pulledX(placed, to) - pulledX(placed, from) !== offset

/** Boxes above each other whose centres differ by so little that it looks like a mistake, or not at all. */
export function nearPairs(stacked: Stacked, reach = nearly): Pull[] {
  const boxes = stacked.unit.rows
    .flatMap((row) => entriesOf(stacked, row).filter(({ kind }) => kind === 'box'))
    .map((entry) => standingBox(stacked, entry))
  const all = Obstacles.of(boxes)
  return boxes.flatMap(({ entry, axis, y, height }) => {
    const below = { x: axis - reach, y: y + height, width: 2 * reach, height: inSight }
    return [...all.within(below)]
      .filter((other) => other.y >= below.y && Math.abs(other.axis - axis) <= reach)
      .map((other) => ({ from: entry, to: other.entry, offset: 0 }))
  })
}

function standingBox(stacked: Stacked, entry: Slot) {
  const { x, y, width, height } = placeAt(stacked, entry)
  return { x, y, width, height, entry, axis: axisOf(stacked, entry) }
}

/** A box that is connected with several boxes on one of its sides. */
export interface Fan {
  readonly hub: Slot
  /** From left to right. */
  readonly boxes: readonly Slot[]
  readonly isBelow: boolean
}

/** A hub should be above or below the middle one of its boxes, or between the two in the middle. */
export const fanPulls = (placed: Placed): Pull[] =>
  fansOf(placed.unit).map(({ hub, boxes }) => {
    const { left, right } = middleOf(placed, boxes)
    const offset = Math.round((axisOf(placed, left) - axisOf(placed, right)) / 2)
    return { from: hub, to: left, offset }
  })

/** Those of many boxes, if no other connection of these speaks against a hub at their middle. */
export const wideFansOf = (unit: Unit): Fan[] => fansOf(unit).filter(isWide)

function fansOf({ slots }: Unit): Fan[] {
  return slots
    .filter(({ kind }) => kind === 'box')
    .flatMap((hub) => [
      { hub, boxes: boxesAlong(hub, hub.downs), isBelow: true },
      { hub, boxes: boxesAlong(hub, hub.ups), isBelow: false },
    ])
    .filter(({ boxes }) => boxes.length > 1)
}

/** The boxes at the other ends of the wires; none if a link turns. */
function boxesAlong(hub: Slot, links: readonly Link[]): Slot[] {
  if (links.some(({ isTurn }) => isTurn)) return []
  const ends = new Set(links.map(({ wire }) => farEnd(wire, hub)))
  return [...ends].filter(({ kind }) => kind === 'box')
}

const farEnd = ({ stops }: Wire, end: Slot): Slot =>
  (stops[0] === end ? stops.at(-1) : stops[0]) as Slot

/** Twice the same box if their number is odd. */
function middleOf(placed: Placed, boxes: readonly Slot[]): { left: Slot; right: Slot } {
  const sorted = boxes.toSorted((a, b) => axisOf(placed, a) - axisOf(placed, b))
  const left = sorted[(sorted.length - 1) >> 1] as Slot
  const right = sorted[sorted.length >> 1] as Slot
  return { left, right }
}

/** True if the boxes are in one row, and lead only to the hub on that side. */
const isWide = ({ boxes, hub, isBelow }: Fan): boolean =>
  boxes.length >= wideFan &&
  boxes.every(({ row, ups, downs }) => {
    const links = isBelow ? ups : downs
    return row === boxes[0]?.row && links.every(({ wire }) => wire.stops.includes(hub))
  })

/** True if the hub is beside the middle, by more than a pixel. */
export function isLopsided(placed: Placed, { hub, boxes }: Fan): boolean {
  const { left, right } = middleOf(placed, boxes)
  const middle = (axisOf(placed, left) + axisOf(placed, right)) / 2
  return Math.abs(axisOf(placed, hub) - middle) > 1
}

/** Frames with the same boxes in the same rows, in one order of the rows. */
export interface Twins {
  readonly frames: readonly Frame[]
  /** The boxes of each frame. */
  readonly contents: readonly (readonly Slot[])[]
}

export function twinsIn(ordered: Ordered): Twins[] {
  const classes = groupedBy(ordered.unit.frames, (frame) =>
    JSON.stringify([frame.item?.parent?.number, shapeOf(ordered, frame)]),
  )
  return [...classes.values()]
    .filter(({ length }) => length > 1)
    .map((frames) => ({ frames, contents: frames.map((frame) => boxesInFrame(ordered, frame)) }))
}

/** Twins should be drawn like one of them, which may be any. @returns a list for each */
export function twinPulls(placed: Placed, { frames, contents }: Twins): Pull[][] {
  const even = evenGaps(placed, frames)
  return contents.map((model) => [
    ...contents.flatMap((content) => likeModel(placed, content, model)),
    ...even,
  ])
}

const likeModel = (
  placed: Placed,
  [first, ...others]: readonly Slot[],
  [start, ...ends]: readonly Slot[],
): Pull[] =>
  others.map((to, index) => ({
    from: first as Slot,
    to,
    offset: axisOf(placed, ends[index] as Slot) - axisOf(placed, start as Slot),
  }))

/** Each frame beside its twins should be as far from the one before as the second from the first. */
function evenGaps(placed: Placed, twins: readonly Frame[]): Pull[] {
  const row = twins[0]?.entry?.row
  const beside = twins
    .filter(({ entry }) => entry?.row === row)
    .sort((a, b) => leftBorderOf(placed, a) - leftBorderOf(placed, b))
  const [first, second] = beside
  if (!first || !second) return []
  const gap = leftBorderOf(placed, second) - rightBorderOf(placed, first)
  return beside.slice(2).map((frame, index) => {
    const before = beside[index + 1] as Frame
    const offset = rightBorderOf(placed, before) - leftBorderOf(placed, before) + gap
    return { from: before.entry as Slot, to: frame.entry as Slot, offset }
  })
}

/** The rows of boxes, by their indices in the script. */
const shapeOf = (ordered: Ordered, { item, rows }: Frame): unknown =>
  rows.flatMap((row) => {
    const boxes = entriesOf(ordered, row).filter(({ kind }) => kind !== 'lane')
    const shapes = boxes.map((box) => [
      item?.children.indexOf(box.item as Item),
      box.frame && shapeOf(ordered, box.frame),
    ])
    return shapes.length === 0 ? [] : [shapes]
  })

const boxesInFrame = (ordered: Ordered, { rows }: Frame): Slot[] =>
  rows.flatMap((row) => entriesOf(ordered, row).flatMap((entry) => boxesOfEntry(ordered, entry)))

function boxesOfEntry(ordered: Ordered, entry: Slot): Slot[] {
  if (entry.frame) return boxesInFrame(ordered, entry.frame)
  return entry.kind === 'box' ? [entry] : []
}
