/** Network simplex: finds numbers under minimum distances that stretch springs least. Rows and columns are such numbers.
 *
 * The linear program is the dual of a flow with the least cost: the numbers are the potentials of its nodes. Each step exchanges an
 * edge of a spanning tree. Gansner, Koutsofios, North and Vo use it for pictures, in "A technique for drawing directed graphs" (1993).
 * The cut values of their edges are the flows here.
 */

import { groupedBy } from '../../../grouped.ts'

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

const inTree = 0
const lower = 1
const upper = -1

/**
 * @param work maximum number of visits to variables, about 10 ns each
 * @returns integers if all lengths and offsets are; undefined if the constraints contradict each other or the work is too much
 */
export function networkSimplex(
  count: number,
  constraints: readonly Constraint[],
  springs: readonly Spring[],
  work = 60_000_000,
): Float64Array | undefined {
  const tree = initCutValues(count, constraints, springs, work)
  return solve(tree) ? numbersOf(tree) : undefined
}

/** Exchanges edges until none gains. @returns false if the constraints contradict each other or the work is too much */
export function solve(tree: Tree): boolean {
  for (let entering = enterEdge(tree); entering >= 0; entering = enterEdge(tree)) {
    if (tree.work <= 0) return false
    const cycle = leaveEdge(tree, entering)
    if (cycle.amount === Number.POSITIVE_INFINITY) return false
    exchangeEdges(tree, entering, cycle)
  }
  // An expensive arc that is needed: the constraints contradict each other.
  return !tree.flow.subarray(0, tree.root).some((flow) => flow > 0)
}

/** The numbers that a solved tree stands for. */
export const numbersOf = ({ potential, root }: Tree): Float64Array =>
  potential.slice(0, root).map((potential) => -potential)

/** The least numbers under the constraints, without springs: valid, though not short. */
export function leastNumbers(count: number, constraints: readonly Constraint[]): Float64Array {
  const numbers = new Float64Array(count)
  const waiting = new Int32Array(count)
  const out = groupedBy(constraints, ({ from }) => from)
  for (const { to } of constraints) waiting[to] = (waiting[to] as number) + 1
  const ready = [...waiting.keys()].filter((node) => waiting[node] === 0)
  for (let from = ready.pop(); from !== undefined; from = ready.pop()) {
    for (const { to, length } of out.get(from) ?? []) {
      numbers[to] = Math.max(numbers[to] as number, (numbers[from] as number) + length)
      waiting[to] = (waiting[to] as number) - 1
      if (waiting[to] === 0) ready.push(to)
    }
  }
  return numbers
}

export type Tree = ReturnType<typeof initCutValues>

/** The first spanning tree: every node hangs from a root by an expensive arc, and nothing flows. Those arcs come first. */
export function initCutValues(
  count: number,
  constraints: readonly Constraint[],
  springs: readonly Spring[],
  work = 60_000_000,
) {
  const all = count + constraints.length + 2 * springs.length
  const nodes = count + 1
  const tree = {
    root: count,
    work,
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
    setArc(tree, count + at, from, to, -length)
  })
  setSprings(tree, count + constraints.length, springs)
  const largest = tree.cost.reduce((most, cost) => Math.max(most, Math.abs(cost)), 1)
  const expensive = (largest + 1) * nodes
  for (let node = 0; node < count; node++) {
    setArc(tree, node, node, count, expensive)
    tree.arcUp[node] = node
    tree.state[node] = inTree
    tree.depth[node] = 1
    tree.potential[node] = -expensive
    hang(tree, node, count)
  }
  return tree
}

/** A copy of a solved tree with more springs: few exchanges solve it. */
export function withSprings(tree: Tree, springs: readonly Spring[]): Tree {
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

function copied<Numbers extends Int8Array | Int32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

function setArc(
  { source, target, cost }: Pick<Tree, 'source' | 'target' | 'cost'>,
  arc: number,
  from: number,
  to: number,
  price: number,
): void {
  source[arc] = from
  target[arc] = to
  cost[arc] = price
}

/** A spring is two arcs that can carry its weight. */
function setSprings(
  tree: Pick<Tree, 'source' | 'target' | 'cost' | 'capacity'>,
  first: number,
  springs: readonly Spring[],
): void {
  springs.forEach(({ from, to, offset, weight }, at) => {
    const arc = first + 2 * at
    setArc(tree, arc, from, to, -offset)
    setArc(tree, arc + 1, to, from, offset)
    tree.capacity.fill(weight, arc, arc + 2)
  })
}

/** The arc that gains most in the next block that has one; -1 if none gains. */
function enterEdge(tree: Tree): number {
  const { root, state, cost, potential, source, target } = tree
  const all = source.length
  const arcs = all - root
  const block = Math.max(20, Math.ceil(Math.sqrt(arcs)))
  let entering = -1
  let most = 1e-7
  let arc = tree.start
  let seen = 0
  while (seen < arcs && entering < 0) {
    const end = Math.min(seen + block, arcs)
    for (; seen < end; seen++) {
      const gain =
        -(state[arc] as number) *
        ((cost[arc] as number) +
          (potential[source[arc] as number] as number) -
          (potential[target[arc] as number] as number))
      if (gain > most) {
        most = gain
        entering = arc
      }
      if (++arc === all) arc = root
    }
  }
  tree.start = arc
  tree.work -= 0.25 * seen
  return entering
}

/** The cycle of an entering arc: flow runs from `first` to `second` over it, and back over their common node `join`. */
interface Cycle {
  readonly first: number
  readonly second: number
  readonly join: number
  /** The flow that fills the cycle. */
  readonly amount: number
  /** The node whose arc upwards leaves the tree; -1 if the entering arc itself is full first. */
  readonly leaving: number
  /** True if that node is between `first` and `join`. */
  readonly isOnFirst: boolean
}

/** Finds the arc of the cycle that is full, or empty, first. */
function leaveEdge(
  { source, target, parent, depth, arcUp, flow, capacity, state }: Tree,
  entering: number,
): Cycle {
  const isForward = state[entering] === lower
  const first = (isForward ? source[entering] : target[entering]) as number
  const second = (isForward ? target[entering] : source[entering]) as number
  let [a, b] = [first, second]
  while (a !== b) {
    if ((depth[a] as number) >= (depth[b] as number)) a = parent[a] as number
    else b = parent[b] as number
  }
  const roomAbove = (node: number, isUpwards: boolean): number => {
    const arc = arcUp[node] as number
    const isAlong = (source[arc] === node) === isUpwards
    return isAlong ? (capacity[arc] as number) - (flow[arc] as number) : (flow[arc] as number)
  }
  let amount = capacity[entering] as number
  let leaving = -1
  let isOnFirst = false
  for (let node = first; node !== a; node = parent[node] as number) {
    const room = roomAbove(node, false)
    if (room < amount) {
      amount = room
      leaving = node
      isOnFirst = true
    }
  }
  for (let node = second; node !== a; node = parent[node] as number) {
    const room = roomAbove(node, true)
    if (room <= amount) {
      amount = room
      leaving = node
      isOnFirst = false
    }
  }
  return { first, second, join: a, amount, leaving, isOnFirst }
}

/** Fills the cycle, and replaces the leaving arc in the tree by the entering one. */
function exchangeEdges(
  tree: Tree,
  entering: number,
  { first, second, join, amount, leaving, isOnFirst }: Cycle,
): void {
  const { flow, state, source, parent, arcUp } = tree
  const isForward = state[entering] === lower
  const push = (from: number, more: number) => {
    for (let node = from; node !== join; node = parent[node] as number) {
      const arc = arcUp[node] as number
      flow[arc] = (flow[arc] as number) + (source[arc] === node ? more : -more)
    }
  }
  if (amount > 0) {
    flow[entering] = (flow[entering] as number) + (isForward ? amount : -amount)
    push(first, -amount)
    push(second, amount)
  }
  if (leaving < 0) {
    state[entering] = isForward ? upper : lower
    return
  }
  const out = arcUp[leaving] as number
  state[out] = flow[out] === 0 ? lower : upper
  state[entering] = inTree
  const top = isOnFirst ? first : second
  // Turns the part of the tree that was cut off, so that it hangs from the entering arc.
  let [node, above, arc] = [top, isOnFirst ? second : first, entering]
  for (;;) {
    const [before, beforeArc] = [parent[node] as number, arcUp[node] as number]
    unhang(tree, node)
    hang(tree, node, above)
    arcUp[node] = arc
    if (node === leaving) break
    above = node
    arc = beforeArc
    node = before
  }
  updatePotentials(tree, top)
}

/** All potentials below change by as much as that of the top. */
function updatePotentials(tree: Tree, top: number): void {
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

function hang({ parent, firstChild, nextChild, lastChild }: Tree, node: number, above: number): void {
  parent[node] = above
  const first = firstChild[above] as number
  nextChild[node] = first
  lastChild[node] = -1
  if (first >= 0) lastChild[first] = node
  firstChild[above] = node
}

function unhang({ parent, firstChild, nextChild, lastChild }: Tree, node: number): void {
  const [before, after] = [lastChild[node] as number, nextChild[node] as number]
  if (before >= 0) nextChild[before] = after
  else firstChild[parent[node] as number] = after
  if (after >= 0) lastChild[after] = before
}
