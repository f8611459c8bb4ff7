/** Puts the boxes of a frame into the rows of a wanted shape, so that most connections lead from a row to the next one. */
import type { Size } from '../../picture/direction.ts'
import type { Pair } from './cycles.ts'

const gap = { width: 40, height: 80 }
/** A row may be wider than the mean by this factor. */
const widest = 1.2
/** Prices of a connection that passes a row less, that turns inside of a row, and that leads upwards. */
const prices = { row: 1, turn: 2, up: 0.3 }
const mostRounds = 20

/**
 * Starts with the boxes in the order of their ranks, and moves and exchanges them as long as that makes connections cheaper.
 * @param aspect the wanted width of all rows, divided by their height
 */
export function gridRows(
  ranks: readonly (readonly number[])[],
  boxes: readonly Size[],
  pairs: readonly Pair[],
  aspect: number,
): number[][] {
  const widths = boxes.map(({ width }) => width + gap.width)
  const total = widths.reduce((sum, width) => sum + width, 0)
  const height = boxes.reduce((sum, { height }) => sum + height + gap.height, 0) / boxes.length
  const count = Math.max(1, Math.min(boxes.length, Math.round(Math.sqrt(total / height / aspect))))
  const most = Math.max(widest * (total / count), ...widths)
  const rowOf: number[] = []
  const used = Array.from({ length: count }, () => 0)
  const move = (box: number, row: number): void => {
    const width = widths[box] as number
    const from = rowOf[box]
    if (from !== undefined) used[from] = (used[from] as number) - width
    used[row] = (used[row] as number) + width
    rowOf[box] = row
  }
  let passed = 0
  for (const box of ranks.flat()) {
    const width = widths[box] as number
    move(box, Math.min(count - 1, Math.floor(((passed + width / 2) * count) / total)))
    passed += width
  }
  const links = widths.map((): (readonly [other: number, isDown: boolean])[] => [])
  for (const [from, to] of pairs) {
    links[from]?.push([to, true])
    links[to]?.push([from, false])
  }
  const priceOf = (box: number): number =>
    (links[box] ?? []).reduce((sum, [other, isDown]) => {
      const down = ((rowOf[other] as number) - (rowOf[box] as number)) * (isDown ? 1 : -1)
      return (
        sum + (down === 0 ? prices.turn : Math.abs(down) * prices.row + (down < 0 ? prices.up : 0))
      )
    }, 0)
  /** Puts boxes into other rows, unless that is no gain or a row becomes too wide. */
  const tryRows = (moves: readonly (readonly [box: number, row: number])[]): boolean => {
    const price = () => moves.reduce((sum, [box]) => sum + priceOf(box), 0)
    const before = price()
    const rows = moves.map(([box]) => rowOf[box] as number)
    for (const [box, row] of moves) move(box, row)
    if (moves.every(([, row]) => (used[row] as number) <= most) && price() < before) return true
    moves.forEach(([box], at) => {
      move(box, rows[at] as number)
    })
    return false
  }
  for (let round = 0, isBetter = true; isBetter && round < mostRounds; round++) {
    isBetter = false
    for (const box of widths.keys()) {
      for (let row = 0; row < count; row++)
        if (row !== rowOf[box] && tryRows([[box, row]])) isBetter = true
      for (let other = 0; other < box; other++) {
        const a = rowOf[box] as number
        const b = rowOf[other] as number
        if (
          a !== b &&
          tryRows([
            [box, b],
            [other, a],
          ])
        )
          isBetter = true
      }
    }
  }
  const rows = Array.from({ length: count }, (_, row) =>
    [...widths.keys()].filter((box) => rowOf[box] === row),
  )
  return rows.filter(({ length }) => length > 0)
}
