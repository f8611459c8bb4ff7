/** Finds the column and the row of everything: in the order of the picture, with room for texts, lines and tips. */

import { boxIn, type Orientation, pointIn } from '../../picture/direction.ts'
import { contains, segmentsOf } from '../../picture/geometry.ts'
import { sizes } from '../../picture/measure.ts'
import { textWidth } from '../../picture/text-width.ts'
import type { CellBox, CellParts, CellRoute, CellTag } from './parts.ts'
import { Coordinates, type Gap } from './spread.ts'

export interface Places {
  readonly column: (x: number) => number
  readonly row: (y: number) => number
  readonly columns: number
  readonly rows: number
}

/** Something that needs its own column or row along a range of the other orientation. */
interface Bar {
  readonly at: number
  readonly from: number
  readonly to: number
  readonly kind: 'border' | 'route' | 'text'
  readonly owner: CellBox | CellRoute | CellTag
}

/** Above this, a picture does not fit into a terminal, and comparing all pairs would take long. */
const MOST_BARS = 2_000
/** Pixels between the ends of two lines that could meet in cells. */
const REACH = 10

/** Rows and gaps of a picture, which are the same for any width of its columns. */
export class CellPlaces {
  readonly #xs: Coordinates
  readonly #ys: Coordinates
  readonly #rows: readonly number[]
  readonly #apart: readonly Gap[]

  /** Undefined for a picture that is too large for any terminal. */
  static of(parts: CellParts): CellPlaces | undefined {
    const flat = flatBars(parts)
    const upright = uprightBars(parts)
    return flat.length + upright.length > MOST_BARS
      ? undefined
      : new CellPlaces(parts, flat, upright)
  }

  private constructor(parts: CellParts, flat: readonly Bar[], upright: readonly Bar[]) {
    const ys = new Coordinates(flat.map(({ at }) => at))
    const rows = ys.spread(
      [...gaps(flat, ys, REACH, rowsApart), ...heights(parts, ys), ...runs(parts, 'y', ys)],
      Number.POSITIVE_INFINITY,
    )
    const row = (y: number) => rows[ys.indexOf(y)] ?? 0
    const inRows = upright.map((bar) => ({
      ...bar,
      from: row(bar.from),
      to: row(bar.to),
    }))
    const xs = new Coordinates(upright.map(({ at }) => at))
    this.#apart = [
      ...gaps(inRows, xs, 0, columnsApart),
      ...widths(parts, xs),
      ...runs(parts, 'x', xs),
    ]
    this.#xs = xs
    this.#ys = ys
    this.#rows = rows
  }

  /** @param unit pixels per column, where there is room */
  withUnit(unit: number): Places {
    const columns = this.#xs.spread(this.#apart, unit)
    return {
      column: (x) => columns[this.#xs.indexOf(x)] ?? 0,
      row: (y) => this.#rows[this.#ys.indexOf(y)] ?? 0,
      columns: (columns.at(-1) ?? 0) + 1,
      rows: (this.#rows.at(-1) ?? 0) + 1,
    }
  }
}

const flatBars = (parts: CellParts): Bar[] => [
  ...bordersAndRoutes(parts, 'down'),
  ...parts.tags.map((owner): Bar => {
    const { x, width } = owner.box
    return { from: x, to: x + width, at: owner.at.y, kind: 'text', owner }
  }),
]

const uprightBars = (parts: CellParts): Bar[] => [
  ...bordersAndRoutes(parts, 'right'),
  ...parts.boxes.flatMap((owner): Bar[] => {
    const { y } = owner.box
    return owner.isFrame
      ? [
          {
            from: y,
            to: y,
            at: titleEnd(owner),
            kind: 'text',
            owner,
          },
        ]
      : []
  }),
  ...parts.tags.flatMap((owner) => {
    const { x, width } = owner.box
    return [x, x + width].map(
      (at): Bar => ({
        from: owner.at.y,
        to: owner.at.y,
        at,
        kind: 'text',
        owner,
      }),
    )
  }),
]

function flatSegments({ points }: CellRoute, orientation: Orientation) {
  const turned = points.map((point) => pointIn(orientation, point))
  return segmentsOf(turned).filter(([a, b]) => a.y === b.y)
}

/** The flat ones, or to the right the upright ones. */
const bordersAndRoutes = ({ boxes, routes }: CellParts, orientation: Orientation): Bar[] => [
  ...boxes.flatMap((owner) => {
    const { x, y, width, height } = boxIn(orientation, owner.box)
    return [y, y + height].map(
      (at): Bar => ({
        from: x,
        to: x + width,
        at,
        kind: 'border',
        owner,
      }),
    )
  }),
  ...routes.flatMap((owner) =>
    flatSegments(owner, orientation).map(
      ([a, b]): Bar => ({
        from: Math.min(a.x, b.x),
        to: Math.max(a.x, b.x),
        at: a.y,
        kind: 'route',
        owner,
      }),
    ),
  ),
]

/** Where the title of a frame ends in the picture. */
const titleEnd = ({ box, lines }: CellBox): number =>
  Math.min(
    box.x + box.width - 1,
    box.x + 24 + textWidth(lines[0]?.cells.join('') ?? '', sizes.title),
  )

type Apart = (a: Bar, b: Bar) => number

/** Gaps between bars of which a line along one would meet the other. */
function* gaps(
  bars: readonly Bar[],
  coordinates: Coordinates,
  reach: number,
  apart: Apart,
): Generator<Gap> {
  const sorted = bars
    .map((bar) => ({ bar, index: coordinates.indexOf(bar.at) }))
    .sort((one, other) => one.bar.at - other.bar.at)
  for (let i = 0; i < sorted.length; i++) {
    const { bar: a, index: from } = sorted[i] as (typeof sorted)[number]
    for (let j = i + 1; j < sorted.length; j++) {
      const { bar: b, index: to } = sorted[j] as (typeof sorted)[number]
      if (from === to || a.to + reach < b.from || b.to + reach < a.from) continue
      const least = apart(a, b)
      if (least > 0) yield { from, to, least }
    }
  }
}

const rowsApart: Apart = (a, b) => {
  if (a.owner === b.owner) return 0
  if (a.kind === 'text' || b.kind === 'text') {
    // A line and its tip are between the text and its boxes.
    const [text, other] = a.kind === 'text' ? [a, b] : [b, a]
    return other.kind === 'border' && isEnd(other, text) ? 2 : 1
  }
  if (a.kind === 'border' && b.kind === 'border') {
    return !isNested(a, b) || hasTips(a, b) ? 2 : 1
  }
  return isTipped(a, 'below') || isTipped(b, 'above') ? 2 : 1
}

/** A border with tips on its outer side. */
const isTipped = ({ owner, kind, at }: Bar, side: 'above' | 'below'): boolean =>
  kind === 'border' &&
  'hasTips' in owner &&
  owner.hasTips[side] &&
  at === (side === 'above' ? owner.box.y : owner.box.y + owner.box.height)

/** Tips between the borders of a frame and of a box in it. */
function hasTips({ owner: upper }: Bar, { owner: lower }: Bar): boolean {
  if (!('hasTips' in upper && 'hasTips' in lower)) return false
  return contains(upper.box, lower.box) ? lower.hasTips.above : upper.hasTips.below
}

const columnsApart: Apart = (a, b) => {
  if (a.owner === b.owner || isOwnText(a, b)) return 0
  const isText = a.kind === 'text' || b.kind === 'text'
  // A piece of the line and its tip are between its text and a border.
  return isText && a.kind !== 'border' && b.kind !== 'border' ? 1 : 2
}

const isTag = (owner: Bar['owner']): owner is CellTag => 'route' in owner

const isEnd = ({ owner: box }: Bar, { owner: tag }: Bar): boolean =>
  'key' in box && isTag(tag) && [tag.route.from, tag.route.to].includes(box.key)

/** A line runs through its own text. */
const isOwnText = ({ owner: a }: Bar, { owner: b }: Bar): boolean =>
  (isTag(a) && a.route === b) || (isTag(b) && b.route === a)

function isNested({ owner: a }: Bar, { owner: b }: Bar): boolean {
  if (!('lines' in a && 'lines' in b)) return false
  return contains(a.box, b.box) || contains(b.box, a.box)
}

const heights = ({ boxes }: CellParts, ys: Coordinates): Gap[] =>
  boxes.map(({ box, isFrame, lines }) => ({
    from: ys.indexOf(box.y),
    to: ys.indexOf(box.y + box.height),
    least: isFrame ? 2 : Math.max(lines.length, 1) + 1,
  }))

/** Texts have a space on both sides; the title of a frame also a piece of its border. */
function widths({ boxes, tags }: CellParts, xs: Coordinates): Gap[] {
  const gap = (a: number, b: number, least: number) => ({
    from: xs.indexOf(a),
    to: xs.indexOf(b),
    least,
  })
  return [
    ...boxes.flatMap((one) => {
      const { x, width } = one.box
      const longest = Math.max(1, ...one.lines.map(({ cells }) => cells.length))
      if (!one.isFrame) return [gap(x, x + width, longest + 3)]
      const end = titleEnd(one)
      return [gap(x, end, longest + 4), gap(end, x + width, 1)]
    }),
    ...tags.flatMap(({ box, at, cells }) => {
      const left = box.x
      const right = box.x + box.width
      const isInside = left < at.x && at.x < right
      return [
        gap(left, right, cells.length + 1),
        ...(isInside ? [gap(left, at.x, 1), gap(at.x, right, 1)] : []),
        // One space between a line and the text beside it.
        ...(at.x < left ? [gap(at.x, left, 1)] : []),
        ...(right < at.x ? [gap(right, at.x, 1)] : []),
      ]
    }),
  ]
}

/** Lengths of the pieces of routes: the first leaves a border, and the last has a tip. */
function runs({ routes }: CellParts, axis: 'x' | 'y', coordinates: Coordinates): Gap[] {
  return routes.flatMap((route) => {
    const segments = segmentsOf(route.points)
    return segments.flatMap(([a, b], index) => {
      if (a[axis] === b[axis]) return []
      const withTip = index === segments.length - 1 ? 2 : 1
      const least = segments.length === 1 ? 3 : withTip
      const from = Math.min(a[axis], b[axis])
      const to = Math.max(a[axis], b[axis])
      return [{ from: coordinates.indexOf(from), to: coordinates.indexOf(to), least }]
    })
  })
}
