/** Finds numbers with the least total of weighted distances, under minimum distances: the core of layers and columns.
 *
 * This linear program is the dual of a flow with the least cost. The network simplex method solves it: it exchanges one condition
 * after the other in a spanning tree of tight conditions.
 */

/** `x[to] - x[from] >= length`. */
export interface Apart {
  readonly from: number
  readonly to: number
  readonly length: number
}

/** Costs `weight * |x[from] + offset - x[to]|`. */
export interface Pull {
  readonly from: number
  readonly to: number
  readonly offset: number
  readonly weight: number
}

const tree = 0
const lower = 1
const upper = -1

/**
 * @param work maximum number of visits to variables, about 10 ns each
 * @returns integers if all lengths and offsets are; undefined if the conditions contradict each other or the work is too much
 */
export function leastTotal(
  count: number,
  aparts: readonly Apart[],
  pulls: readonly Pull[],
  work = 60_000_000,
): Float64Array | undefined {
  const arcs = aparts.length + 2 * pulls.length
  const all = arcs + count
  const source = new Int32Array(all)
  const target = new Int32Array(all)
  const cost = new Float64Array(all)
  const capacity = new Float64Array(all).fill(Number.POSITIVE_INFINITY)
  let next = 0
  let largest = 1
  const addArc = (from: number, to: number, price: number, most: number) => {
    source[next] = from
    target[next] = to
    cost[next] = price
    capacity[next++] = most
    largest = Math.max(largest, Math.abs(price))
  }
  for (const { from, to, length } of aparts) addArc(from, to, -length, Number.POSITIVE_INFINITY)
  for (const { from, to, offset, weight } of pulls) {
    addArc(from, to, -offset, weight)
    addArc(to, from, offset, weight)
  }
  // The first tree: a root with an expensive arc from every node.
  const root = count
  const flow = new Float64Array(all)
  const state = new Int8Array(all).fill(lower)
  const parent = new Int32Array(count + 1).fill(root)
  const arcUp = new Int32Array(count + 1)
  const depth = new Int32Array(count + 1).fill(1)
  const potential = new Float64Array(count + 1)
  const firstChild = new Int32Array(count + 1).fill(-1)
  const nextChild = new Int32Array(count + 1).fill(-1)
  const lastChild = new Int32Array(count + 1).fill(-1)
  parent[root] = -1
  depth[root] = 0
  const expensive = (largest + 1) * (count + 1)
  const hang = (node: number, below: number) => {
    parent[node] = below
    const first = firstChild[below] as number
    nextChild[node] = first
    lastChild[node] = -1
    if (first >= 0) lastChild[first] = node
    firstChild[below] = node
  }
  const unhang = (node: number) => {
    const [before, after] = [lastChild[node] as number, nextChild[node] as number]
    if (before >= 0) nextChild[before] = after
    else firstChild[parent[node] as number] = after
    if (after >= 0) lastChild[after] = before
  }
  for (let node = 0; node < count; node++) {
    addArc(node, root, expensive, Number.POSITIVE_INFINITY)
    arcUp[node] = arcs + node
    state[arcs + node] = tree
    potential[node] = -expensive
    hang(node, root)
  }
  const block = Math.max(20, Math.ceil(Math.sqrt(arcs)))
  const stack: number[] = []
  let at = 0
  for (;;) {
    // The arc that gains most in the next block that has one.
    let entering = -1
    let most = 1e-7
    for (let seen = 1, left = block; seen <= arcs; seen++) {
      const arc = at
      work -= 0.25
      at = at + 1 === arcs ? 0 : at + 1
      const gain =
        -(state[arc] as number) *
        ((cost[arc] as number) +
          (potential[source[arc] as number] as number) -
          (potential[target[arc] as number] as number))
      if (gain > most) {
        most = gain
        entering = arc
      }
      if (--left === 0) {
        if (entering >= 0) break
        left = block
      }
    }
    if (entering < 0) break
    if (work <= 0) return undefined
    const isForward = state[entering] === lower
    const first = (isForward ? source[entering] : target[entering]) as number
    const second = (isForward ? target[entering] : source[entering]) as number
    let [a, b] = [first, second]
    while (a !== b) {
      if ((depth[a] as number) >= (depth[b] as number)) a = parent[a] as number
      else b = parent[b] as number
    }
    const join = a
    // Flow runs from first to second, then over the tree back to first: the first arc that it fills leaves.
    let amount = capacity[entering] as number
    let leaving = -1
    let isOnFirst = false
    for (let node = first; node !== join; node = parent[node] as number) {
      const arc = arcUp[node] as number
      // Towards first: downward along this path.
      const room =
        source[arc] === node ? (flow[arc] as number) : (capacity[arc] as number) - (flow[arc] as number)
      if (room < amount) {
        amount = room
        leaving = node
        isOnFirst = true
      }
    }
    for (let node = second; node !== join; node = parent[node] as number) {
      const arc = arcUp[node] as number
      const room =
        source[arc] === node ? (capacity[arc] as number) - (flow[arc] as number) : (flow[arc] as number)
      if (room <= amount) {
        amount = room
        leaving = node
        isOnFirst = false
      }
    }
    if (amount === Number.POSITIVE_INFINITY) return undefined
    if (amount > 0) {
      flow[entering] = (flow[entering] as number) + (isForward ? amount : -amount)
      for (let node = first; node !== join; node = parent[node] as number) {
        const arc = arcUp[node] as number
        flow[arc] = (flow[arc] as number) + (source[arc] === node ? -amount : amount)
      }
      for (let node = second; node !== join; node = parent[node] as number) {
        const arc = arcUp[node] as number
        flow[arc] = (flow[arc] as number) + (source[arc] === node ? amount : -amount)
      }
    }
    if (leaving < 0) {
      state[entering] = isForward ? upper : lower
      continue
    }
    const out = arcUp[leaving] as number
    state[out] = flow[out] === 0 ? lower : upper
    state[entering] = tree
    // Turns the part of the tree that was cut off, so that it hangs from the entering arc.
    let node = isOnFirst ? first : second
    let above = isOnFirst ? second : first
    let arc = entering
    for (;;) {
      const before = parent[node] as number
      const beforeArc = arcUp[node] as number
      unhang(node)
      hang(node, above)
      arcUp[node] = arc
      if (node === leaving) break
      above = node
      arc = beforeArc
      node = before
    }
    const top = isOnFirst ? first : second
    stack.push(top)
    for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
      work--
      const over = parent[one] as number
      const up = arcUp[one] as number
      depth[one] = (depth[over] as number) + 1
      potential[one] =
        source[up] === one
          ? (potential[over] as number) - (cost[up] as number)
          : (potential[over] as number) + (cost[up] as number)
      for (let child = firstChild[one] as number; child >= 0; child = nextChild[child] as number)
        stack.push(child)
    }
  }
  for (let arc = arcs; arc < all; arc++) if ((flow[arc] as number) > 0) return undefined
  const result = new Float64Array(count)
  for (let one = 0; one < count; one++) result[one] = -(potential[one] as number)
  return result
}
