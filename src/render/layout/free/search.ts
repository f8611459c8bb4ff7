/** Finds the cheapest way on the grid with A*: short, with few turns and crossings, and never on another line if that is possible. */
import type { Box } from '../../picture/picture.ts'
import type { Grid } from './grid.ts'
import { Heap } from './heap.ts'

/** Prices in pixels of way. */
const prices = {
  turn: 40,
  crossing: 110,
  /** For each cell on another line, through a foreign frame, beside a border. */
  onLine: 2_000,
  frame: 3_000,
  besideBorder: 12,
  /** Through a box: only if there is no other way at all. */
  solid: 20_000,
}

/** A cell where a way may start or end, running from side to side or from top to bottom. */
export interface Gate {
  readonly cell: number
  readonly isDown: boolean
  readonly price: number
}

export interface Found {
  /** Cells from the first gate to the last one. */
  readonly cells: number[]
  readonly price: number
}

export class Search {
  readonly #grid: Grid
  readonly #cost: Float64Array
  readonly #before: Int32Array
  readonly #done: Uint8Array
  readonly #heap = new Heap()
  /** Search steps for the whole picture, so that drawing never takes minutes. */
  #steps: number

  constructor(grid: Grid, steps: number) {
    this.#grid = grid
    this.#steps = steps
    this.#cost = new Float64Array(grid.columns * grid.rows * 2)
    this.#before = new Int32Array(grid.columns * grid.rows * 2)
    this.#done = new Uint8Array(grid.columns * grid.rows * 2)
  }

  get isExhausted(): boolean {
    return this.#steps <= 0
  }

  /**
   * @param mayEnter the frames that the connection may run through, by number
   * @param goal encloses the end gates
   */
  find(
    from: readonly Gate[],
    to: readonly Gate[],
    mayEnter: ReadonlySet<number>,
    goal: Box,
  ): Found | undefined {
    const { columns, rows, solid, frameOf, besideBorder, across, down, pitch } = this.#grid
    const cost = this.#cost
    const before = this.#before
    const done = this.#done
    const heap = this.#heap
    cost.fill(Number.POSITIVE_INFINITY)
    done.fill(0)
    heap.clear()
    const ends = new Map(to.map((gate) => [gate.cell * 2 + (gate.isDown ? 1 : 0), gate.price]))
    const left = this.#grid.columnAt(goal.x)
    const right = this.#grid.columnAt(goal.x + goal.width)
    const top = this.#grid.rowAt(goal.y)
    const bottom = this.#grid.rowAt(goal.y + goal.height)
    const least = (cell: number): number => {
      const column = cell % columns
      const row = (cell - column) / columns
      return (
        pitch * (Math.max(0, left - column, column - right) + Math.max(0, top - row, row - bottom))
      )
    }
    for (const { cell, isDown, price } of from) {
      const state = cell * 2 + (isDown ? 1 : 0)
      const whole = price + this.#lineCost(cell, isDown)
      if (whole >= (cost[state] as number)) continue
      cost[state] = whole
      before[state] = -1
      heap.push(whole + least(cell), state)
    }
    let best = Number.POSITIVE_INFINITY
    let last = -1
    for (let state = heap.pop(); state >= 0 && this.#steps > 0; state = heap.pop()) {
      const paid = cost[state] as number
      const cell = state >> 1
      if (paid + least(cell) >= best) break
      if (done[state] === 1) continue
      done[state] = 1
      this.#steps--
      const end = ends.get(state)
      if (end !== undefined && paid + end < best) {
        best = paid + end
        last = state
      }
      const isDown = (state & 1) === 1
      // A turn takes both directions of its cell.
      const turned = state ^ 1
      const turn =
        paid + prices.turn + this.#lineCost(cell, !isDown) - this.#crossingCost(cell, isDown)
      if (turn < (cost[turned] as number)) {
        cost[turned] = turn
        before[turned] = state
        heap.push(turn + least(cell), turned)
      }
      const column = cell % columns
      for (const step of isDown ? [-columns, columns] : [-1, 1]) {
        const next = cell + step
        if (
          isDown
            ? next < 0 || next >= columns * rows
            : column + step < 0 || column + step >= columns
        )
          continue
        let price = paid + pitch
        if (solid[next] === 1) price += prices.solid
        const frame = frameOf[next] as number
        if (frame !== 0 && !mayEnter.has(frame - 1)) price += prices.frame
        if (besideBorder[next] === 1) price += prices.besideBorder
        const [along, crossed] = isDown ? [down[next], across[next]] : [across[next], down[next]]
        if (along !== 0) price += prices.onLine
        if (crossed !== 0) price += prices.crossing
        const reached = next * 2 + (isDown ? 1 : 0)
        if (price >= (cost[reached] as number)) continue
        cost[reached] = price
        before[reached] = state
        heap.push(price + least(next), reached)
      }
    }
    if (last < 0) return undefined
    const cells: number[] = []
    for (let at = last; at >= 0; at = before[at] as number)
      if (cells.at(-1) !== at >> 1) cells.push(at >> 1)
    return { cells: cells.reverse(), price: best }
  }

  #lineCost(cell: number, isDown: boolean): number {
    const { across, down } = this.#grid
    return (isDown ? down[cell] : across[cell]) === 0 ? 0 : prices.onLine
  }

  /** The price already paid for crossing a line on which the way now turns. */
  #crossingCost(cell: number, isDown: boolean): number {
    const { across, down } = this.#grid
    return (isDown ? across[cell] : down[cell]) === 0 ? 0 : prices.crossing
  }
}
