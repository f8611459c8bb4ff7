/** Puts the boxes of a frame into the rows of a wanted shape, so that most connections lead from a row to the next one. */
import type { Size } from '../../../picture/direction.ts'
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
  return new GridRows(boxes, pairs, aspect).fill(ranks.flat())
}

interface GridLink {
  readonly other: number
  readonly isDown: boolean
}

interface Move {
  readonly box: number
  readonly row: number
}

class GridRows {
  readonly #widths: readonly number[]
  readonly #links: readonly GridLink[][]
  readonly #total: number
  readonly #count: number
  /** The greatest width of a row. */
  readonly #most: number
  readonly #rowOf: number[] = []
  /** The width that each row has. */
  readonly #used: number[]

  constructor(boxes: readonly Size[], pairs: readonly Pair[], aspect: number) {
    this.#widths = boxes.map(({ width }) => width + gap.width)
    this.#links = linksOf(boxes.length, pairs)
    this.#total = this.#widths.reduce((sum, width) => sum + width, 0)
    const height = boxes.reduce((sum, box) => sum + box.height + gap.height, 0) / boxes.length
    const wanted = Math.round(Math.sqrt(this.#total / height / aspect))
    this.#count = Math.max(1, Math.min(boxes.length, wanted))
    this.#most = Math.max(widest * (this.#total / this.#count), ...this.#widths)
    this.#used = Array.from({ length: this.#count }, () => 0)
  }

  /** @param order of the boxes at the start */
  fill(order: readonly number[]): number[][] {
    this.#fillEvenly(order)
    for (let round = 0; round < mostRounds; round++) if (!this.#improve()) break

    const rows = Array.from({ length: this.#count }, (_, row) =>
      [...this.#widths.keys()].filter((box) => this.#rowOf[box] === row),
    )
    return rows.filter(({ length }) => length > 0)
  }

  #fillEvenly(order: readonly number[]): void {
    let passed = 0
    for (const box of order) {
      const width = this.#widths[box] as number
      const row = Math.floor(((passed + width / 2) * this.#count) / this.#total)
      this.#move(box, Math.min(this.#count - 1, row))
      passed += width
    }
  }

  /** @returns true if boxes were moved or exchanged */
  #improve(): boolean {
    let isBetter = false
    for (const box of this.#widths.keys()) {
      for (let row = 0; row < this.#count; row++) if (this.#try([{ box, row }])) isBetter = true
      for (let other = 0; other < box; other++) {
        const row = this.#rowOf[box] as number
        const otherRow = this.#rowOf[other] as number
        const exchange = [
          { box, row: otherRow },
          { box: other, row },
        ]
        if (row !== otherRow && this.#try(exchange)) isBetter = true
      }
    }
    return isBetter
  }

  /** Puts boxes into other rows, unless that is no gain or a row becomes too wide. */
  #try(moves: readonly Move[]): boolean {
    if (moves.some(({ box, row }) => this.#rowOf[box] === row)) return false
    const price = this.#priceOfAll(moves)
    const back = moves.map(({ box }) => ({ box, row: this.#rowOf[box] as number }))

    for (const { box, row } of moves) this.#move(box, row)
    const isNarrow = moves.every(({ row }) => (this.#used[row] as number) <= this.#most)
    if (isNarrow && this.#priceOfAll(moves) < price) return true

    for (const { box, row } of back) this.#move(box, row)
    return false
  }

  #move(box: number, row: number): void {
    const width = this.#widths[box] as number
    const from = this.#rowOf[box]
    if (from !== undefined) this.#used[from] = (this.#used[from] as number) - width
    this.#used[row] = (this.#used[row] as number) + width
    this.#rowOf[box] = row
  }

  #priceOfAll(moves: readonly Move[]): number {
    return moves.reduce((sum, { box }) => sum + this.#priceOf(box), 0)
  }

  #priceOf(box: number): number {
    const row = this.#rowOf[box] as number
    return (this.#links[box] ?? []).reduce((sum, { other, isDown }) => {
      const rows = (this.#rowOf[other] as number) - row
      return sum + priceOfRows(isDown ? rows : -rows)
    }, 0)
  }
}

/** @param down how many rows a connection leads down */
function priceOfRows(down: number): number {
  if (down === 0) return prices.turn
  return Math.abs(down) * prices.row + (down < 0 ? prices.up : 0)
}

function linksOf(count: number, pairs: readonly Pair[]): GridLink[][] {
  const links = Array.from({ length: count }, (): GridLink[] => [])
  for (const [from, to] of pairs) {
    links[from]?.push({ other: to, isDown: true })
    links[to]?.push({ other: from, isDown: false })
  }
  return links
}
