/** The spanning tree of a network simplex, with its arcs: constraints, and springs as two arcs each. */

/** `x[to] - x[from] >= length`. */
export interface Constraint {
  readonly from: number
  readonly to: number
  readonly length: number
}

/** Costs `weight * |x[from] + offset - x[to]|`. */
export interface Spring {
  readonly from: number
  readonly to: number
  readonly offset: number
  readonly weight: number
}

/** The state of an arc: in the tree, empty, or full. */
export const inTree = 0
export const lower = 1
export const upper = -1

/** Visits to variables in all, about 10 ns each. */
const mostWork = 60_000_000

export type SpanningTree = ReturnType<typeof initCutValues>

/** The first spanning tree: every node hangs from a root by an expensive arc, and nothing flows. Those arcs come first. */
export function initCutValues(
  count: number,
  constraints: readonly Constraint[],
  springs: readonly Spring[],
) {
  const all = count + constraints.length + 2 * springs.length
  const nodes = count + 1
  const tree = {
    root: count,
    work: mostWork,
    /** The arc at which the search for the next one to enter starts. */
    start: count,
    source: new Int32Array(all),
    target: new Int32Array(all),
    cost: new Float64Array(all),
    capacity: new Float64Array(all).fill(Number.POSITIVE_INFINITY),
    flow: new Float64Array(all),
    state: new Int8Array(all).fill(lower),
    parent: new Int32Array(nodes).fill(-1),
    /** The arc between a node and its parent. */
    arcUp: new Int32Array(nodes),
    depth: new Int32Array(nodes),
    potential: new Float64Array(nodes),
    firstChild: new Int32Array(nodes).fill(-1),
    nextChild: new Int32Array(nodes).fill(-1),
    lastChild: new Int32Array(nodes).fill(-1),
  }
  constraints.forEach(({ from, to, length }, at) => {
    setArc(tree, count + at, { from, to }, -length)
  })
  setSprings(tree, count + constraints.length, springs)
  const largest = tree.cost.reduce((most, cost) => Math.max(most, Math.abs(cost)), 1)
  const expensive = (largest + 1) * nodes
  for (let node = 0; node < count; node++) {
    setArc(tree, node, { from: node, to: count }, expensive)
    tree.arcUp[node] = node
    tree.state[node] = inTree
    tree.depth[node] = 1
    tree.potential[node] = -expensive
    hang(tree, node, count)
  }
  return tree
}

/** A copy of a solved tree with more springs: few exchanges solve it. */
export function withSprings(tree: SpanningTree, springs: readonly Spring[]): SpanningTree {
  const { source, target, cost, capacity, flow, state } = tree
  const all = source.length + 2 * springs.length
  const longer = {
    ...tree,
    source: copied(source, new Int32Array(all)),
    target: copied(target, new Int32Array(all)),
    cost: copied(cost, new Float64Array(all)),
    capacity: copied(capacity, new Float64Array(all)),
    flow: copied(flow, new Float64Array(all)),
    state: copied(state, new Int8Array(all).fill(lower)),
    parent: tree.parent.slice(),
    arcUp: tree.arcUp.slice(),
    depth: tree.depth.slice(),
    potential: tree.potential.slice(),
    firstChild: tree.firstChild.slice(),
    nextChild: tree.nextChild.slice(),
    lastChild: tree.lastChild.slice(),
  }
  setSprings(longer, source.length, springs)
  return longer
}

function copied<Numbers extends Int8Array | Int32Array | Float64Array>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from)
  return to
}

/** The nodes that an arc leads from and to. */
type Ends = Pick<Constraint, 'from' | 'to'>

function setArc(
  { source, target, cost }: Pick<SpanningTree, 'source' | 'target' | 'cost'>,
  arc: number,
  { from, to }: Ends,
  price: number,
): void {
  source[arc] = from
  target[arc] = to
  cost[arc] = price
}

/** A spring is two arcs that can carry its weight. */
function setSprings(
  tree: Pick<SpanningTree, 'source' | 'target' | 'cost' | 'capacity'>,
  first: number,
  springs: readonly Spring[],
): void {
  springs.forEach(({ from, to, offset, weight }, at) => {
    const arc = first + 2 * at
    setArc(tree, arc, { from, to }, -offset)
    setArc(tree, arc + 1, { from: to, to: from }, offset)
    tree.capacity.fill(weight, arc, arc + 2)
  })
}

/** All potentials below change by as much as that of the top. */
export function updatePotentials(tree: SpanningTree, top: number): void {
  const { parent, arcUp, cost, source, depth, potential, firstChild, nextChild } = tree
  const arc = arcUp[top] as number
  const price = (source[arc] === top ? -1 : 1) * (cost[arc] as number)
  const change = (potential[parent[top] as number] as number) + price - (potential[top] as number)
  let visits = 0
  for (let node = top; ; ) {
    visits++
    depth[node] = (depth[parent[node] as number] as number) + 1
    potential[node] = (potential[node] as number) + change
    let next = firstChild[node] as number
    while (next < 0 && node !== top) {
      next = nextChild[node] as number
      node = parent[node] as number
    }
    if (next < 0) break
    node = next
  }
  tree.work -= visits
}

export function hang(
  { parent, firstChild, nextChild, lastChild }: SpanningTree,
  node: number,
  above: number,
): void {
  parent[node] = above
  const first = firstChild[above] as number
  nextChild[node] = first
  lastChild[node] = -1
  if (first >= 0) lastChild[first] = node
  firstChild[above] = node
}

export function unhang(
  { parent, firstChild, nextChild, lastChild }: SpanningTree,
  node: number,
): void {
  const before = lastChild[node] as number
  const after = nextChild[node] as number
  if (before >= 0) nextChild[before] = after
  else firstChild[parent[node] as number] = after
  if (after >= 0) lastChild[after] = before
}
