/** Counts connections that lead far around. */
import type { PictureEdge, Point } from '../../../picture/picture.ts'

/** A detour is longer than the way between its ends by this factor, and by so many pixels. */
const around = { factor: 2, pixels: 300 }

export const detoursOf = (wires: readonly Pick<PictureEdge, 'points'>[]): number =>
  wires.filter(isDetour).length

function isDetour({ points }: Pick<PictureEdge, 'points'>): boolean {
  const way = distance(points[0], points.at(-1))
  const length = points.reduce((sum, point, index) => sum + distance(points[index - 1], point), 0)
  return length > around.factor * way && length > way + around.pixels
}

/** Along the axes; 0 without a start. */
const distance = (start: Point | undefined, end: Point | undefined): number =>
  start && end ? Math.abs(end.x - start.x) + Math.abs(end.y - start.y) : 0
