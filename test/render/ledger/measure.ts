/** Measures a picture by what a reader sees, without the layout's own code: any program's drawing can be measured. */
import { alignment } from './alignment.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export interface Drawing {
  readonly width: number
  readonly height: number
  readonly nodes: readonly (Box & {
    readonly key: string
    readonly parent: string | null
    readonly isFrame: boolean
    /** The text of a frame's title. */
    readonly title?: Box | null
  })[]
  readonly edges: readonly {
    readonly from: string
    readonly to: string
    readonly points: readonly Point[]
    readonly tag: Box | null
    /** True if the edge has a text, drawn or not. */
    readonly hasText: boolean
  }[]
}

/** What each figure counts; in all of them less is better. */
export const figures = {
  crossings: 'places where two edges properly intersect',
  overlap: 'pixels of parallel pieces of different edges, less than 3 px apart for more than 6 px',
  boxes: 'edges through a box that is not an end of theirs',
  frames: 'edges through a frame that contains neither end',
  titles: 'edges through the title of a frame',
  labelLabel: 'pairs of labels that overlap',
  labelNode: 'labels that overlap a box or a title',
  labelLine: 'labels that a line of another edge crosses',
  labelForeign: 'labels whose middle is nearer to another edge than to their own',
  labelNone: 'edges whose text is not drawn',
  turns: 'turns of all edges',
  detour: 'mean length of an edge, in percent of the diagonal of the picture',
  area: 'thousands of square pixels',
  aspect:
    'long side by short side, in percent beyond 16:9; of a wanted shape the factor from it, beyond 160 percent',
  nearMisses: 'boxes above or beside each other whose centres differ by 1 to 12 px',
  twins: 'equal groups that are not drawn alike, or not at equal distances',
  ranks: 'heights of boxes of one depth of a tree beyond the first, and leaves that stand too high',
  order: 'neighbours in a row that stand against their order in the script',
} as const

export type Figure = keyof typeof figures
export type Figures = Record<Figure, number>

interface Segment {
  readonly edge: number
  readonly p: Point
  readonly q: Point
}

const near = 3
const long = 6

/** @param wanted the width that was asked for, divided by the height */
export function measure(drawing: Drawing, wanted?: number): Figures {
  const { width, height, edges } = drawing
  const longSide = Math.max(width, height)
  const short = Math.min(width, height)
  const factor = Math.max(width / height / (wanted ?? 1), (height / width) * (wanted ?? 1))
  const segments = edges.flatMap(({ points }, edge) =>
    points.slice(1).map((q, at): Segment => ({ edge, p: points[at] as Point, q })),
  )
  const meetings = meet(segments)
  const lengths = edges.map(({ points }) =>
    points.slice(1).reduce((sum, q, at) => sum + distance(points[at] as Point, q), 0),
  )
  return {
    ...meetings,
    ...passages(drawing, segments),
    ...labels(drawing, segments),
    turns: edges.reduce((sum, { points }) => sum + Math.max(0, points.length - 2), 0),
    detour: Math.round((100 * mean(lengths)) / Math.max(1, Math.hypot(width, height))),
    area: Math.round((width * height) / 1000),
    aspect: Math.max(
      0,
      Math.round(100 * (wanted === undefined ? longSide / short - 16 / 9 : factor - 1.6)),
    ),
    ...alignment(drawing),
  }
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const distance = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y)

/** Pairs of pieces of different edges; sorted by x, so that only those that may touch are compared. */
function meet(segments: readonly Segment[]): { crossings: number; overlap: number } {
  const spans = segments
    .map((segment) => ({
      ...segment,
      left: Math.min(segment.p.x, segment.q.x),
      right: Math.max(segment.p.x, segment.q.x),
      top: Math.min(segment.p.y, segment.q.y),
      bottom: Math.max(segment.p.y, segment.q.y),
    }))
    .sort((a, b) => a.left - b.left)
  let crossings = 0
  let overlap = 0
  spans.forEach((a, at) => {
    for (let i = at + 1; i < spans.length; i++) {
      const b = spans[i] as (typeof spans)[number]
      if (b.left > a.right + near) break
      if (a.edge === b.edge || b.top > a.bottom + near || a.top > b.bottom + near) continue
      if (intersect(a, b)) crossings++
      else overlap += common(a, b)
    }
  })
  return { crossings, overlap: Math.round(overlap) }
}

function intersect(a: Segment, b: Segment): boolean {
  const d1 = side(a.p, a.q, b.p)
  const d2 = side(a.p, a.q, b.q)
  const d3 = side(b.p, b.q, a.p)
  const d4 = side(b.p, b.q, a.q)
  return d1 * d2 < 0 && d3 * d4 < 0
}

const side = (p: Point, q: Point, r: Point) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

/** The length over which two pieces along the same axis lie on each other. */
function common(a: Segment, b: Segment): number {
  for (const [along, across] of [
    ['x', 'y'],
    ['y', 'x'],
  ] as const) {
    if (a.p[across] !== a.q[across] || b.p[across] !== b.q[across]) continue
    if (Math.abs(a.p[across] - b.p[across]) >= near) continue
    const length =
      Math.min(Math.max(a.p[along], a.q[along]), Math.max(b.p[along], b.q[along])) -
      Math.max(Math.min(a.p[along], a.q[along]), Math.min(b.p[along], b.q[along]))
    if (length > long) return length
  }
  return 0
}

function passages({ nodes, edges }: Drawing, segments: readonly Segment[]) {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const around = (key: string): Set<string> => {
    const up = new Set<string>()
    for (let at = byKey.get(key); at; at = at.parent === null ? undefined : byKey.get(at.parent))
      up.add(at.key)
    return up
  }
  const boxes = new Set<string>()
  const frames = new Set<string>()
  const titles = new Set<string>()
  const own = edges.map(({ from, to }) => new Set([...around(from), ...around(to)]))
  for (const { edge, p, q } of segments) {
    for (const node of nodes) {
      const passage = `${edge} ${node.key}`
      if (node.title && passes(p, q, node.title, 0)) titles.add(passage)
      if (own[edge]?.has(node.key) || !passes(p, q, node, 1)) continue
      const kind = node.isFrame ? frames : boxes
      kind.add(passage)
    }
  }
  return { boxes: boxes.size, frames: frames.size, titles: titles.size }
}

/** True if the piece runs through the box, which is smaller by so much on each side. */
function passes(p: Point, q: Point, { x, y, width, height }: Box, by: number): boolean {
  const left = x + by
  const right = x + width - by
  const top = y + by
  const bottom = y + height - by
  let from = 0
  let to = 1
  for (const [start, change, low, high] of [
    [p.x, q.x - p.x, left, right],
    [p.y, q.y - p.y, top, bottom],
  ] as const) {
    if (change === 0) {
      if (start <= low || start >= high) return false
      continue
    }
    const one = (low - start) / change
    const other = (high - start) / change
    from = Math.max(from, Math.min(one, other))
    to = Math.min(to, Math.max(one, other))
  }
  return from < to
}

function labels({ nodes, edges }: Drawing, segments: readonly Segment[]) {
  let labelLabel = 0
  let labelNode = 0
  let labelLine = 0
  let labelForeign = 0
  const solid = nodes.flatMap((node): Box[] => [
    ...(node.isFrame ? [] : [node]),
    ...(node.title ? [node.title] : []),
  ])
  edges.forEach(({ tag }, edge) => {
    if (!tag) return
    labelLabel += edges
      .slice(edge + 1)
      .filter((other) => other.tag && overlap(tag, other.tag)).length
    if (solid.some((box) => overlap(tag, box))) labelNode++
    const middle = { x: tag.x + tag.width / 2, y: tag.y + tag.height / 2 }
    let ownDistance = Infinity
    let foreignDistance = Infinity
    let isCrossed = false
    for (const segment of segments) {
      const gap = toSegment(middle, segment)
      if (segment.edge === edge) ownDistance = Math.min(ownDistance, gap)
      else {
        foreignDistance = Math.min(foreignDistance, gap)
        isCrossed ||= passes(segment.p, segment.q, tag, 1)
      }
    }
    if (isCrossed) labelLine++
    if (foreignDistance < ownDistance) labelForeign++
  })
  const labelNone = edges.filter(({ tag, hasText }) => hasText && tag === null).length
  return { labelLabel, labelNode, labelLine, labelForeign, labelNone }
}

const overlap = (a: Box, b: Box) =>
  a.x + 1 < b.x + b.width &&
  b.x + 1 < a.x + a.width &&
  a.y + 1 < b.y + b.height &&
  b.y + 1 < a.y + a.height

function toSegment(r: Point, { p, q }: Segment): number {
  const squared = (q.x - p.x) ** 2 + (q.y - p.y) ** 2
  const share =
    squared === 0 ? 0 : ((r.x - p.x) * (q.x - p.x) + (r.y - p.y) * (q.y - p.y)) / squared
  const t = Math.min(1, Math.max(0, share))
  return Math.hypot(r.x - p.x - t * (q.x - p.x), r.y - p.y - t * (q.y - p.y))
}
