/** Other ways to make the rows of a unit, which may read better than the usual one, or have a wanted shape. */
import { aspectFactor } from '../../../picture/aspect.ts'
import type { Orientation } from '../../../picture/direction.ts'
import { earlierWay } from '../rank/kept-rows.ts'
import { sizeOf } from '../route/heights.ts'
import type { Routed } from '../route/route.ts'
import type { RowStyle, UnitRequest } from '../unit/request.ts'
import type { Unit } from '../unit/unit.ts'
import { columnStarts } from './fold.ts'
import { isLong, likeAspect } from './score.ts'

/** Widths of rows to try: of a picture that is too short in its orientation, and of one that is too long. */
const narrower = [0.35, 0.6]
const shares = [1, 0.6, 1.6, 0.35, 2.6]
const sharesOfFolds = [1, 0.6, 0.35]
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
    orientation: isChain(routed.unit) ? 'down' : style.orientation,
  }
  return request.aspect === undefined
    ? stylesForReading(request, first, folded)
    : stylesForAspect(request, first, folded)
}

/** A long picture may read better in several columns, one with broad rows with narrower ones, and on a screen a tall one lying. */
function stylesForReading(
  { connections, orientation, room, mayFold }: UnitRequest,
  { routed, style }: StyledResult,
  folded: RowStyle,
): RowStyle[] {
  const ifLong = mayFold && isLong(routed) ? [folded] : []
  if (connections.length > mostShaped) return ifLong
  const { width, height } = sizeOf(routed)
  const share = connections.some(({ connection }) => connection.earlier) ? nearlyFull : 1
  const isTall = height > share * room.height
  const isBroad = style.orientation === 'down' ? width > nearlyFull * room.width : isTall
  return [
    ...ifLong,
    ...(isBroad ? narrower.map((part) => ({ ...style, width: part })) : []),
    ...(orientation === undefined && isTall ? [{ ...style, orientation: 'right' as const }] : []),
  ]
}

/** A wanted shape may need another orientation, narrower or wider rows, or a grid of the groups. */
function stylesForAspect(
  { aspect = 1, connections, orientation, boxes, mayFold }: UnitRequest,
  { routed, style }: StyledResult,
  folded: RowStyle,
): RowStyle[] {
  if (aspectFactor(sizeOf(routed), aspect) <= likeAspect) return []
  if (connections.length > mostShaped) return mayFold ? [folded] : []
  const foldedShares = mayFold ? sharesOfFolds : []
  const gridShares = mayFold && hasFrames(boxes) ? shares : []
  return (orientation ? [orientation] : orientations).flatMap((way) => {
    const wanted = way === 'down' ? aspect : 1 / aspect
    const foldedOrientation = isChain(routed.unit) ? folded.orientation : way
    const foldedWay = { ...folded, orientation: foldedOrientation, spareRows: 0 }
    return [
      ...shares.map((width) => ({ ...style, orientation: way, width })),
      ...narrower.map((width) => ({ ...style, orientation: way, width, splitsTrees: true })),
      ...foldedShares.map((width) => ({ ...foldedWay, width })),
      ...(mayFold ? [{ ...foldedWay, spareRows: 1 }] : []),
      ...gridShares.map((share) => ({ ...style, orientation: way, grid: share * wanted })),
    ]
  })
}

const orientations = ['down', 'right'] as const

const hasFrames = (boxes: UnitRequest['boxes']): boolean =>
  boxes.some(({ children }) => children.length > 0)

/** Where the columns start into which the first rows may be folded; none if they are not. */
export const startsOfColumns = (
  { aspect, boxes, connections, mayFold }: UnitRequest,
  routed: Routed,
): number[] =>
  mayFold && aspect !== undefined && connections.length > mostSimple && hasFrames(boxes)
    ? columnStarts(routed, aspect)
    : []

/** The orientation of the rows of the earlier picture, if it was not made for another orientation. */
export function keptOrientation(
  { connections, orientation, isBackwards, mayFold, keepsDirection }: UnitRequest,
  unit: Unit,
): Orientation | undefined {
  const before = earlierWay(connections)
  if (before === undefined || before.isBackwards !== isBackwards) return undefined
  if (before.orientation !== orientation && orientation && !keepsDirection) return undefined
  // The rows of a folded chain lead to the right.
  return mayFold && isChain(unit) ? 'down' : before.orientation
}

/** True if each row has one box. */
const isChain = ({ root }: Unit): boolean =>
  root.rows.every(
    ({ entries, kind }) =>
      kind !== 'boxes' || entries.filter((entry) => entry.kind !== 'lane').length === 1,
  )
