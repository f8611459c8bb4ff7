/** Other ways to make the rows of a unit, which may read better than the usual one, or have a wanted shape. */
import { aspectFactor } from '../../../picture/aspect.ts'
import { type Direction, directions } from '../../../picture/direction.ts'
import { earlierDirection } from '../rank/kept-rows.ts'
import { sizeOf } from '../route/heights.ts'
import type { Routed } from '../route/route.ts'
import type { RowStyle, UnitRequest } from '../unit/request.ts'
import type { Unit } from '../unit/unit.ts'
import { columnStarts } from './fold.ts'
import { isLong, likeAspect } from './score.ts'

/** Widths of rows to try: of a picture that is too short in its direction, and of one that is too long. */
const narrower = [0.35, 0.6]
const shares = [1, 0.6, 1.6, 0.35, 2.6]
/** With more connections, the candidates would take too long. */
const mostShaped = 300
/** With up to so many connections, shorter lines are worth more than the few crossings that columns save. */
const mostSimple = 40
/** Narrower rows are tried from this share of the room on, and after an edit all candidates, so that the style of the earlier picture is among them. */
const nearlyFull = 0.8

/** A result, and the style of its rows. */
interface StyledResult {
  readonly style: RowStyle
  readonly routed: Routed
}

/** @param first the result with the usual style */
export function stylesToTry(request: UnitRequest, first: StyledResult): RowStyle[] {
  const { style, routed } = first
  // The rows of a folded chain already lead to the right.
  const folded: RowStyle = {
    ...style,
    isFolded: true,
    direction: isChain(routed.unit) ? 'down' : style.direction,
  }
  return request.aspect === undefined
    ? stylesForReading(request, first, folded)
    : stylesForAspect(request, first, folded)
}

/** A long picture may read better in several columns, one with broad rows with narrower ones, and on a screen a tall one lying. */
function stylesForReading(
  { connections, direction, room, mayFold }: UnitRequest,
  { routed, style }: StyledResult,
  folded: RowStyle,
): RowStyle[] {
  const ifLong = mayFold && isLong(routed) ? [folded] : []
  if (connections.length > mostShaped) return ifLong
  const { width, height } = sizeOf(routed)
  const share = connections.some(({ connection }) => connection.earlier) ? nearlyFull : 1
  const isTall = height > share * room.height
  const isBroad = style.direction === 'down' ? width > nearlyFull * room.width : isTall
  return [
    ...ifLong,
    ...(isBroad ? narrower.map((part) => ({ ...style, width: part })) : []),
    ...(direction === undefined && isTall ? [{ ...style, direction: 'right' as const }] : []),
  ]
}

/** A wanted shape may need another direction, narrower or wider rows, or a grid of the groups. */
function stylesForAspect(
  { aspect = 1, connections, direction, boxes }: UnitRequest,
  { routed, style }: StyledResult,
  folded: RowStyle,
): RowStyle[] {
  if (aspectFactor(sizeOf(routed), aspect) <= likeAspect) return []
  if (connections.length > mostShaped) return [folded]
  const gridShares = hasFrames(boxes) ? shares : []
  return (direction ? [direction] : directions).flatMap((way) => {
    const wanted = way === 'down' ? aspect : 1 / aspect
    const foldedWay = isChain(routed.unit) ? folded.direction : way
    return [
      ...shares.map((width) => ({ ...style, direction: way, width })),
      ...narrower.map((width) => ({ ...style, direction: way, width, splitsTrees: true })),
      ...shares.map((width) => ({ ...folded, direction: foldedWay, width })),
      ...gridShares.map((share) => ({ ...style, direction: way, grid: share * wanted })),
    ]
  })
}

const hasFrames = (boxes: UnitRequest['boxes']): boolean =>
  boxes.some(({ children }) => children.length > 0)

/** Where the columns start into which the first rows may be folded; none if they are not. */
export const startsOfColumns = (
  { aspect, boxes, connections }: UnitRequest,
  routed: Routed,
): number[] =>
  aspect !== undefined && connections.length > mostSimple && hasFrames(boxes)
    ? columnStarts(routed, aspect)
    : []

/** The direction of the rows of the earlier picture, if it was not made for another direction. */
export function keptDirection(
  { connections, direction, keepsDirection }: UnitRequest,
  unit: Unit,
): Direction | undefined {
  const before = earlierDirection(connections)
  if (before !== direction && direction && !keepsDirection) return undefined
  // The rows of a folded chain lead to the right.
  return before && isChain(unit) ? 'down' : before
}

/** True if each row has one box. */
const isChain = ({ root }: Unit): boolean =>
  root.rows.every(
    ({ entries, kind }) =>
      kind !== 'boxes' || entries.filter((entry) => entry.kind !== 'lane').length === 1,
  )
