/** Fits a picture to the stage beside the buttons, so that they cover nothing of it at first. */
import type { Size } from '../../picture/direction.ts'
import { expand, overlaps } from '../../picture/geometry.ts'
import type { Box, Point } from '../../picture/picture.ts'

export interface Fit {
  /** Pixels per unit. */
  readonly scale: number
  /** Pixels from the left and upper edge of the stage to the picture. */
  readonly left: number
  readonly top: number
}

const smallest = 0.02
const largest = 1.6
/** Units at each edge of a picture, in which it draws nothing. */
export const blank = 20
/** Pixels between the buttons and what the picture draws. */
const gap = 4

/** Pixels that the text of a changed connection has in a picture, and at least on a small stage. */
const textPixels = { drawn: 10.5, least: 8.5 }
const mostGrowth = 3

/** How much larger the texts of changed connections are drawn where others are left out. */
export const growthOf = (scale: number): string =>
  Math.min(mostGrowth, textPixels.least / textPixels.drawn / scale).toFixed(2)

/** The part of a box that lies in a picture. */
export function inside({ x, y, width, height }: Box, picture: Size): Box {
  const left = Math.max(0, x)
  const top = Math.max(0, y)
  const right = Math.min(picture.width, x + width)
  const bottom = Math.min(picture.height, y + height)
  return {
    x: left,
    y: top,
    width: Math.max(0, right - left),
    height: Math.max(0, bottom - top),
  }
}

/** @param covered places of the buttons on the stage, in pixels */
export function fitPicture(picture: Size, stage: Size, covered: readonly Box[]): Fit {
  let best: Fit | undefined
  for (const room of roomsBeside(covered, stage)) {
    const fit = fitTo(picture, room)
    const isFree = !covered.some((box) => overlaps(expand(box, gap), drawnPart(picture, fit)))
    if (isFree && (!best || fit.scale > best.scale)) best = fit
  }
  return best ?? fitTo(picture, { x: 0, y: 0, ...stage })
}

/** The stage, and the parts of it that lie below or above and left or right of each covered place. */
function roomsBeside(covered: readonly Box[], stage: Size): Box[] {
  let rooms: Box[] = [{ x: 0, y: 0, ...stage }]
  for (const one of covered) {
    const { x, y, width, height } = expand(one, gap)
    rooms = rooms.flatMap((room) => {
      const right = room.x + room.width
      const bottom = room.y + room.height
      const vertical =
        y + height / 2 < stage.height / 2
          ? {
              ...room,
              y: Math.max(room.y, y + height),
              height: bottom - Math.max(room.y, y + height),
            }
          : { ...room, height: Math.min(bottom, y) - room.y }
      const horizontal =
        x + width / 2 < stage.width / 2
          ? {
              ...room,
              x: Math.max(room.x, x + width),
              width: right - Math.max(room.x, x + width),
            }
          : { ...room, width: Math.min(right, x) - room.x }
      return [room, vertical, horizontal]
    })
  }
  return rooms.filter(({ width, height }) => width > 0 && height > 0)
}

function fitTo({ width, height }: Size, room: Box): Fit {
  const scale = Math.max(smallest, Math.min(room.width / width, room.height / height, largest))
  return {
    scale,
    left: room.x + (room.width - width * scale) / 2,
    top: room.y + (room.height - height * scale) / 2,
  }
}

const drawnPart = ({ width, height }: Size, { scale, left, top }: Fit): Box => ({
  x: left + blank * scale,
  y: top + blank * scale,
  width: (width - 2 * blank) * scale,
  height: (height - 2 * blank) * scale,
})

/** The corner of the stage after a zoom that keeps a point of the stage, in pixels, in place. */
export const cornerAround = (point: Point, { x, y }: Point, from: number, to: number): Point => ({
  x: x + point.x / from - point.x / to,
  y: y + point.y / from - point.y / to,
})

/** The corner of a stage around a point, but not beyond the edges of the picture. @param above units for the buttons above the picture */
export function cornerAt(
  { x, y }: Point,
  { width, height }: Size,
  shown: Size,
  above: number,
): Point {
  const beside = (at: number, length: number, room: number, before: number) =>
    length + before <= room
      ? (length - room) / 2
      : Math.max(-before, Math.min(length - room, at - room / 2))
  return {
    x: beside(x, width, shown.width, 0),
    y: beside(y, height, shown.height, above),
  }
}

/** How far a stretch has to move to lie within a room; its start comes first. */
export function beyond(at: number, length: number, from: number, to: number): number {
  const before = at - from
  const behind = at + length - to
  if (before < 0) return before
  return behind > 0 ? Math.min(behind, before) : 0
}
