/** Draws a picture with characters: the boxes and lines of the layout, in as few rows and columns as they need. */
import { notesOf } from '../../picture/measure.ts'
import type { Picture, Point } from '../../picture/picture.ts'
import { Canvas, type CellPosition, Collision, DOWN, LEFT, RIGHT, type Run, UP } from './canvas.ts'
import { runsRightToLeft } from './cell-text.ts'
import { type CellBox, type CellParts, type CellRoute, type CellTag, partsOf } from './parts.ts'
import { CellPlaces, type Places } from './place.ts'

export type { Role } from './parts.ts'

export interface CellOptions {
  /** Width of the terminal. */
  readonly columns: number
  /** Only letters and signs of ASCII. */
  readonly isAscii?: boolean
}

/** Pixels per column: as wide as in the picture, or narrower where the terminal is. */
const UNITS = [8, 9, 10, 12, 16, Number.POSITIVE_INFINITY]

/** The most readable one first. */
const CANDIDATES = [
  { isAcross: false, isTight: false },
  { isAcross: false, isTight: true },
  { isAcross: true, isTight: false },
  { isAcross: true, isTight: true },
] as const

export interface CellDrawing {
  /** Runs with one role each. */
  readonly rows: readonly (readonly Run[])[]
  /** Number of texts of connections that have no room. */
  readonly textsLeftOut: number
}

/**
 * Draws downwards as in the picture, else from left to right.
 *
 * This is the one place that decides whether a picture fits: it has boxes, at most as many columns as the terminal, and no cell with two
 * things. Words from right to left fit nowhere.
 *
 * @returns undefined for a picture that does not fit
 */
export function drawCells(
  picture: Picture,
  { columns, isAscii = false }: CellOptions,
): CellDrawing | undefined {
  const texts = [
    ...picture.nodes.flatMap((node) => [...node.lines, ...notesOf(node)]),
    ...picture.edges.map(({ tag }) => tag?.text ?? ''),
  ]
  if (picture.nodes.length === 0 || (!isAscii && texts.some(runsRightToLeft))) return undefined
  for (const style of CANDIDATES) {
    const drawing = drawInto(columns, partsOf(picture, { isAscii, ...style }), isAscii)
    if (drawing) return drawing
  }
  return undefined
}

/** The widest drawing of those with the most texts. */
function drawInto(columns: number, parts: CellParts, isAscii: boolean): CellDrawing | undefined {
  const all = CellPlaces.of(parts)
  // The narrowest columns first: most pictures that do not fit are known at once.
  if (!all || all.withUnit(Number.POSITIVE_INFINITY).columns > columns) return undefined
  let best: { canvas: Canvas; textsLeftOut: number } | undefined
  for (const unit of UNITS) {
    const places = all.withUnit(unit)
    if (places.columns > columns) continue
    const drawn = draw(parts, places)
    if (drawn && (!best || drawn.textsLeftOut < best.textsLeftOut)) best = drawn
    if (best?.textsLeftOut === 0) break
  }
  return best && { rows: best.canvas.runs(isAscii), textsLeftOut: best.textsLeftOut }
}

/** Undefined if a cell would hold two things. */
function draw(
  { boxes, routes, tags }: CellParts,
  places: Places,
): { canvas: Canvas; textsLeftOut: number } | undefined {
  const canvas = new Canvas(places.columns, places.rows)
  const byKey = new Map(boxes.map((box) => [box.key, box]))
  try {
    for (const box of boxes) drawBox(canvas, box, places)
    for (const route of routes) drawRoute(canvas, route, byKey, places)
    for (const box of boxes) drawTitle(canvas, box, places)
  } catch (error) {
    if (error instanceof Collision) return undefined
    throw error
  }
  const textsLeftOut = tags.filter((tag) => !drawTag(canvas, tag, places)).length
  return { canvas, textsLeftOut }
}

function drawBox(canvas: Canvas, owner: CellBox, { column, row }: Places): void {
  const { box, lines, isFrame } = owner
  const left = column(box.x)
  const right = column(box.x + box.width)
  const top = row(box.y)
  const bottom = row(box.y + box.height)
  for (let x = left + 1; x < right; x++) {
    canvas.border(x, top, LEFT | RIGHT, owner)
    canvas.border(x, bottom, LEFT | RIGHT, owner)
  }
  for (let y = top + 1; y < bottom; y++) {
    canvas.border(left, y, UP | DOWN, owner)
    canvas.border(right, y, UP | DOWN, owner)
  }
  canvas.border(left, top, RIGHT | DOWN, owner)
  canvas.border(right, top, LEFT | DOWN, owner)
  canvas.border(left, bottom, RIGHT | UP, owner)
  canvas.border(right, bottom, LEFT | UP, owner)
  if (isFrame) return
  // Texts are in the middle of a box that has more rows than lines.
  const first = top + 1 + Math.floor((bottom - top - 1 - lines.length) / 2)
  lines.forEach(({ cells, role }, index) => {
    const start = left + 1 + Math.floor((right - left - 1 - cells.length) / 2)
    canvas.text({ column: start, row: first + index }, cells, role, owner)
  })
}

function drawTitle(canvas: Canvas, owner: CellBox, { column, row }: Places): void {
  const { box, lines, isFrame } = owner
  const title = lines[0]?.cells ?? []
  if (!isFrame || title.length === 0) return
  const span = {
    from: column(box.x) + 2,
    to: column(box.x + box.width),
    row: row(box.y),
  }
  canvas.title(span, [' ', ...title, ' '], owner)
}

/** From the border of one box to the cell before the border of the other one. */
function drawRoute(
  canvas: Canvas,
  route: CellRoute,
  boxes: ReadonlyMap<string, CellBox>,
  places: Places,
): void {
  const steps = stepsOf(route.points, places)
  const from = boxes.get(route.from)
  const to = boxes.get(route.to)
  const [start, second] = steps
  const end = steps.at(-1)
  const last = steps.at(-2)
  if (!from || !to || steps.length < 3) throw new Collision()
  if (!start || !second || !end || !last) throw new Collision()
  canvas.leave(start.column, start.row, directionOf(start, second), from)
  canvas.borderAt(end.column, end.row, to)
  steps.slice(1, -2).forEach((step, index) => {
    const before = steps[index] as CellPosition
    const after = steps[index + 2] as CellPosition
    const lines = directionOf(step, before) | directionOf(step, after)
    canvas.route({ ...step, lines, isDashed: route.isDashed }, route)
  })
  canvas.tip(last.column, last.row, directionOf(last, end), route)
}

/** Every cell on the way, both ends included. */
function stepsOf(points: readonly Point[], { column, row }: Places): CellPosition[] {
  const steps: CellPosition[] = []
  for (const { x, y } of points) {
    const goal = { column: column(x), row: row(y) }
    let at = steps.at(-1) ?? goal
    if (steps.length === 0) steps.push(goal)
    if (at.column !== goal.column && at.row !== goal.row) throw new Collision()
    while (at.column !== goal.column || at.row !== goal.row) {
      at = {
        column: at.column + Math.sign(goal.column - at.column),
        row: at.row + Math.sign(goal.row - at.row),
      }
      steps.push(at)
    }
  }
  return steps
}

function directionOf(from: CellPosition, to: CellPosition): number {
  if (from.column !== to.column) return from.column < to.column ? RIGHT : LEFT
  return from.row < to.row ? DOWN : UP
}

/** How far a text moves along its line, in columns. */
const FARTHEST = 12

/** Nearest to the place in the picture; false without room. */
function drawTag(
  canvas: Canvas,
  { box, at, cells, route }: CellTag,
  { column, row }: Places,
): boolean {
  const left = column(box.x) + 1
  const right = column(box.x + box.width) - cells.length
  const middle = column(at.x) - Math.floor(cells.length / 2)
  const start = Math.max(left, Math.min(middle, right))
  const starts = Array.from(
    { length: 2 * FARTHEST + 1 },
    (_, i) => start + (i % 2 === 0 ? -i : i + 1) / 2,
  )
  return canvas.tag(starts, row(at.y), cells, route)
}
