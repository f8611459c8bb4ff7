/** Puts several ranks into one row, if all of them would be much higher than wide. */
import type { Orientation } from '../../../picture/direction.ts'
import type { Pair } from './cycles.ts'
import { heightOf, type RankedBox, rowShapes, widthOf } from './ranks.ts'

/**
 * A connection inside of a row leads around its frames: one less is worth so many pixels of height.
 */
const turnPrice = 200
/** A row may be wider than the widest of even ones by this factor. */
const slack = 1.1
/**
 * Folded rows have at most this share of the height. A small box beside a tall frame saves little, and its connection leads
 * around the frame.
 */
const mostHeight = 0.85

export interface Fold {
  readonly orientation: Orientation
  /**
   * How many rows there may be beyond those that fit the shape, so that few connections turn in
   * them; undefined for even rows.
   */
  readonly spareRows: number | undefined
}

/** @param ranks of the boxes, each in script order */
export function foldRows(
  ranks: number[][],
  boxes: readonly RankedBox[],
  pairs: readonly Pair[],
  { orientation, spareRows }: Fold,
): number[][] {
  const height = ranks.reduce((sum, rank) => sum + heightOf(rank, boxes), 0)
  const width = Math.max(...ranks.map((rank) => widthOf(rank, boxes)))
  const columns = Math.round(Math.sqrt((rowShapes[orientation].folded * height) / width))
  if (columns < 2 || height < 500) return ranks
  const count = Math.ceil(ranks.length / columns)
  const isPath = ranks.every(({ length }) => length === 1)
  const rows = evenRows(ranks, count)
  const foldedHeight = rows.reduce((sum, row) => sum + heightOf(row, boxes), 0)
  if (spareRows === undefined && foldedHeight > mostHeight * height) return ranks
  // A path turns at the end of each row, so that it can be followed without a jump.
  if (isPath) return rows.map((row, index) => (index % 2 === 1 ? row.reverse() : row))
  if (spareRows === undefined) return rows
  const widestRow = Math.max(...rows.map((row) => widthOf(row, boxes)))
  return new RowFold(ranks, boxes, pairs, slack * widestRow).fold(count + spareRows)
}

function evenRows(ranks: readonly number[][], count: number): number[][] {
  const perRow = Math.ceil(ranks.length / count)
  return Array.from({ length: count }, (_, row) =>
    ranks.slice(row * perRow, (row + 1) * perRow).flat(),
  )
}

/** The first ranks in rows. */
interface FoldedRanks {
  readonly price: number
  /** Where each row starts. */
  readonly starts: readonly number[]
}

/**
 * Finds the ranks that make a row each, so that few connections turn in it: dynamic programming
 * over the ends of rows.
 */
class RowFold {
  readonly #ranks: readonly (readonly number[])[]
  readonly #boxes: readonly RankedBox[]
  readonly #most: number
  /** By rank: the higher ranks that its boxes are connected with. */
  readonly #above: readonly number[][]

  constructor(
    ranks: readonly (readonly number[])[],
    boxes: readonly RankedBox[],
    pairs: readonly Pair[],
    most: number,
  ) {
    this.#ranks = ranks
    this.#boxes = boxes
    this.#most = most
    this.#above = connectedAbove(ranks, pairs)
  }

  fold(mostRows: number): number[][] {
    const { length } = this.#ranks
    let current: (FoldedRanks | undefined)[] = [{ price: 0, starts: [] }]
    let best: FoldedRanks | undefined
    for (let row = 0; row < mostRows; row++) {
      current = this.#withRow(current)
      best = cheaper(best, current[length])
    }
    const starts = best?.starts ?? []
    return starts.map((start, index) => this.#ranks.slice(start, starts[index + 1]).flat())
  }

  /** @param folded the cheapest rows by the number of ranks in them */
  #withRow(folded: readonly (FoldedRanks | undefined)[]): (FoldedRanks | undefined)[] {
    const more: (FoldedRanks | undefined)[] = []
    for (const [start, first] of folded.entries()) {
      if (!first) continue
      for (const [end, price] of this.#pricesFrom(start)) {
        const longer = { price: first.price + price, starts: [...first.starts, start] }
        more[end] = cheaper(more[end], longer)
      }
    }
    return more
  }

  /** Prices of rows by their ends. */
  *#pricesFrom(start: number): Generator<readonly [end: number, price: number]> {
    let width = 0
    let height = 0
    let turns = 0
    for (const [index, rank] of this.#ranks.slice(start).entries()) {
      width += widthOf(rank, this.#boxes)
      if (index > 0 && width > this.#most) return
      height = Math.max(height, heightOf(rank, this.#boxes))
      turns += this.#above[start + index]?.filter((above) => above >= start).length ?? 0
      yield [start + index + 1, height + turnPrice * turns]
    }
  }
}

const cheaper = (
  one: FoldedRanks | undefined,
  other: FoldedRanks | undefined,
): FoldedRanks | undefined => (one && !(other && other.price < one.price) ? one : other)

function connectedAbove(ranks: readonly (readonly number[])[], pairs: readonly Pair[]): number[][] {
  const above = ranks.map((): number[] => [])
  const rankOf = new Map(ranks.flatMap((rank, number) => rank.map((box) => [box, number] as const)))
  for (const pair of pairs) {
    const [upper = 0, lower = 0] = pair.map((box) => rankOf.get(box) ?? 0).sort((a, b) => a - b)
    above[lower]?.push(upper)
  }
  return above
}
