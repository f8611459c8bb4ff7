/** Draws a picture with characters: the boxes and lines of the layout, in as few rows and columns as they need. */
import type { Picture, Point } from '../picture.ts'
import { Canvas, Collision, DOWN, LEFT, RIGHT, type Run, UP } from './canvas.ts'
import { runsRightToLeft } from './cell-text.ts'
import { type CellBox, type CellParts, type CellRoute, type CellTag, partsOf } from './parts.ts'

export type { Role } from './parts.ts'

import { cellPlaces, type Places } from './place.ts'

export interface CellOptions {
  /** Width of the terminal. */
  readonly columns: number
  /** Only letters and signs of ASCII. */
  readonly isAscii?: boolean
}

/** Pixels per column: as wide as in the picture, or narrower where the terminal is. */
const UNITS = [8, 9, 10, 12, 16, Number.POSITIVE_INFINITY]

/** Rows of runs with one role each; undefined for a picture that does not fit. */
export function drawCells(picture: Picture, { columns, isAscii = false }: CellOptions): Run[][] | undefined {
  const texts = [
    ...picture.nodes.flatMap(({ lines }) => lines),
    ...picture.edges.map(({ tag }) => tag?.text ?? ''),
  ]
  if (picture.nodes.length === 0 || (!isAscii && texts.some(runsRightToLeft))) return undefined
  const parts = partsOf(picture, isAscii)
  for (const unit of UNITS) {
    const places = cellPlaces(parts, unit)
    if (places === undefined) return undefined
    if (places.columns > columns) continue
    try {
      return draw(parts, places).runs(isAscii)
    } catch (error) {
      if (!(error instanceof Collision)) throw error
    }
  }
  return undefined
}

function draw({ boxes, routes, tags }: CellParts, places: Places): Canvas {
  const canvas = new Canvas(places.columns, places.rows)
  const byKey = new Map(boxes.map((box) => [box.key, box]))
  for (const box of boxes) drawBox(canvas, box, places)
  for (const route of routes) drawRoute(canvas, route, byKey, places)
  for (const tag of tags) drawTag(canvas, tag, places)
  for (const box of boxes) drawTitle(canvas, box, places)
  return canvas
}

function drawBox(canvas: Canvas, owner: CellBox, { column, row }: Places): void {
  const { box, lines, isFrame } = owner
  const [left, right] = [column(box.x), column(box.x + box.width)]
  const [top, bottom] = [row(box.y), row(box.y + box.height)]
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
  lines.forEach(({ cells, role }, at) => {
    const start = left + 1 + Math.floor((right - left - 1 - cells.length) / 2)
    canvas.text(start, first + at, cells, role, owner)
  })
}

function drawTitle(canvas: Canvas, owner: CellBox, { column, row }: Places): void {
  const { box, lines, isFrame } = owner
  const title = lines[0]?.cells ?? []
  if (!isFrame || title.length === 0) return
  canvas.title(column(box.x) + 2, column(box.x + box.width), row(box.y), [' ', ...title, ' '], owner)
}

/** A place in the grid. */
interface Step {
  readonly column: number
  readonly row: number
}

/** From the border of one box to the cell before the border of the other one. */
function drawRoute(
  canvas: Canvas,
  route: CellRoute,
  boxes: ReadonlyMap<string, CellBox>,
  places: Places,
): void {
  const steps = stepsOf(route.points, places)
  const [from, to] = [boxes.get(route.from), boxes.get(route.to)]
  const [start, second] = steps
  const [end, last] = [steps.at(-1), steps.at(-2)]
  if (!from || !to || !start || !second || !end || !last || steps.length < 3) throw new Collision()
  canvas.leave(start.column, start.row, directionOf(start, second), from)
  canvas.assertBorder(end.column, end.row, to)
  steps.slice(1, -2).forEach((step, at) => {
    const [before, after] = [steps[at] as Step, steps[at + 2] as Step]
    const lines = directionOf(step, before) | directionOf(step, after)
    canvas.route(step.column, step.row, lines, route.isDashed, route)
  })
  canvas.tip(last.column, last.row, directionOf(last, end), route)
}

/** Every cell on the way, both ends included. */
function stepsOf(points: readonly Point[], { column, row }: Places): Step[] {
  const steps: Step[] = []
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

function directionOf(from: Step, to: Step): number {
  if (from.column !== to.column) return from.column < to.column ? RIGHT : LEFT
  return from.row < to.row ? DOWN : UP
}

/** The text is around its line, and between its own ends, which nothing else crosses. */
function drawTag(canvas: Canvas, { box, at, cells, route }: CellTag, { column, row }: Places): void {
  const [left, right] = [column(box.x) + 1, column(box.x + box.width) - cells.length]
  const middle = column(at.x) - Math.floor(cells.length / 2)
  canvas.tag(Math.max(left, Math.min(middle, right)), row(at.y), cells, route)
}
