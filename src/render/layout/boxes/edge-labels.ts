/** Positions the text of each edge on its line, clear of boxes, titles and other texts. */
import { boundsOf, expand, segmentsOf } from '../../picture/geometry.ts'
import { measureTag } from '../../picture/measure.ts'
import type { Box, Point } from '../../picture/picture.ts'
import { Obstacles } from './obstacles.ts'

export type Tag = Box & { readonly text: string }

/** Candidate positions as fractions of a segment, from the middle outwards. */
const shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9]
const clearance = 3

/** The surroundings that texts leave free. */
interface TagSurroundings {
  /** Boxes that a text must not cover. */
  readonly taken: readonly Box[]
  /** Frames whose borders a text should avoid. */
  readonly frames: readonly Box[]
  /** Texts that have their positions, by edge. */
  readonly placed: ReadonlyMap<number, Tag>
  /** Edges whose texts are drawn even where they cover something. */
  readonly required?: ReadonlySet<number>
}

/** Omits a text that is not required if there is no room on or beside its line; the tooltip of the edge still has it. */
export function tagsFor(
  routes: readonly (readonly Point[])[],
  texts: readonly (string | null)[],
  { taken, frames, placed, required }: TagSurroundings,
): (Tag | null)[] {
  const obstacles = Obstacles.of<Box>([...taken, ...placed.values()])
  const lines = Obstacles.of<Line>(
    routes.flatMap((points, edge) => piecesOf(points).map(({ box }) => ({ ...box, edge }))),
  )
  const borders = Obstacles.of(frames.flatMap(bordersOf))
  const tags: (Tag | null)[] = texts.map((_, edge) => placed.get(edge) ?? null)
  const order = texts.flatMap((text, edge) =>
    text === null || placed.has(edge) ? [] : [{ edge, text, pieces: piecesOf(routes[edge] ?? []) }],
  )
  // Place the texts with the least room first.
  order.sort((a, b) => longest(a.pieces) - longest(b.pieces) || a.edge - b.edge)
  for (const { edge, text, pieces } of order) {
    const { lines: shownLines, width, height } = measureTag(text)
    const all = [...places(pieces, width, height)]
    const free = all.filter(
      (place) =>
        !obstacles.some(
          { ...place, x: place.x - clearance, width: width + 2 * clearance },
          () => true,
        ),
    )
    // Better on the border of a frame than not at all.
    const best =
      free.find(
        (place) => isAtOwnLine(place, edge, pieces, lines) && !borders.some(place, () => true),
      ) ??
      free.find((place) => isAtOwnLine(place, edge, pieces, lines)) ??
      (required?.has(edge) ? (free[0] ?? all[0]) : undefined)
    if (!best) continue
    const { x, y } = best
    const tag = { x, y, width, height, text: shownLines.join('\n') }
    obstacles.add(tag)
    tags[edge] = tag
  }
  return tags
}

/** True if no other line crosses the text or is nearer to it, and its own line does not cross it from the side. */
function isAtOwnLine(
  place: TagPosition,
  edge: number,
  pieces: readonly LineSegment[],
  lines: Obstacles<Line>,
): boolean {
  const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 }
  const distance = pieces.reduce(
    (least, { box }) => Math.min(least, distanceTo(middle, box)),
    Infinity,
  )
  if (lines.some(place, (line) => line.edge !== edge || !place.on)) return false
  const around = {
    x: middle.x - distance - 1,
    y: middle.y - distance - 1,
    width: 2 * distance + 2,
    height: 2 * distance + 2,
  }
  return !lines.some(around, (line) => line.edge !== edge && distanceTo(middle, line) <= distance)
}

const distanceTo = ({ x, y }: Point, box: Box): number =>
  Math.hypot(
    Math.max(0, box.x - x, x - box.x - box.width),
    Math.max(0, box.y - y, y - box.y - box.height),
  )

type Line = Box & { readonly edge: number }

const bordersOf = ({ x, y, width, height }: Box) => [
  { x, y: y - 1, width, height: 2 },
  { x, y: y + height - 1, width, height: 2 },
  { x: x - 1, y, width: 2, height },
  { x: x + width - 1, y, width: 2, height },
]

interface LineSegment {
  readonly p: Point
  readonly q: Point
  readonly length: number
  readonly box: Box
}

const piecesOf = (points: readonly Point[]): LineSegment[] =>
  segmentsOf(points).map(([p, q]) => {
    const box = boundsOf([p, q]) as Box
    return { p, q, box: expand(box, 0.5), length: box.width + box.height }
  })

const longest = (pieces: readonly LineSegment[]): number =>
  Math.max(0, ...pieces.map(({ length }) => length))

/** A candidate position for a text, on its line or beside it. */
type TagPosition = Box & { readonly on: boolean }

/** From the longest segment to the shortest; as a last resort, on a line that the text hides. */
function* places(
  pieces: readonly LineSegment[],
  width: number,
  height: number,
): Generator<TagPosition> {
  const byLength = pieces.toSorted((a, b) => b.length - a.length)
  for (const piece of byLength) yield* spots(piece, width, height)
  for (const piece of byLength) yield* spotsBeside(piece, width, height, 0)
}

/** On the line if enough of it stays visible, and beside it. */
function* spots(piece: LineSegment, width: number, height: number): Generator<TagPosition> {
  const flat = piece.p.y === piece.q.y
  if (piece.length >= (flat ? width : height) + 18) yield* spotsBeside(piece, width, height, 0)
  yield* spotsBeside(piece, width, height, 1)
  yield* spotsBeside(piece, width, height, -1)
}

function* spotsBeside(
  { p, q }: LineSegment,
  width: number,
  height: number,
  side: -1 | 0 | 1,
): Generator<TagPosition> {
  const flat = p.y === q.y
  for (const share of shares) {
    const x = p.x + (q.x - p.x) * share + (flat ? 0 : side * (width / 2 + 4))
    const y = p.y + (q.y - p.y) * share + (flat ? side * (height / 2 + 3) : 0)
    yield {
      x: Math.round(x - width / 2),
      y: Math.round(y - height / 2),
      width,
      height,
      on: side === 0,
    }
  }
}
