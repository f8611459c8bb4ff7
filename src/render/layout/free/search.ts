/**
 * Finds the cheapest way on the grid: short, with few turns and crossings, and never on another line if that is possible.
 *
 * The search is A*: Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths" (1968).
 */
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

/** The end of a way, and the boxes that it may pass. */
interface Destination {
  readonly gates: readonly Gate[]
  /** Encloses the gates. */
  readonly goal: Box
  /** The frames that the connection may run through, by number. */
  readonly mayEnter: ReadonlySet<number>
}

/** A state is a cell and a direction: a way that reaches it runs from side to side, or from top to bottom. */
export const stateOf = (cell: number, isDown: boolean): number => cell * 2 + (isDown ? 1 : 0)

export class Search {
  readonly #grid: Grid
  readonly #cost: Float64Array
  readonly #before: Int32Array
  readonly #done: Uint8Array
  /** The states that the last search reached: few of a large grid. */
  #reached: number[] = []
  readonly #heap = new Heap()
  /** The length of the way to the goal from each column, and from each row. */
  readonly #acrossLeft: Float64Array
  readonly #downLeft: Float64Array
  /** The frames through which the way should not run: 1 by their numbers in the grid. */
  #isForeign = new Uint8Array()
  /** Search steps for the whole picture, so that drawing never takes minutes. */
  #steps: number

  constructor(grid: Grid, steps: number) {
    this.#grid = grid
    this.#steps = steps
    this.#cost = new Float64Array(grid.columns * grid.rows * 2)
    this.#before = new Int32Array(grid.columns * grid.rows * 2)
    this.#done = new Uint8Array(grid.columns * grid.rows * 2)
    this.#cost.fill(Number.POSITIVE_INFINITY)
    this.#acrossLeft = new Float64Array(grid.columns)
    this.#downLeft = new Float64Array(grid.rows)
  }

  get isExhausted(): boolean {
    return this.#steps <= 0
  }

  /** Undefined if there is no way, or no step left. */
  find(from: readonly Gate[], { gates, goal, mayEnter }: Destination): Found | undefined {
    this.#aimAt(goal)
    this.#isForeign = this.#foreignFrames(mayEnter)
    this.#begin(from)
    const ends = new Map(gates.map(({ cell, isDown, price }) => [stateOf(cell, isDown), price]))
    let best = Number.POSITIVE_INFINITY
    let last = -1

    for (let state = this.#heap.pop(); state >= 0; state = this.#heap.pop()) {
      if (this.#steps <= 0) break
      const paid = this.#cost[state] as number
      if (last >= 0 && paid + this.#leastFrom(state >> 1) >= best) break
      if (this.#done[state] === 1) continue
      this.#done[state] = 1
      this.#steps--

      // Only a cell at the goal can be an end.
      const end = this.#leastFrom(state >> 1) === 0 ? ends.get(state) : undefined
      if (end !== undefined && paid + end < best) {
        best = paid + end
        last = state
      }
      this.#goOn(state, paid)
    }
    return last < 0 ? undefined : { cells: this.#cellsTo(last), price: best }
  }

  #begin(from: readonly Gate[]): void {
    for (const state of this.#reached) {
      this.#cost[state] = Number.POSITIVE_INFINITY
      this.#done[state] = 0
    }
    this.#reached = []
    this.#heap.clear()
    for (const { cell, isDown, price } of from)
      this.#reach(
        stateOf(cell, isDown),
        price + this.#lineCost(cell, isDown),
        -1,
        this.#leastFrom(cell),
      )
  }

  #aimAt({ x, y, width, height }: Box): void {
    const { pitch, columns, rows } = this.#grid
    const left = this.#grid.columnAt(x)
    const right = this.#grid.columnAt(x + width)
    const top = this.#grid.rowAt(y)
    const bottom = this.#grid.rowAt(y + height)
    for (let column = 0; column < columns; column++)
      this.#acrossLeft[column] = pitch * Math.max(0, left - column, column - right)
    for (let row = 0; row < rows; row++)
      this.#downLeft[row] = pitch * Math.max(0, top - row, row - bottom)
  }

  #foreignFrames(mayEnter: ReadonlySet<number>): Uint8Array<ArrayBuffer> {
    const isForeign = new Uint8Array(this.#grid.frameCount + 1).fill(1, 1)
    for (const frame of mayEnter) isForeign[frame + 1] = 0
    return isForeign
  }

  /** The least price of a way from a cell to the goal: its length. */
  #leastFrom(cell: number): number {
    const { columns } = this.#grid
    const column = cell % columns
    const row = (cell - column) / columns
    return (this.#acrossLeft[column] as number) + (this.#downLeft[row] as number)
  }

  /**
   * Notes a way to a state if it is cheaper than those before.
   * @param least of the rest of the way
   */
  #reach(state: number, price: number, before: number, least: number): void {
    const known = this.#cost[state] as number
    if (price >= known) return
    if (known === Number.POSITIVE_INFINITY) this.#reached.push(state)
    this.#cost[state] = price
    this.#before[state] = before
    this.#heap.push(price + least, state)
  }

  /**
   * A turn takes both directions of its cell, and gets back the price for crossing the line on it.
   */
  #turn(state: number, paid: number, least: number): void {
    const { across, down } = this.#grid
    const cell = state >> 1
    const lines = (state & 1) === 1 ? across[cell] : down[cell]
    const price = paid + prices.turn
    const isOnLine = lines !== 0
    this.#reach(state ^ 1, isOnLine ? price + prices.onLine - prices.crossing : price, state, least)
  }

  /** To the cells before and after, in the direction of the way. */
  #goOn(state: number, paid: number): void {
    const { columns, rows } = this.#grid
    const acrossLeft = this.#acrossLeft
    const downLeft = this.#downLeft
    const cell = state >> 1
    const column = cell % columns
    const row = (cell - column) / columns
    const across = acrossLeft[column] as number
    const down = downLeft[row] as number

    this.#turn(state, paid, across + down)
    if ((state & 1) === 1) {
      if (row > 0) this.#enter(cell - columns, state, paid, across + (downLeft[row - 1] as number))
      if (row + 1 < rows)
        this.#enter(cell + columns, state, paid, across + (downLeft[row + 1] as number))
      return
    }
    if (column > 0) this.#enter(cell - 1, state, paid, (acrossLeft[column - 1] as number) + down)
    if (column + 1 < columns)
      this.#enter(cell + 1, state, paid, (acrossLeft[column + 1] as number) + down)
  }

  #enter(cell: number, before: number, paid: number, least: number): void {
    const { pitch, solid, frameOf, besideBorder, across, down } = this.#grid
    const isDown = (before & 1) === 1
    const along = isDown ? down[cell] : across[cell]
    const over = isDown ? across[cell] : down[cell]

    let price = paid + pitch
    if (solid[cell] === 1) price += prices.solid
    if (this.#isForeign[frameOf[cell] as number] === 1) price += prices.frame
    if (besideBorder[cell] === 1) price += prices.besideBorder
    if (along !== 0) price += prices.onLine
    if (over !== 0) price += prices.crossing
    this.#reach(stateOf(cell, isDown), price, before, least)
  }

  #cellsTo(last: number): number[] {
    const cells: number[] = []
    for (let state = last; state >= 0; state = this.#before[state] as number)
      if (cells.at(-1) !== state >> 1) cells.push(state >> 1)
    return cells.reverse()
  }

  #lineCost(cell: number, isDown: boolean): number {
    const { across, down } = this.#grid
    return (isDown ? down[cell] : across[cell]) === 0 ? 0 : prices.onLine
  }
}
