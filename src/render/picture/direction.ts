/**
 * Where connections lead. The layout knows two orientations: a unit that lies is laid out with x and y exchanged, so its rows stand
 * upright. Up and left have the rows of down and right, the last one first.
 */

export const directions = ['down', 'right', 'up', 'left'] as const
export type Direction = (typeof directions)[number]

/** The words of Mermaid and Graphviz. */
export const shortDirections = { down: 'TB', right: 'LR', up: 'BT', left: 'RL' } as const

/** How the rows of a unit follow each other: below, or to the right. */
export type Orientation = 'down' | 'right'

export const orientationOf = (direction: Direction): Orientation =>
  direction === 'down' || direction === 'up' ? 'down' : 'right'

/** True if the last row comes first. */
export const isBackwards = (direction: Direction | undefined): boolean =>
  direction === 'up' || direction === 'left'

export interface Size {
  readonly width: number
  readonly height: number
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Between the picture and the layout of a unit, in both ways. */
export const sizeIn = (orientation: Orientation, { width, height }: Size): Size =>
  orientation === 'down' ? { width, height } : { width: height, height: width }

export const pointIn = <P extends Place>(orientation: Orientation, point: P): P =>
  orientation === 'down' ? point : { ...point, x: point.y, y: point.x }

export const boxIn = <B extends Place & Size>(orientation: Orientation, box: B): B =>
  orientation === 'down'
    ? box
    : {
        ...box,
        x: box.y,
        y: box.x,
        width: box.height,
        height: box.width,
      }
