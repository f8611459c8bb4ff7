/** Measures what looks wrong at first glance: near misses, equal parts that are not drawn alike, depths of trees, the order of the script. */
import { addTo } from '../../../src/grouped.ts'
import type { Box, Drawing } from './measure.ts'

type Node = Drawing['nodes'][number]
type Axis = 'x' | 'y'

const across = { x: 'y', y: 'x' } as const
const sideOf = { x: 'width', y: 'height' } as const
const middle = (box: Box, axis: Axis): number => box[axis] + box[sideOf[axis]] / 2
const end = (box: Box, axis: Axis): number => box[axis] + box[sideOf[axis]]

/** Centres that are this near look as if they were meant to be equal. */
const nearly = 12
/** As far as a reader compares two boxes. */
const inSight = 140

export function alignment(drawing: Drawing) {
  return {
    nearMisses: nearMisses(drawing, 'x') + nearMisses(drawing, 'y'),
    twins: unequalTwins(drawing),
    ranks: brokenRanks(drawing),
    order: exchanged(drawing),
  }
}

const leavesOf = ({ nodes }: Drawing) => nodes.filter(({ isFrame }) => !isFrame)

/** Pairs of boxes with nothing between them whose centres differ by a little on the axis. */
function nearMisses(drawing: Drawing, axis: Axis): number {
  const other = across[axis]
  const leaves = leavesOf(drawing)
  let count = 0
  for (const a of leaves) {
    for (const b of leaves) {
      const by = Math.abs(middle(a, axis) - middle(b, axis))
      const gap = b[other] - end(a, other)
      if (by < 1 || by > nearly || gap < 0 || gap > inSight) continue
      const isBetween = (one: Node) =>
        one[other] >= end(a, other) &&
        end(one, other) <= b[other] &&
        one[axis] < end(a, axis) &&
        end(one, axis) > a[axis]
      if (!leaves.some(isBetween)) count++
    }
  }
  return count
}

/** Frames that have the same content as an earlier one, and show it otherwise or at another distance from the next one. */
function unequalTwins({ nodes, edges }: Drawing): number {
  const children = new Map<string | null, Node[]>()
  for (const node of nodes) addTo(children, node.parent, node)
  const inside = (frame: Node): Node[] =>
    (children.get(frame.key) ?? []).flatMap((child) => [child, ...inside(child)])
  const classes = new Map<string, { frame: Node; content: Node[] }[]>()
  for (const frame of nodes.filter(({ isFrame }) => isFrame)) {
    const content = inside(frame)
    const place = new Map(content.map(({ key }, at) => [key, at]))
    const links = edges
      .filter(({ from, to }) => place.has(from) || place.has(to))
      .map(({ from, to }) => `${place.get(from) ?? 'in'}>${place.get(to) ?? 'out'}`)
    const shape = content.map(({ parent, isFrame }) => [place.get(parent ?? ''), isFrame])
    if (content.length > 1)
      addTo(classes, JSON.stringify([frame.parent, shape, links.sort()]), { frame, content })
  }
  let count = 0
  for (const [first, ...others] of classes.values()) {
    if (!first) continue
    for (const { frame, content } of others)
      if (content.some((node, at) => !isAlike(node, frame, first.content[at] as Node, first.frame)))
        count++
    for (const axis of ['x', 'y'] as const) {
      const row = [first, ...others]
        .map(({ frame }) => frame)
        .filter((frame) => frame[across[axis]] === first.frame[across[axis]])
        .sort((a, b) => a[axis] - b[axis])
      const gaps = row.slice(1).map((frame, at) => frame[axis] - end(row[at] as Node, axis))
      count += new Set(gaps.slice(1).filter((gap) => Math.abs(gap - (gaps[0] as number)) > 2)).size
    }
  }
  return count
}

/** Texts of other widths move a box by a little. */
const isAlike = (node: Node, frame: Node, other: Node, otherFrame: Node): boolean =>
  (['x', 'y'] as const).every(
    (axis) =>
      Math.abs(
        middle(node, axis) - middle(frame, axis) - middle(other, axis) + middle(otherFrame, axis),
      ) <=
      2 * nearly,
  )

/**
 * Of a forest: heights of the boxes of a depth that lead further, beyond the first one, and leaves that are not below all of
 * those that are as deep as their parent.
 */
function brokenRanks({ nodes, edges }: Drawing): number {
  const parent = new Map<string, string>()
  for (const { from, to } of edges) {
    if (parent.has(to)) return 0
    parent.set(to, from)
  }
  const depthOf = (key: string): number => {
    let depth = 0
    for (let at = parent.get(key); at !== undefined; at = parent.get(at))
      if (++depth > nodes.length) return 0
    return depth
  }
  const leaves = nodes.filter(({ isFrame }) => !isFrame)
  const leads = new Set(parent.values())
  // A chain has no ranks.
  if (leads.size === parent.size || nodes.length > leaves.length) return 0
  if (leaves.some(({ key }) => depthOf(key) === 0 && parent.has(key))) return 0
  const count = (axis: Axis): number => {
    const inner = new Map<number, Node[]>()
    for (const node of leaves) if (leads.has(node.key)) addTo(inner, depthOf(node.key), node)
    let broken = 0
    for (const row of inner.values())
      broken += new Set(row.map((node) => middle(node, axis))).size - 1
    for (const node of leaves) {
      const above = inner.get(depthOf(node.key) - 1) ?? []
      if (!leads.has(node.key) && above.some((one) => end(one, axis) > node[axis])) broken++
    }
    return broken
  }
  return Math.min(count('x'), count('y'))
}

/** Neighbours in a line of one frame that stand against their order in the script; lines are rows or columns, whichever are fewer. */
function exchanged({ nodes }: Drawing): number {
  const [rows, columns] = (['y', 'x'] as const).map((axis) => {
    const lines = new Map<string, number[]>()
    nodes.forEach((node, at) => {
      addTo(lines, `${node.parent} ${middle(node, axis)}`, at)
    })
    const along = (at: number) => (nodes[at] as Node)[across[axis]]
    const wrong = [...lines.values()].map((line) => {
      const sorted = line.toSorted((a, b) => along(a) - along(b))
      return sorted.filter((at, i) => at < (sorted[i - 1] ?? 0)).length
    })
    return { count: lines.size, wrong: wrong.reduce((sum, one) => sum + one, 0) }
  }) as [Lines, Lines]
  return (rows.count <= columns.count ? rows : columns).wrong
}

interface Lines {
  readonly count: number
  readonly wrong: number
}
