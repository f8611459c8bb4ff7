/** Where connections lead. A unit that leads to the right is laid out with x and y exchanged: its rows stand upright. */
import type { Box, Point } from './picture.ts'

export const directions = ['down', 'right'] as const
export type Direction = (typeof directions)[number]

export interface Size {
  readonly width: number
  readonly height: number
}

/** Between the picture and the layout of a unit, in both ways. */
export const sizeIn = (direction: Direction, { width, height }: Size): Size =>
  direction === 'down' ? { width, height } : { width: height, height: width }

export const pointIn = <P extends Point>(direction: Direction, point: P): P =>
  direction === 'down' ? point : { ...point, x: point.y, y: point.x }

export const boxIn = <B extends Box>(direction: Direction, box: B): B =>
  direction === 'down'
    ? box
    : {
        ...box,
        x: box.y,
        y: box.x,
        width: box.height,
        height: box.width,
      }
