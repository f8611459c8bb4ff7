/** Finds the rows of an earlier picture, so that boxes stay in them. */
import { groupedBy } from '../../../../grouped.ts'
import { boxIn, type Direction } from '../../../picture/direction.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { networkSimplex } from '../simplex/network-simplex.ts'
import { earlierMiddle } from '../unit/earlier-boxes.ts'
import type { LocalConnection } from '../unit/request.ts'
import { type Pair, withoutCycles } from './cycles.ts'

/** A box stays in its row unless that makes so many connections longer. */
const stays = 8
/** The direction of the earlier picture: most of its lines start in it. Undefined if it has none of these connections. */
export function earlierDirection(connections: readonly LocalConnection[]): Direction | undefined {
  const lines = connections.flatMap(({ connection }) => {
    const [p, q] = connection.earlier ?? []
    return p && q ? [{ isUpright: p.x === q.x }] : []
  })
  if (lines.length === 0) return undefined
  return 2 * lines.filter(({ isUpright }) => isUpright).length >= lines.length ? 'down' : 'right'
}

/**
 * The rows of the earlier picture, as indices. The target of a new connection gets below its source; nothing else moves.
 * Undefined if most boxes are new.
 */
export function keptRows(
  boxes: readonly Item[],
  connections: readonly LocalConnection[],
  direction: Direction,
): { rows: number[][]; isPath: boolean } | undefined {
  const before = earlierRows(boxes, direction)
  if (2 * before.size < boxes.length) return undefined
  const index = new Map(boxes.map((box, at) => [box, at]))
  const beside: boolean[] = []
  const pairs = connections.flatMap(({ connection: { earlier }, from, to }): Pair[] => {
    const start = index.get(from) as number
    const end = index.get(to) as number
    const above = before.get(start)
    const below = before.get(end)
    if (!earlier || above === undefined || below === undefined) return [[start, end]]
    if (above !== below) return above < below ? [[start, end]] : [[end, start]]
    beside.push(earlier.length === 2 || from.children.length + to.children.length > 0)
    return []
  })
  const links = withoutCycles(boxes.length, pairs)
  const base = boxes.length
  const ranks = networkSimplex(
    base + 1,
    links.map(([from, to]) => ({ from, to, length: 1 })),
    [
      ...links.map(([from, to]) => ({ from, to, offset: 1, weight: 1 })),
      ...boxes.map((_, to) => {
        const offset = before.get(to)
        return {
          from: base,
          to,
          offset: offset ?? before.get(to - 1) ?? 0,
          weight: offset === undefined ? 0.5 : stays,
        }
      }),
    ],
  )
  if (ranks === undefined) return undefined
  const column = (at: number) =>
    earlierMiddle(boxes[at] as Item, direction) ?? Number.POSITIVE_INFINITY
  const isPath = beside.length > 0 && beside.every((isStraight) => isStraight)
  const rows = [...groupedBy(boxes.keys(), (at) => ranks[at] as number)]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row)
  return {
    rows: isPath ? rows.map((row) => row.sort((a, b) => column(a) - column(b))) : rows,
    isPath,
  }
}

/** The number of the row that a box was in. */
function earlierRows(boxes: readonly Item[], direction: Direction): Map<number, number> {
  const known = boxes.flatMap(({ earlier }, at) =>
    earlier ? [{ at, ...boxIn(direction, earlier) }] : [],
  )
  let row = -1
  let bottom = Number.NEGATIVE_INFINITY
  return new Map(
    known
      .sort((a, b) => a.y - b.y)
      .map(({ at, y, height }) => {
        if (y >= bottom) row++
        bottom = Math.max(bottom, y + height)
        return [at, row]
      }),
  )
}
