/** Maps coordinates of a picture to columns or rows: in the same order, and far enough apart. */
import { groupedBy } from '../../../grouped.ts'

/** The distance between two coordinates that are named by their index. */
export interface Gap {
  readonly from: number
  readonly to: number
  readonly least: number
}

export class Coordinates {
  /** Ascending. */
  readonly values: readonly number[]
  readonly #indices: ReadonlyMap<number, number>

  constructor(values: Iterable<number>) {
    const distinct = new Set(Array.from(values, rounded))
    this.values = [...distinct].sort((a, b) => a - b)
    this.#indices = new Map(this.values.map((value, i) => [value, i]))
  }

  indexOf(value: number): number {
    return this.#indices.get(rounded(value)) ?? 0
  }

  /**
   * The least cell for each coordinate: as far right as its share of the picture, in order, and with all gaps.
   * @param unit pixels per cell
   */
  spread(gaps: readonly Gap[], unit: number): number[] {
    const before = groupedBy(gaps, ({ to }) => to)
    const start = this.values[0] ?? 0
    const cells: number[] = []
    this.values.forEach((value, i) => {
      let cell = Math.max(Math.round((value - start) / unit), cells[i - 1] ?? 0)
      for (const { from, least } of before.get(i) ?? [])
        cell = Math.max(cell, (cells[from] ?? 0) + least)
      cells.push(cell)
    })
    return cells
  }
}

/** Halves of a pixel: what is drawn at the same place stays at the same place. */
const rounded = (value: number): number => Math.round(value * 2) / 2
