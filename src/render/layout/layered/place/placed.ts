/** A unit whose slots and ends of links have their columns. */
import type { Ordered } from '../order/row-order.ts'
import { type Frame, type Link, type Numbers, roomBeside, type Slot } from '../unit/unit.ts'

export interface Placed extends Ordered {
  /** The axis of each slot. */
  readonly axes: Numbers
  /** The vertical borders of each frame. */
  readonly lefts: Numbers
  readonly rights: Numbers
  /** Where each link leaves its ends. */
  readonly upperXs: Numbers
  readonly lowerXs: Numbers
}

/** Columns while one phase moves them. */
export interface PlacedDraft extends Ordered {
  readonly axes: Float64Array
  readonly lefts: Float64Array
  readonly rights: Float64Array
  readonly upperXs: Float64Array
  readonly lowerXs: Float64Array
}

export const newPlaced = ({ unit, entries, places }: Ordered): PlacedDraft => ({
  unit,
  entries,
  places,
  axes: new Float64Array(unit.slots.length),
  lefts: new Float64Array(unit.frames.length),
  rights: new Float64Array(unit.frames.length),
  upperXs: new Float64Array(unit.links.length),
  lowerXs: new Float64Array(unit.links.length),
})

/** A copy to move; figures that depend on columns are not in it. */
export const copyOf = ({
  unit,
  entries,
  places,
  axes,
  lefts,
  rights,
  upperXs,
  lowerXs,
}: Placed): PlacedDraft => ({
  unit,
  entries,
  places,
  axes: axes.slice(),
  lefts: lefts.slice(),
  rights: rights.slice(),
  upperXs: upperXs.slice(),
  lowerXs: lowerXs.slice(),
})

export const axisOf = ({ axes }: Placed, { number }: Slot): number => axes[number] as number

export const leftBorderOf = ({ lefts }: Placed, { number }: Frame): number =>
  lefts[number] as number

export const rightBorderOf = ({ rights }: Placed, { number }: Frame): number =>
  rights[number] as number

export const leftSideOf = (placed: Placed, entry: Slot): number =>
  entry.frame ? leftBorderOf(placed, entry.frame) : axisOf(placed, entry) - entry.before

/** With the space for connections with itself. */
export const rightSideOf = (placed: Placed, entry: Slot): number =>
  entry.frame
    ? rightBorderOf(placed, entry.frame) + roomBeside(entry)
    : axisOf(placed, entry) + entry.after

export const upperXOf = ({ upperXs }: Placed, { number }: Link): number => upperXs[number] as number

export const lowerXOf = ({ lowerXs }: Placed, { number }: Link): number => lowerXs[number] as number

/** Where a link leaves one of its ends. */
export const endOf = (placed: Placed, link: Link, entry: Slot): number =>
  link.upper === entry ? upperXOf(placed, link) : lowerXOf(placed, link)

export function moveEnd(draft: PlacedDraft, link: Link, entry: Slot, x: number): void {
  const ends = link.upper === entry ? draft.upperXs : draft.lowerXs
  ends[link.number] = x
}

/** True if a link leads straight down. */
export const isStraight = (placed: Placed, link: Link): boolean =>
  !link.isTurn && upperXOf(placed, link) === lowerXOf(placed, link)
