/** Finds the rows that boxes have in a picture, for a script that is to have the same ones. */
import { arrange } from './arrange.ts'
import { boxesInRows } from './boxes/box-rows.ts'
import { treeOf } from './boxes/box-tree.ts'
import { type PlainEdge, type PlainNode, plainTopology } from './boxes/plain-topology.ts'
import { isDrawable } from './limits.ts'

/** The keys in each frame, in rows from top to bottom; columns from left to right in a picture that leads to the right. */
type RowsInFrames = ReadonlyMap<string, readonly (readonly string[])[]>

/** With more boxes or connections, the search would take many seconds. */
const mostRanked = 1_000

/** Connections lead from row to row: ranks are not folded. Empty for a picture that is too large. */
export function rowsInFrames(
  nodes: readonly PlainNode[],
  edges: readonly PlainEdge[],
  direction: 'down' | 'right',
): RowsInFrames {
  if (Math.max(nodes.length, edges.length) > mostRanked) return new Map()
  const tree = treeOf(plainTopology(nodes, edges))
  if (!isDrawable(tree)) return new Map()
  const { items } = arrange(tree, { direction, isStrict: true }).tree
  const frames = items.filter(({ children }) => children.length > 0)
  return new Map(
    frames.map(({ key, children }) => [
      key,
      boxesInRows(children, direction).map((row) => row.map((child) => child.key)),
    ]),
  )
}
