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
 * The rows of the earlier picture, as indices. The target of a new connection gets below its source; nothing else moves. The rows are
 * ranks by network simplex, with a spring from each box to the row that it was in.
 *
 * Undefined if most boxes are new.
 */
export function keptRows(
  boxes: readonly Item[],
  connections: readonly LocalConnection[],
  direction: Direction,
): KeptRows | undefined {
  const before = earlierRows(boxes, direction)
  if (2 * before.size < boxes.length) return undefined
  const { pairs, beside } = pairsByRow(boxes, connections, before)
  const ranks = keptRanks(boxes.length, withoutCycles(boxes.length, pairs), before)
  if (ranks === undefined) return undefined

  const isPath = beside.length > 0 && beside.every(({ isStraight }) => isStraight)
  const rows = [...groupedBy(boxes.keys(), (box) => ranks[box] as number)]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row)
  if (!isPath) return { rows, isPath }
  const columns = boxes.map((box) => earlierMiddle(box, direction) ?? Number.POSITIVE_INFINITY)
  const columnOf = (box: number) => columns[box] as number
  return { rows: rows.map((row) => row.sort((a, b) => columnOf(a) - columnOf(b))), isPath }
}

interface KeptRows {
  readonly rows: readonly (readonly number[])[]
  /** Each row leads on from the end of the one before. */
  readonly isPath: boolean
}

/** The rows in which boxes were, by the index of the box. */
type EarlierRows = ReadonlyMap<number, number>

interface PairsByRow {
  /** From the upper box to the lower one. */
  readonly pairs: readonly Pair[]
  /** Connections between boxes of one row. */
  readonly beside: readonly { readonly isStraight: boolean }[]
}

function pairsByRow(
  boxes: readonly Item[],
  connections: readonly LocalConnection[],
  before: EarlierRows,
): PairsByRow {
  const index = new Map(boxes.map((box, number) => [box, number]))
  const beside: { readonly isStraight: boolean }[] = []
  const pairs: Pair[] = []
  for (const { connection, from, to } of connections) {
    const { earlier } = connection
    const start = index.get(from) as number
    const end = index.get(to) as number
    const startRow = before.get(start)
    const endRow = before.get(end)
    const isNew = !earlier || startRow === undefined || endRow === undefined
    if (isNew || startRow < endRow) pairs.push([start, end])
    else if (startRow > endRow) pairs.push([end, start])
    else beside.push({ isStraight: earlier.length === 2 || isFrame(from) || isFrame(to) })
  }
  return { pairs, beside }
}

const isFrame = ({ children }: Item): boolean => children.length > 0

function keptRanks(
  count: number,
  links: readonly Pair[],
  before: EarlierRows,
): Float64Array | undefined {
  const constraints = links.map(([from, to]) => ({ from, to, length: 1 }))
  const short = links.map(([from, to]) => ({ from, to, offset: 1, weight: 1 }))
  const still = Array.from({ length: count }, (_, to) => {
    const row = before.get(to)
    const offset = row ?? before.get(to - 1) ?? 0
    return { from: count, to, offset, weight: row === undefined ? 0.5 : stays }
  })
  return networkSimplex(count + 1, constraints, [...short, ...still])
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
