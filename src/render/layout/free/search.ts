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

/** The cells around the goal of a search, as columns and rows. */
interface CellArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const noGoal: CellArea = { left: 0, right: 0, top: 0, bottom: 0 }

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
  #goal = noGoal
  #mayEnter: ReadonlySet<number> = new Set()
  /** Search steps for the whole picture, so that drawing never takes minutes. */
  #steps: number

  constructor(grid: Grid, steps: number) {
    this.#grid = grid
    this.#steps = steps
    this.#cost = new Float64Array(grid.columns * grid.rows * 2)
    this.#before = new Int32Array(grid.columns * grid.rows * 2)
    this.#done = new Uint8Array(grid.columns * grid.rows * 2)
    this.#cost.fill(Number.POSITIVE_INFINITY)
  }

  get isExhausted(): boolean {
    return this.#steps <= 0
  }

  /** Undefined if there is no way, or no step left. */
  find(from: readonly Gate[], { gates, goal, mayEnter }: Destination): Found | undefined {
    this.#goal = this.#cellsOf(goal)
    this.#mayEnter = mayEnter
    this.#begin(from)
    const ends = new Map(gates.map(({ cell, isDown, price }) => [stateOf(cell, isDown), price]))
    let best = Number.POSITIVE_INFINITY
    let last = -1

    for (let state = this.#heap.pop(); state >= 0; state = this.#heap.pop()) {
      if (this.#steps <= 0) break
      const paid = this.#cost[state] as number
      if (paid + this.#leastFrom(state >> 1) >= best) break
      if (this.#done[state] === 1) continue
      this.#done[state] = 1
      this.#steps--

      const end = ends.get(state)
      if (end !== undefined && paid + end < best) {
        best = paid + end
        last = state
      }
      this.#turn(state, paid)
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
      this.#reach(stateOf(cell, isDown), price + this.#lineCost(cell, isDown), -1)
  }

  #cellsOf({ x, y, width, height }: Box): CellArea {
    return {
      left: this.#grid.columnAt(x),
      right: this.#grid.columnAt(x + width),
      top: this.#grid.rowAt(y),
      bottom: this.#grid.rowAt(y + height),
    }
  }

  /** The least price of a way from a cell to the goal: its length. */
  #leastFrom(cell: number): number {
    const { columns, pitch } = this.#grid
    const { left, right, top, bottom } = this.#goal
    const column = cell % columns
    const row = (cell - column) / columns
    const across = Math.max(0, left - column, column - right)
    const down = Math.max(0, top - row, row - bottom)
    return pitch * (across + down)
  }

  /** Notes a way to a state if it is cheaper than those before. */
  #reach(state: number, price: number, before: number): void {
    const known = this.#cost[state] as number
    if (price >= known) return
    if (known === Number.POSITIVE_INFINITY) this.#reached.push(state)
    this.#cost[state] = price
    this.#before[state] = before
    this.#heap.push(price + this.#leastFrom(state >> 1), state)
  }

  /** A turn takes both directions of its cell. */
  #turn(state: number, paid: number): void {
    const cell = state >> 1
    const isDown = (state & 1) === 1
    const price =
      paid + prices.turn + this.#lineCost(cell, !isDown) - this.#crossingCost(cell, isDown)
    this.#reach(state ^ 1, price, state)
  }

  /** To the cells before and after, in the direction of the way. */
  #goOn(state: number, paid: number): void {
    const { columns, rows } = this.#grid
    const cell = state >> 1

    if ((state & 1) === 1) {
      if (cell >= columns) this.#enter(cell - columns, state, paid)
      if (cell + columns < columns * rows) this.#enter(cell + columns, state, paid)
      return
    }
    const column = cell % columns
    if (column > 0) this.#enter(cell - 1, state, paid)
    if (column + 1 < columns) this.#enter(cell + 1, state, paid)
  }

  #enter(cell: number, before: number, paid: number): void {
    const { pitch, solid, frameOf, besideBorder } = this.#grid
    const isDown = (before & 1) === 1
    const frame = frameOf[cell] as number

    let price = paid + pitch
    if (solid[cell] === 1) price += prices.solid
    if (frame !== 0 && !this.#mayEnter.has(frame - 1)) price += prices.frame
    if (besideBorder[cell] === 1) price += prices.besideBorder
    price += this.#lineCost(cell, isDown)
    price += this.#crossingCost(cell, isDown)
    this.#reach(stateOf(cell, isDown), price, before)
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

  /** The price for crossing a line, which a turn on that line gets back. */
  #crossingCost(cell: number, isDown: boolean): number {
    const { across, down } = this.#grid
    return (isDown ? across[cell] : down[cell]) === 0 ? 0 : prices.crossing
  }
}
