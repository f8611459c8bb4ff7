/** Layered layout of the boxes of one level: connections point down, and connected boxes are close.
 *
 * Uses no dummy nodes, because edges are routed around boxes afterwards: a thousand boxes take milliseconds, with
 * general libraries seconds (see docs/decisions.md).
 */

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Position {
  x: number
  y: number
}

/** Indices of two boxes. */
export type Link = readonly [from: number, to: number]

const columnGap = 44
const rowGap = 64
const sweeps = 8

export function layered(sizes: readonly Size[], links: readonly Link[]): Position[] {
  const forward = breakCycles(sizes.length, links)
  const rows = rowsOf(sizes, forward)
  const near = neighbours(sizes.length, links)
  order(rows, near)
  return place(rows, sizes, near, links)
}

/** Rows by rank. Boxes without connections come last, and rows that are too wide continue in a new one. */
function rowsOf(sizes: readonly Size[], links: readonly Link[]): number[][] {
  const ranks = mergeRanks(assignRanks(sizes.length, links))
  const connected = new Set(links.flat())
  const byRank: number[][] = []
  for (const [index, rank] of ranks.entries()) {
    if (!connected.has(index)) continue
    const row = byRank[rank]
    if (row) row.push(index)
    else byRank[rank] = [index]
  }
  const alone = [...sizes.keys()].filter((index) => !connected.has(index))
  return [...byRank.filter(Boolean), ...(alone.length > 0 ? [alone] : [])]
}

/** Merges neighbouring ranks into one row if the picture would be much taller than wide. */
function mergeRanks(ranks: readonly number[]): number[] {
  const count = ranks.reduce((most, rank) => Math.max(most, rank), 0) + 1
  const most = Math.max(8, Math.ceil(1.6 * Math.sqrt(ranks.length)))
  return count <= most ? [...ranks] : ranks.map((rank) => Math.floor((rank * most) / count))
}

/** Reverses links that close a cycle. */
function breakCycles(count: number, links: readonly Link[]): Link[] {
  const out = Array.from({ length: count }, () => [] as number[])
  for (const [from, to] of links) if (from !== to) out[from]?.push(to)
  const state = new Uint8Array(count)
  const back = new Set<string>()
  for (let start = 0; start < count; start++) {
    if (state[start] !== 0) continue
    const stack: [node: number, next: number][] = [[start, 0]]
    state[start] = 1
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const [node] = top
      const to = out[node]?.[top[1]++]
      if (to === undefined) {
        state[node] = 2
        stack.pop()
      } else if (state[to] === 1) back.add(`${node} ${to}`)
      else if (state[to] === 0) {
        state[to] = 1
        stack.push([to, 0])
      }
    }
  }
  return links
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => (back.has(`${from} ${to}`) ? [to, from] : [from, to]))
}

/** Longest path from a source; sources go directly above their targets. */
function assignRanks(count: number, links: readonly Link[]): number[] {
  const out = Array.from({ length: count }, () => [] as number[])
  const incoming = new Array<number>(count).fill(0)
  for (const [from, to] of links) {
    out[from]?.push(to)
    incoming[to] = (incoming[to] ?? 0) + 1
  }
  const sources = incoming.flatMap((number, index) => (number === 0 ? [index] : []))
  const ranks = new Array<number>(count).fill(0)
  const ready = [...sources]
  for (let at = 0; at < ready.length; at++) {
    const node = ready[at] as number
    for (const to of out[node] ?? []) {
      ranks[to] = Math.max(ranks[to] ?? 0, (ranks[node] ?? 0) + 1)
      incoming[to] = (incoming[to] ?? 0) - 1
      if (incoming[to] === 0) ready.push(to)
    }
  }
  for (const source of sources) {
    const below = (out[source] ?? []).map((to) => ranks[to] ?? 0)
    const highest = below.reduce((least, rank) => Math.min(least, rank), Number.POSITIVE_INFINITY)
    if (below.length > 0) ranks[source] = Math.max(0, highest - 1)
  }
  return ranks
}

function neighbours(count: number, links: readonly Link[]): number[][] {
  const near = Array.from({ length: count }, () => [] as number[])
  for (const [a, b] of links) {
    if (a === b) continue
    near[a]?.push(b)
    near[b]?.push(a)
  }
  return near
}

/** Sorts each row by the positions of its neighbours, alternating downward and upward passes. */
function order(rows: number[][], near: readonly number[][]): void {
  const spot = new Map<number, { row: number; share: number }>()
  const remember = (row: number) => {
    const members = rows[row] ?? []
    members.forEach((node, i) => {
      spot.set(node, { row, share: (i + 0.5) / members.length })
    })
  }
  rows.forEach((_, row) => {
    remember(row)
  })
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const down = sweep % 2 === 0
    for (let i = 0; i < rows.length; i++) {
      const row = down ? i : rows.length - 1 - i
      const members = rows[row] as number[]
      const wish = new Map(
        members.map((node) => {
          const shares = (near[node] ?? []).flatMap((other) => {
            const there = spot.get(other)
            return there && (down ? there.row < row : there.row > row) ? [there.share] : []
          })
          return [node, shares.length > 0 ? mean(shares) : (spot.get(node)?.share ?? 0)]
        }),
      )
      members.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || a - b)
      remember(row)
    }
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function place(
  rows: number[][],
  sizes: readonly Size[],
  near: readonly number[][],
  links: readonly Link[],
): Position[] {
  const area = sizes.reduce((sum, { width, height }) => sum + (width + columnGap) * (height + rowGap), 0)
  const widest = Math.max(
    760,
    Math.sqrt(area * 1.7),
    sizes.reduce((most, { width }) => Math.max(most, width), 0),
  )
  const lines = rows.flatMap((row) => splitRow(row, sizes, widest))
  const line = new Map(lines.flatMap((row, number) => row.map((node) => [node, number] as const)))
  const centre = new Array<number>(sizes.length).fill(0)
  const width = (node: number) => sizes[node]?.width ?? 0
  for (const row of lines) align(row, centre, width, () => 0)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let i = 0; i < lines.length; i++) {
      const row = lines[sweep % 2 === 0 ? i : lines.length - 1 - i] as number[]
      align(row, centre, width, (node) => {
        const others = (near[node] ?? []).filter((other) => line.get(other) !== line.get(node))
        return others.length > 0 ? mean(others.map((other) => centre[other] ?? 0)) : (centre[node] ?? 0)
      })
    }
  }
  const left = sizes.reduce(
    (least, { width }, node) => Math.min(least, (centre[node] ?? 0) - width / 2),
    Number.POSITIVE_INFINITY,
  )
  const spots: Position[] = sizes.map(({ width }, node) => ({
    x: Math.round((centre[node] ?? 0) - width / 2 - left),
    y: 0,
  }))
  const between = new Array<number>(lines.length).fill(0)
  for (const [from, to] of links) {
    const [a = 0, b = 0] = [line.get(from), line.get(to)]
    const above = Math.min(a, b)
    between[above] = (between[above] ?? 0) + 1
  }
  let y = 0
  lines.forEach((row, number) => {
    const height = row.reduce((most, node) => Math.max(most, sizes[node]?.height ?? 0), 0)
    for (const node of row)
      (spots[node] as Position).y = y + Math.round((height - (sizes[node]?.height ?? 0)) / 2)
    y += height + rowGap + Math.min(80, 5 * (between[number] ?? 0))
  })
  return spots
}

/** Splits a row that is too wide into rows of about the same length. */
function splitRow(row: readonly number[], sizes: readonly Size[], widest: number): number[][] {
  const whole = row.reduce((sum, node) => sum + (sizes[node]?.width ?? 0) + columnGap, 0)
  const parts = Math.ceil(whole / widest)
  const lines: number[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const node of row) {
    const needs = (sizes[node]?.width ?? 0) + columnGap
    if (used + needs > Math.max(whole / parts + needs / 2, needs)) {
      lines.push([])
      used = 0
    }
    lines.at(-1)?.push(node)
    used += needs
  }
  return lines
}

/** Positions closest to the desired ones, with the given order and gaps (pool adjacent violators). */
function align(
  row: readonly number[],
  centre: number[],
  width: (node: number) => number,
  wish: (node: number) => number,
): void {
  const offsets: number[] = []
  let offset = 0
  row.forEach((node, i) => {
    if (i > 0) offset += (width(row[i - 1] as number) + width(node)) / 2 + columnGap
    offsets.push(offset)
  })
  const blocks: { sum: number; count: number }[] = []
  row.forEach((node, i) => {
    let block = { sum: wish(node) - (offsets[i] ?? 0), count: 1 }
    for (
      let last = blocks.at(-1);
      last && last.sum / last.count >= block.sum / block.count;
      last = blocks.at(-1)
    ) {
      blocks.pop()
      block = { sum: last.sum + block.sum, count: last.count + block.count }
    }
    blocks.push(block)
  })
  let at = 0
  for (const { sum, count } of blocks) {
    for (let i = 0; i < count; i++, at++) centre[row[at] as number] = sum / count + (offsets[at] ?? 0)
  }
}
