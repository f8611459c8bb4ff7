/** Network simplex: finds numbers under minimum distances that stretch springs least. Rows and columns are such numbers.
 *
 * The linear program is the dual of a flow with the least cost: the numbers are the potentials of its nodes. Each step exchanges an
 * edge of a spanning tree. Gansner, Koutsofios, North and Vo use it for pictures, in "A technique for drawing directed graphs" (1993).
 * The cut values of their edges are the flows here.
 */

import { groupedBy } from '../../../../grouped.ts'
import {
  type Constraint,
  hang,
  initCutValues,
  inTree,
  lower,
  type SpanningTree,
  type Spring,
  unhang,
  updatePotentials,
  upper,
} from './spanning-tree.ts'

/** @returns integers if all lengths and offsets are; undefined if the constraints contradict each other or the work is too much */
export function networkSimplex(
  count: number,
  constraints: readonly Constraint[],
  springs: readonly Spring[],
): Float64Array | undefined {
  const tree = initCutValues(count, constraints, springs)
  return solve(tree) ? numbersOf(tree) : undefined
}

/** Exchanges edges until none gains. @returns false if the constraints contradict each other or the work is too much */
export function solve(tree: SpanningTree): boolean {
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
export const numbersOf = ({ potential, root }: SpanningTree): Float64Array =>
  potential.slice(0, root).map((value) => -value)

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

/** The arc that gains most in the next block that has one; -1 if none gains. */
function enterEdge(tree: SpanningTree): number {
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
  { source, target, parent, depth, arcUp, flow, capacity, state }: SpanningTree,
  entering: number,
): Cycle {
  const isForward = state[entering] === lower
  const first = (isForward ? source[entering] : target[entering]) as number
  const second = (isForward ? target[entering] : source[entering]) as number
  let a = first
  let b = second
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
  tree: SpanningTree,
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
  let node = top
  let above = isOnFirst ? second : first
  let arc = entering
  for (;;) {
    const before = parent[node] as number
    const beforeArc = arcUp[node] as number
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
