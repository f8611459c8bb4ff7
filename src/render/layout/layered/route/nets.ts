/** The links of a gutter that change their column, and what it costs if one runs above another. */
import { lowerXOf, type Placed, upperXOf } from '../place/placed.ts'
import type { Link } from '../unit/unit.ts'

/** Vertical lines that are closer than this would look like one. */
export const near = 4
/** Price of a line on another one, in crossings. */
const onEachOther = 1000

export interface Net {
  readonly link: Link
  readonly low: number
  readonly high: number
  /** Columns in which it comes from the row above, and leads to the row below. */
  readonly above: readonly number[]
  readonly below: readonly number[]
  /** Its horizontal piece has a text. */
  readonly hasText: boolean
  track: number
}

export function netOf(placed: Placed, link: Link): Net {
  const upperX = upperXOf(placed, link)
  const lowerX = lowerXOf(placed, link)
  return {
    link,
    low: Math.min(upperX, lowerX),
    high: Math.max(upperX, lowerX),
    above: columnsAbove(link, upperX, lowerX),
    below: columnsBelow(link, upperX, lowerX),
    hasText: link.isTurn && link.wire.hasText,
    track: -1,
  }
}

/** Both ends of a turn lead to the same row. */
function columnsAbove({ isTurn, isOver }: Link, upperX: number, lowerX: number): number[] {
  if (isOver) return []
  return isTurn ? [upperX, lowerX] : [upperX]
}

function columnsBelow({ isTurn, isOver }: Link, upperX: number, lowerX: number): number[] {
  if (isOver) return [upperX, lowerX]
  return isTurn ? [] : [lowerX]
}

export const touch = (a: Net, b: Net): boolean => a.low < b.high + near && b.low < a.high + near

/** More than 0 if a should run above b. */
export const preference = (a: Net, b: Net): number => price(b, a) - price(a, b)

/** Crossings if a runs above b. */
function price(a: Net, b: Net): number {
  const aBelow = a.below
  const bAbove = b.above
  let sum = 0
  for (let index = 0; index < aBelow.length; index++) {
    const x = aBelow[index] as number
    if (x > b.low && x < b.high) sum++
    for (let other = 0; other < bAbove.length; other++)
      if (Math.abs((bAbove[other] as number) - x) < near) sum += onEachOther
  }
  for (let index = 0; index < bAbove.length; index++) {
    const x = bAbove[index] as number
    if (x > a.low && x < a.high) sum++
  }
  return sum
}
