/** The grid on which connections find their way between boxes at any positions: what stands and what runs where. */

import { segmentsOf } from '../../picture/geometry.ts'
import type { Box, Point } from '../../picture/picture.ts'

const finest = 8
const mostCells = 700_000
/** Around all boxes. */
const border = 72
const beside = 6
/** Lines closer than this to a line of the grid leave no room on it. */
const near = 3.5

/** A line from side to side or from top to bottom. */
interface Line {
  /** Its y if it is across, else its x. */
  readonly place: number
  readonly from: number
  readonly to: number
  readonly isAcross: boolean
}

export class Grid {
  readonly pitch: number
  readonly columns: number
  readonly rows: number
  readonly #left: number
  readonly #top: number
  /** 1 where a box, a title or a text stands. */
  readonly solid: Uint8Array
  readonly frameCount: number
  /** The innermost frame around each cell, as its number among the frames plus one. */
  readonly frameOf: Int32Array
  /** 1 beside the border of a frame, where no line should run along. */
  readonly besideBorder: Uint8Array
  /** Number of lines that run through each cell from side to side, and from top to bottom. */
  readonly across: Uint16Array
  readonly down: Uint16Array

  constructor(area: Box, boxes: readonly Box[], frames: readonly Box[]) {
    const width = area.width + 2 * border
    const height = area.height + 2 * border
    this.pitch = Math.max(finest, Math.ceil(Math.sqrt((width * height) / mostCells)))
    this.columns = Math.ceil(width / this.pitch) + 1
    this.rows = Math.ceil(height / this.pitch) + 1
    this.#left = area.x - border
    this.#top = area.y - border
    const cells = this.columns * this.rows
    this.frameCount = frames.length
    this.solid = new Uint8Array(cells)
    this.frameOf = new Int32Array(cells)
    this.besideBorder = new Uint8Array(cells)
    this.across = new Uint16Array(cells)
    this.down = new Uint16Array(cells)
    frames.forEach((frame, number) => {
      this.#fill(frame, 4, this.besideBorder, 1)
      this.#fill(frame, -4, this.besideBorder, 0)
      this.#fill(frame, 0, this.frameOf, number + 1)
    })
    for (const box of boxes) this.#fill(box, beside, this.solid, 1)
  }

  xOf = (column: number): number => this.#left + column * this.pitch
  yOf = (row: number): number => this.#top + row * this.pitch
  /** The first column at or to the right of a place, and the first row at or below one. */
  columnAt = (x: number): number => Math.ceil((x - this.#left) / this.pitch)
  rowAt = (y: number): number => Math.ceil((y - this.#top) / this.pitch)

  isInside(column: number, row: number): boolean {
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows
  }

  /** Notes the lines of a way that is not on the grid, or removes them again. */
  addLines(points: readonly Point[], by: 1 | -1): void {
    for (const [p, q] of segmentsOf(points)) {
      if (p.y === q.y)
        this.#add(
          { place: p.y, from: Math.min(p.x, q.x), to: Math.max(p.x, q.x), isAcross: true },
          by,
        )
      else
        this.#add(
          { place: p.x, from: Math.min(p.y, q.y), to: Math.max(p.y, q.y), isAcross: false },
          by,
        )
    }
  }

  #add({ place, from, to, isAcross }: Line, by: 1 | -1): void {
    const offset = isAcross ? this.#top : this.#left
    const along = isAcross ? this.#left : this.#top
    const lines = isAcross ? this.rows : this.columns
    const cells = isAcross ? this.columns : this.rows
    const field = isAcross ? this.across : this.down
    const first = Math.max(0, Math.ceil((from - along - near) / this.pitch))
    const last = Math.min(cells - 1, Math.floor((to - along + near) / this.pitch))

    let line = Math.max(0, Math.ceil((place - offset - near) / this.pitch))
    for (; line < lines && offset + line * this.pitch <= place + near; line++) {
      for (let index = first; index <= last; index++) {
        const cell = isAcross ? line * this.columns + index : index * this.columns + line
        field[cell] = (field[cell] as number) + by
      }
    }
  }

  #fill(
    { x, y, width, height }: Box,
    by: number,
    field: Uint8Array | Int32Array,
    value: number,
  ): void {
    const left = Math.max(0, this.columnAt(x - by))
    const right = this.columnAt(x + width + by + 0.01)
    const top = Math.max(0, this.rowAt(y - by))
    const bottom = this.rowAt(y + height + by + 0.01)
    for (let row = top; row < Math.min(bottom, this.rows); row++)
      field.fill(
        value,
        row * this.columns + left,
        row * this.columns + Math.min(right, this.columns),
      )
  }
}
