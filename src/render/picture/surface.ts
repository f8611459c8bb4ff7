/** The surfaces that pictures are read on. */

/** In pixels: on a larger picture, texts of 13 pixels shrink to less than 9. */
export interface Room {
  readonly width: number
  readonly height: number
  /** The area of pictures with more width per height counts more. */
  readonly widest: number
}

export const surfaces = {
  /** The column of a README, 830 pixels wide. Its height costs only scrolling. */
  column: { width: 1200, height: Number.POSITIVE_INFINITY, widest: 1.9 },
  /** A window of 1440 by 800 pixels, which shows all of the picture. */
  screen: { width: 2080, height: 1155, widest: 3 },
} as const satisfies Record<string, Room>

export type Surface = keyof typeof surfaces

/** For a frame inside of a picture. */
export const anyRoom: Room = {
  width: Number.POSITIVE_INFINITY,
  height: Number.POSITIVE_INFINITY,
  widest: surfaces.column.widest,
}
