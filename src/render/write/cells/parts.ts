/** The parts of a picture that are drawn in cells: boxes with their texts, routes between their borders, and texts of routes. */
import { boxIn, pointIn } from '../../picture/direction.ts'
import { centerOf, middleOf, segmentsOf, withoutStraightPoints } from '../../picture/geometry.ts'
import { isDashed } from '../../picture/look/theme.ts'
import { notesOf } from '../../picture/measure.ts'
import type { Box, Picture, PictureEdge, PictureNode, Point } from '../../picture/picture.ts'
import { timesOf } from '../../picture/texts.ts'
import { cellsOf } from './cell-text.ts'

/** A role decides the colour of a cell. */
export type Role =
  | 'box'
  | 'frame'
  | 'label'
  | 'title'
  | 'note'
  | 'warning'
  | 'error'
  | 'line'
  | 'tag'

export interface CellBox {
  readonly key: string
  /** In pixels. */
  readonly box: Box
  readonly isFrame: boolean
  readonly isDashed: boolean
  /** Tips of lines are above or below it. */
  readonly hasTips: { readonly above: boolean; readonly below: boolean }
  /** A frame has one, in its upper border. */
  readonly lines: readonly { readonly cells: readonly string[]; readonly role: Role }[]
}

export interface CellRoute {
  /** Keys of its boxes. */
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
  readonly isDashed: boolean
}

export interface CellTag {
  readonly box: Box
  /** Its place on the line. */
  readonly at: Point
  readonly cells: readonly string[]
  readonly route: CellRoute
}

export interface CellParts {
  readonly boxes: readonly CellBox[]
  readonly routes: readonly CellRoute[]
  readonly tags: readonly CellTag[]
}

export interface PartOptions {
  readonly isAscii: boolean
  /** From left to right instead of downwards: the picture with its axes exchanged. */
  readonly isAcross: boolean
  /** Without spaces around a text on its line. */
  readonly isTight: boolean
}

export function partsOf(picture: Picture, options: PartOptions): CellParts {
  const { nodes, edges } = options.isAcross ? across(picture) : picture
  const boxes = new Map(nodes.map((node) => [node.key, node]))
  const routes: CellRoute[] = []
  const tags: CellTag[] = []
  for (const edge of edges) {
    const route = routeOf(edge, boxes.get(edge.from), boxes.get(edge.to))
    if (route.points.length < 2) continue
    routes.push(route)
    if (edge.tag) tags.push(tagOf(edge.tag, route, options))
  }
  const downwards = new Set(routes.filter(endsDown).map(({ to }) => to))
  const upwards = new Set(routes.filter(endsUp).map(({ to }) => to))
  return {
    boxes: nodes.map((node) => ({
      ...boxOf(node, options.isAscii),
      hasTips: { above: downwards.has(node.key), below: upwards.has(node.key) },
    })),
    routes,
    tags,
  }
}

/** With x and y exchanged, so that what led down leads to the right. */
function across({
  nodes,
  edges,
}: Pick<Picture, 'nodes' | 'edges'>): Pick<Picture, 'nodes' | 'edges'> {
  return {
    nodes: nodes.map((node) => boxIn('right', node)),
    edges: edges.map((edge) => ({
      ...edge,
      points: edge.points.map((point) => pointIn('right', point)),
      tag: edge.tag && boxIn('right', edge.tag),
    })),
  }
}

/** How far the last piece of a route goes down; less than 0 if it goes up. */
function lastDescent({ points }: CellRoute): number {
  const before = points.at(-2)?.y ?? 0
  const end = points.at(-1)?.y ?? 0
  return end - before
}

const endsDown = (route: CellRoute): boolean => lastDescent(route) > 0
const endsUp = (route: CellRoute): boolean => lastDescent(route) < 0

function boxOf(node: PictureNode, isAscii: boolean): Omit<CellBox, 'hasTips'> {
  const { key, isFrame, external, lines, state } = node
  const times = timesOf(node)
  const line = (text: string, role: Role) => ({ cells: cellsOf(text, isAscii), role })
  const label = lines.map((text) => line(text, isFrame ? 'title' : 'label'))
  const more = [
    ...notesOf(node).map((text) => line(text, 'note')),
    ...(times === null ? [] : [line(times, 'note')]),
    ...(state === 'running' ? [] : [line(state, state === 'stopped' ? 'note' : state)]),
  ]
  return {
    key,
    box: node,
    isFrame,
    isDashed: external,
    lines: isFrame ? label.slice(0, 1) : [...label, ...more],
  }
}

function tagOf(
  { text, ...box }: Box & { text: string },
  route: CellRoute,
  { isAscii, isTight }: PartOptions,
): CellTag {
  const plain = cellsOf(text, isAscii)
  const spaced = isTight ? plain : [' ', ...plain, ' ']
  const loop = loopTag(route, box)
  if (loop) return { ...loop, cells: loop.isFlat ? spaced : plain, route }
  const { at, isFlat } = nearestOn(route.points, centerOf(box))
  return { box, at, cells: isFlat ? spaced : plain, route }
}

/** Pixels between a loop and its text. */
const TAG_GAP = 4

/** The text of a loop is on its far side, or at the right of it, and covers no corner. */
function loopTag(
  { from, to, points }: CellRoute,
  { width, height }: Box,
): { box: Box; at: Point; isFlat: boolean } | undefined {
  const [, a, b] = points
  if (from !== to || points.length !== 4 || !a || !b) return undefined
  const at = middleOf(a, b)
  const isFlat = a.y === b.y
  const box = isFlat
    ? {
        x: Math.min(a.x, b.x),
        y: at.y,
        width: Math.abs(b.x - a.x),
        height: 0,
      }
    : { x: at.x + TAG_GAP, y: at.y - height / 2, width, height }
  return { box, at, isFlat }
}

function nearestOn(points: readonly Point[], at: Point): { at: Point; isFlat: boolean } {
  let best = { at, isFlat: false }
  let least = Number.POSITIVE_INFINITY
  for (const [a, b] of segmentsOf(points)) {
    const near = {
      x: between(at.x, a.x, b.x),
      y: between(at.y, a.y, b.y),
    }
    const distance = Math.hypot(near.x - at.x, near.y - at.y)
    if (distance < least) {
      best = { at: near, isFlat: a.y === b.y }
      least = distance
    }
  }
  return best
}

const between = (value: number, a: number, b: number): number =>
  Math.min(Math.max(value, Math.min(a, b)), Math.max(a, b))

function routeOf(
  { from, to, points, type }: PictureEdge,
  first: Box | undefined,
  last: Box | undefined,
): CellRoute {
  const start = atBorder(withoutStraightPoints(points), first)
  const whole = atBorder(start.toReversed(), last).toReversed()
  return { from, to, points: withoutStraightPoints(whole), isDashed: isDashed(type) }
}

/** Moves the first point to the border: a circle or a diamond is a box here. */
function atBorder(points: readonly Point[], box: Box | undefined): readonly Point[] {
  const [first, second] = points
  if (!first || !second || !box) return points
  const side = (before: number, after: number, start: number, length: number) =>
    after > before ? start + length : start
  const moved =
    first.x === second.x
      ? { x: first.x, y: side(first.y, second.y, box.y, box.height) }
      : { x: side(first.x, second.x, box.x, box.width), y: first.y }
  // A route inside of its frame starts at the opposite side.
  const horizontal = (second.x - moved.x) * (second.x - first.x)
  const vertical = (second.y - moved.y) * (second.y - first.y)
  const isBack = horizontal + vertical <= 0
  return isBack ? points : [moved, ...points.slice(1)]
}
