/**
 * Breaks cycles by the order in the script: a connection that closes a cycle is reversed, the earlier ones stay. That is from no
 * paper. In a large diagram, the back edges of one depth-first search are reversed: Gansner, Koutsofios, North and Vo, "A technique
 * for drawing directed graphs" (1993).
 */

/** Indices of two boxes. */
export type Pair = readonly [from: number, to: number]

/** With more connections, one search over all of them decides. */
const mostSearched = 4_000

/**
 * Each connection points down, unless it leads back to a box above it. So one more connection at the end of a script changes no
 * other one.
 */
export function withoutCycles(count: number, pairs: readonly Pair[]): Pair[] {
  if (pairs.length > mostSearched) return withoutBackEdges(count, pairs)
  const out = Array.from({ length: count }, () => [] as number[])
  const seen = new Int32Array(count)
  let search = 0
  const reaches = (from: number, to: number): boolean => {
    const stack = [from]
    seen[from] = ++search
    for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
      if (box === to) return true
      for (const next of out[box] as number[]) {
        if (seen[next] === search) continue
        seen[next] = search
        stack.push(next)
      }
    }
    return false
  }
  return pairs.flatMap(([from, to]): Pair[] => {
    if (from === to) return []
    const [above, below] = reaches(to, from) ? [to, from] : [from, to]
    out[above]?.push(below)
    return [[above, below]]
  })
}

/** Reverses what leads back to a box on the way of one depth-first search. */
function withoutBackEdges(count: number, pairs: readonly Pair[]): Pair[] {
  const out = Array.from({ length: count }, () => [] as number[])
  for (const [from, to] of pairs) if (from !== to) out[from]?.push(to)
  const finished = new Int32Array(count)
  const isOpen = new Uint8Array(count)
  let clock = 0
  for (let start = 0; start < count; start++) {
    if (isOpen[start] === 1) continue
    const stack: [box: number, next: number][] = [[start, 0]]
    isOpen[start] = 1
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const to = out[top[0]]?.[top[1]++]
      if (to === undefined) {
        finished[top[0]] = ++clock
        stack.pop()
      } else if (isOpen[to] === 0) {
        isOpen[to] = 1
        stack.push([to, 0])
      }
    }
  }
  return pairs
    .filter(([from, to]) => from !== to)
    .map(([from, to]) =>
      (finished[from] as number) >= (finished[to] as number) ? [from, to] : [to, from],
    )
}
