/** Spatial index of the boxes that edges and texts must avoid. */
import { addTo } from '../../../grouped.ts'
import type { Box } from '../../picture/picture.ts'

const smallestCell = 160

export class Obstacles<T extends Box> {
  readonly #cells = new Map<number, T[]>()
  readonly #size: number

  /** @param like boxes of the expected size: it sets the cell size, so that each box is in few cells */
  constructor(like: readonly Box[]) {
    const whole = like.reduce((sum, box) => sum + box.width + box.height, 0)
    this.#size = Math.max(smallestCell, whole / Math.max(1, 2 * like.length))
  }

  static of<B extends Box>(boxes: readonly B[]): Obstacles<B> {
    const obstacles = new Obstacles<B>(boxes)
    for (const box of boxes) obstacles.add(box)
    return obstacles
  }

  add(box: T): void {
    for (const key of cellsOf(box, this.#size)) addTo(this.#cells, key, box)
  }

  /** All boxes that overlap the given one; a common border does not count. */
  within(box: Box): Set<T> {
    const overlapping = new Set<T>()
    this.some(box, (other) => {
      overlapping.add(other)
      return false
    })
    return overlapping
  }

  /** True if an overlapping box matches the predicate, which may see a box several times. */
  some(box: Box, isMeant: (other: T) => boolean): boolean {
    const right = box.x + box.width
    const bottom = box.y + box.height
    for (const key of cellsOf(box, this.#size)) {
      for (const other of this.#cells.get(key) ?? []) {
        const isApart =
          other.x >= right ||
          other.y >= bottom ||
          other.x + other.width <= box.x ||
          other.y + other.height <= box.y
        if (!isApart && isMeant(other)) return true
      }
    }
    return false
  }
}

function cellsOf({ x, y, width, height }: Box, cell: number): number[] {
  const left = Math.floor(x / cell)
  const right = Math.floor((x + width) / cell)
  const bottom = Math.floor((y + height) / cell)
  const keys: number[] = []
  for (let row = Math.floor(y / cell); row <= bottom; row++) {
    for (let column = left; column <= right; column++) keys.push(row * 100_003 + column)
  }
  return keys
}
