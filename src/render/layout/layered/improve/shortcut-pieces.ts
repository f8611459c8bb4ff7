/** The straight pieces of a wire, and one of them in place of several. */

import type { Box, Point } from '../../../picture/picture.ts'

/** Where to try a piece between others, as shares of their distance. */
const between = [0.25, 0.5, 0.75]
/** From a box to the first turn. */
const stub = 14
/** From a piece to parallel ones. */
export const apart = 7

/** A straight piece of a wire: upright and level ones take turns, from an upright one on. */
export interface WirePiece extends Box {
  readonly edge: number
  readonly isUpright: boolean
  /** Its x if it is upright, else its y. */
  readonly axis: number
  readonly low: number
  readonly high: number
  isGone: boolean
  /** The number of the last look at it. */
  lastLook: number
}

/** One piece at an axis, in place of so many from the first one on. */
export interface Shortcut {
  readonly first: number
  readonly length: number
  readonly axis: number
}

/** @param first the number of the first piece in its wire */
export const piecesOfWire = (points: readonly Point[], edge: number, first = 0): WirePiece[] =>
  points.slice(1).map((q, index) => {
    const p = points[index] as Point
    const isUpright = (first + index) % 2 === 0
    const x = Math.min(p.x, q.x)
    const y = Math.min(p.y, q.y)
    const width = Math.abs(p.x - q.x)
    const height = Math.abs(p.y - q.y)
    const low = isUpright ? y : x
    return {
      x,
      y,
      width,
      height,
      edge,
      isUpright,
      axis: isUpright ? x : y,
      low,
      high: low + width + height,
      isGone: false,
      lastLook: 0,
    }
  })

/** All that replace as many pieces of a wire as possible by one, and then fewer. */
export function* shortcutsOf(pieces: readonly WirePiece[]): Generator<Shortcut> {
  const longest = pieces.length - 1 + (pieces.length % 2)

  for (let length = longest; length >= 3; length -= 2) {
    for (let first = 0; first + length <= pieces.length; first++) {
      for (const axis of axesOf(pieces, first, length)) yield { first, length, axis }
    }
  }
}

/** Where one piece may run instead of several: first where one of them runs, then between them. */
function axesOf(pieces: readonly WirePiece[], first: number, length: number): Set<number> {
  const axes: number[] = []
  for (let index = first; index < first + length; index += 2)
    axes.push((pieces[index] as WirePiece).axis)

  const low = Math.min(...axes)
  const high = Math.max(...axes)
  return new Set([...axes, ...between.map((share) => Math.round(low + (high - low) * share))])
}

/** True if a wire leaves its box as before, and far enough for a tip. */
export const leavesAsBefore = (before: readonly Point[], after: readonly Point[]): boolean =>
  leadsAway(heightBetween(before, 0, 1), heightBetween(after, 0, 1)) &&
  leadsAway(heightBetween(before, -1, -2), heightBetween(after, -1, -2))

const heightBetween = (points: readonly Point[], end: number, next: number): number =>
  (points.at(next)?.y ?? 0) - (points.at(end)?.y ?? 0)

const leadsAway = (before: number, after: number): boolean =>
  Math.sign(before) === Math.sign(after) && Math.abs(after) >= Math.min(stub, Math.abs(before))

/** True for two parallel pieces without the usual distance. */
export const areTooNear = (piece: WirePiece, other: WirePiece): boolean =>
  Math.abs(other.axis - piece.axis) < apart &&
  other.low < piece.high + apart &&
  piece.low < other.high + apart

/** How far two pieces that are not parallel cross each other; less than 0 if they do not. */
export const reachOver = (piece: WirePiece, other: WirePiece): number =>
  Math.min(
    Math.min(other.axis - piece.low, piece.high - other.axis),
    Math.min(piece.axis - other.low, other.high - piece.axis),
  )
