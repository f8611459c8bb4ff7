/** Finds boxes that should be in line, or at the same distance as others. */
import { groupedBy } from '../../../../grouped.ts'
import type { Item } from '../../boxes/box-tree.ts'
import { Obstacles } from '../../boxes/obstacles.ts'
import type { Pull } from '../place/pull.ts'
import { boxAt } from '../route/draw-wires.ts'
import { type Frame, rowsOf, type Slot, type Unit } from '../unit/unit.ts'

/** Centres that are this near look as if they were meant to be equal. */
export const nearly = 12
/** Readers compare two boxes at most this far apart, in pixels. */
const inSight = 140

const axisOf = ({ frame, x }: Slot): number => frame?.left ?? x

export const isOff = ({ from, to, offset }: Pull): boolean => axisOf(to) - axisOf(from) !== offset

/** Boxes above each other whose centres differ by so little that it looks like a mistake, or not at all. */
export function nearPairs(unit: Unit, reach = nearly): Pull[] {
  const boxes = [...rowsOf(unit)]
    .flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'box'))
    .map((entry) => ({ ...boxAt(entry), entry }))
  const all = Obstacles.of(boxes)
  return boxes.flatMap(({ entry, y, height }) => {
    const below = { x: entry.x - reach, y: y + height, width: 2 * reach, height: inSight }
    return [...all.within(below)]
      .filter((other) => other.y >= below.y && Math.abs(other.entry.x - entry.x) <= reach)
      .map((other) => ({ from: entry, to: other.entry, offset: 0 }))
  })
}

/** A box that calls several below it should be above the middle one, or between the two in the middle. */
export function fanPulls({ wires }: Unit): Pull[] {
  const calls = groupedBy(wires, ({ stops }) => stops[0] as Slot)
  return [...calls].flatMap(([from, own]): Pull[] => {
    if (own.some(({ links }) => links[0]?.upper !== from || links[0].isTurn)) return []
    const called = [...new Set(own.map(({ stops }) => stops.at(-1) as Slot))]
      .filter(({ kind }) => kind === 'box')
      .sort((a, b) => a.x - b.x)
    const left = called[(called.length - 1) >> 1]
    const right = called[called.length >> 1]
    if (called.length < 2 || !left || !right) return []
    return [{ from, to: left, offset: Math.round((left.x - right.x) / 2) }]
  })
}

/** Frames with the same boxes in the same rows should be drawn like one of them, which may be any. @returns a list for each */
export function twinPulls({ frames }: Unit): Pull[][] {
  const classes = groupedBy(frames, (frame) =>
    JSON.stringify([frame.item?.parent?.number, shapeOf(frame)]),
  )
  return [...classes.values()].flatMap((twins) => {
    if (twins.length < 2) return []
    const contents = twins.map(boxesIn)
    const even = evenGaps(twins)
    return contents.map((model) => [
      ...contents.flatMap((content) => likeModel(content, model)),
      ...even,
    ])
  })
}

const likeModel = (
  [first, ...others]: readonly Slot[],
  [start, ...ends]: readonly Slot[],
): Pull[] =>
  others.map((to, at) => ({
    from: first as Slot,
    to,
    offset: (ends[at] as Slot).x - (start as Slot).x,
  }))

/** Each frame beside its twins should be as far from the one before as the second from the first. */
function evenGaps(twins: readonly Frame[]): Pull[] {
  const row = twins[0]?.entry?.row
  const beside = twins.filter(({ entry }) => entry?.row === row).sort((a, b) => a.left - b.left)
  const [first, second] = beside
  if (!first || !second) return []
  return beside.slice(2).map((frame, at) => {
    const before = beside[at + 1] as Frame
    const offset = before.right - before.left + second.left - first.right
    return { from: before.entry as Slot, to: frame.entry as Slot, offset }
  })
}

/** The rows of boxes, by their indices in the script. */
const shapeOf = ({ item, rows }: Frame): unknown =>
  rows.flatMap(({ entries }) => {
    const boxes = entries.filter(({ kind }) => kind !== 'lane')
    return boxes.length === 0
      ? []
      : [
          boxes.map((box) => [
            item?.children.indexOf(box.item as Item),
            box.frame && shapeOf(box.frame),
          ]),
        ]
  })

const boxesIn = ({ rows }: Frame): Slot[] =>
  rows.flatMap(({ entries }) => entries.flatMap(boxesOfEntry))

function boxesOfEntry(entry: Slot): Slot[] {
  if (entry.frame) return boxesIn(entry.frame)
  return entry.kind === 'box' ? [entry] : []
}
