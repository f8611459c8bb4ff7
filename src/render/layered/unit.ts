/** Lays out a unit: nested frames whose content is in rows. The phases, in their order. */
import type { Item } from '../box-tree.ts'
import type { Tag } from '../edge-labels.ts'
import { measureTag } from '../measure.ts'
import type { Point } from '../picture.ts'
import { borderAt } from '../ports.ts'
import { buildUnit, type UnitRequest } from './build.ts'
import { assignColumns } from './columns.ts'
import { finishColumns } from './finish-columns.ts'
import { assignHeights, heightOf, topOf, trackY } from './heights.ts'
import type { Beside, Slot, Unit, Wire } from './model.ts'
import { order } from './ordering.ts'
import { separateSwaps } from './swaps.ts'
import { assignTracks, isStraight } from './tracks.ts'

export interface DrawnWire {
  readonly edge: number
  /** Relative to the unit. */
  readonly points: Point[]
  readonly tag: Tag | undefined
}

/** Positions the boxes of the unit relative to their frames, and routes its connections relative to the unit. */
export function layoutUnit(request: UnitRequest): DrawnWire[] {
  const texts = new Map(request.connections.map(({ edge, text }) => [edge, text]))
  const unit = buildUnit(request)
  order(unit)
  assignColumns(unit, besideGaps(unit, texts))
  finishColumns(unit)
  separateSwaps(unit)
  assignTracks(unit)
  assignHeights(unit)
  const { root } = unit
  placeItems(unit)
  if (root.item) Object.assign(root.item, { width: root.right, height: root.height })
  return [
    ...unit.wires.map(drawWire),
    ...unit.beside.map((one) => drawBeside(unit, one, texts.get(one.edge) ?? null)),
  ]
}

const besideGaps = (unit: Unit, texts: ReadonlyMap<number, string | null>) => {
  const gaps = new Map<Slot, number>()
  for (const { edge, left } of unit.beside) {
    const text = texts.get(edge) ?? null
    gaps.set(left, Math.max(gaps.get(left) ?? 48, text === null ? 48 : measureTag(text).width + 36))
  }
  return (left: Slot) => gaps.get(left) ?? 0
}

function placeItems({ frames }: Unit): void {
  for (const frame of frames) {
    const top = frame.entry === undefined ? 0 : topOf(frame.entry)
    for (const { entries } of frame.rows) {
      for (const entry of entries) {
        const { item } = entry
        if (!item) continue
        if (entry.frame)
          Object.assign(item, { width: entry.frame.right - entry.frame.left, height: heightOf(entry) })
        const left = entry.frame ? entry.frame.left : entry.x - entry.before
        Object.assign(item, { x: left - frame.left, y: topOf(entry) - top })
      }
    }
  }
}

/** The end of a wire on the outline of a box. */
function endAt(entry: Slot, x: number, side: 'top' | 'bottom'): Point {
  const { item } = entry
  const left = entry.frame ? entry.frame.left : entry.x - entry.before
  return item ? borderAt({ ...item, x: left, y: topOf(entry) }, side, x) : { x, y: topOf(entry) }
}

function drawWire({ stops, links, edge }: Wire): DrawnWire {
  const points: Point[] = []
  links.forEach((link, at) => {
    const [from, to] = [stops[at] as Slot, stops[at + 1] as Slot]
    const isDown = link.upper === from
    const [fromX, toX] = isDown ? [link.upperX, link.lowerX] : [link.lowerX, link.upperX]
    if (at === 0) points.push(endAt(from, fromX, isDown ? 'bottom' : 'top'))
    if (!isStraight(link)) {
      const y = trackY(link)
      points.push({ x: fromX, y }, { x: toX, y })
    }
    if (at === links.length - 1) points.push(endAt(to, toX, isDown && !link.isTurn ? 'top' : 'bottom'))
  })
  const lane = stops.find(({ text }) => text !== undefined)
  const tag = lane?.text && { ...lane.text, x: lane.x - lane.before, y: topOf(lane) }
  return { edge, points: withoutStraightPoints(points), tag }
}

/** From side to side of two neighbours; several share the height. */
function drawBeside(unit: Unit, { edge, left, right, isForward }: Beside, text: string | null): DrawnWire {
  const same = unit.beside.filter((one) => one.left === left && one.right === right)
  const at = same.findIndex((one) => one.edge === edge)
  const [a, b] = [boxAt(left), boxAt(right)]
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const gap = Math.min(22, (shared - 12) / Math.max(1, same.length))
  const y = Math.round(Math.max(a.y, b.y) + shared / 2 + gap * (at - (same.length - 1) / 2))
  const [start, end] = [borderAt(a, 'right', y), borderAt(b, 'left', y)]
  const points = isForward ? [start, end] : [end, start]
  if (text === null) return { edge, points, tag: undefined }
  const { width, height, lines } = measureTag(text)
  const middle = (start.x + end.x) / 2
  const tag = { x: Math.round(middle - width / 2), y: y - height / 2, width, height, text: lines[0] ?? '' }
  return { edge, points, tag }
}

const boxAt = (entry: Slot): Item => ({
  ...(entry.item as Item),
  x: entry.x - entry.before,
  y: topOf(entry),
})

function withoutStraightPoints(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)]
    if (last && last.x === point.x && last.y === point.y) continue
    if (
      before &&
      last &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y))
    )
      kept.pop()
    kept.push(point)
  }
  return kept
}
