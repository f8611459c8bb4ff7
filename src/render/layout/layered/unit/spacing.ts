/** Distances: a small picture is airy, a large one compact. */

export interface Spacing {
  /** Between neighbours in a row. */
  readonly boxes: number
  /** Between two rows of boxes that are connected, and that are not. */
  readonly rows: number
  readonly plainRows: number
  /** From a row of boxes to the first track, and from the last one to the next row: for a round corner and a tip. */
  readonly besideBoxes: number
  /** Between two tracks. */
  readonly tracks: number
  /** Prices of a pixel of width, where one of a bend in a connection between two boxes costs 3. */
  readonly frameWidth: number
  readonly pictureWidth: number
  /** 0 up to 120 boxes, 1 from twice as many on. */
  readonly hugeness: number
}

/** The sizes between which distances shrink, so that one more box changes them by a pixel at most. */
const small = 16
const large = 48
/** From so many boxes on, rows of a tower are nearer to each other, up to twice as many. */
const huge = 120
/** From this height on, divided by the width, a picture is a tower; twice that height is the most that counts. */
const tower = 2

export function spacingFor(boxes: number): Spacing {
  const share = Math.min(1, Math.max(0, (boxes - small) / (large - small)))
  const between = (from: number, to: number) => Math.round(from + (to - from) * share)
  return {
    boxes: between(36, 28),
    rows: between(48, 38),
    plainRows: between(36, 32),
    besideBoxes: between(18, 15),
    tracks: between(10, 9),
    frameWidth: between(1, 3),
    pictureWidth: between(1, 20),
    hugeness: Math.min(1, Math.max(0, boxes / huge - 1)),
  }
}

/** Rows are nearer to each other in a huge picture that is much higher than wide. */
export function spacingOfTower(spacing: Spacing, ratio: number): Spacing {
  const share = spacing.hugeness * Math.min(1, Math.max(0, ratio / tower - 1))
  const { rows, plainRows, besideBoxes } = spacing
  const less = (distance: number, most: number) => Math.round(distance - most * share)
  return {
    ...spacing,
    rows: less(rows, 8),
    plainRows: less(plainRows, 4),
    besideBoxes: less(besideBoxes, 1),
  }
}
