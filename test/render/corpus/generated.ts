/** Topologies of one kind each: trees, hubs, chains, cycles, dense and nested ones, and random ones of growing size. */
import { type DrawingData, type EdgeData, type GroupData, ids, numbers } from './script.ts'

type Ends = [from: string, to: string, label?: string]

/** Each node below the first hangs from an earlier one. */
function tree(count: number, seed: number, most = 4): DrawingData {
  const fraction = numbers(seed)
  const nodes = ids(count)
  const children = new Map<number, number>()
  const edges = nodes.slice(1).map((id, at): Ends => {
    const open = Array.from({ length: at + 1 }, (_, i) => i).filter(
      (i) => (children.get(i) ?? 0) < most,
    )
    // Mostly from late ones, so that the tree is deep as well as wide.
    const parent = open[Math.floor(open.length * Math.sqrt(fraction()))] ?? 0
    children.set(parent, (children.get(parent) ?? 0) + 1)
    return [`n${parent}`, id]
  })
  return { roots: nodes, edges }
}

const star = (spokes: number, label?: string): DrawingData => ({
  roots: ['hub', ...ids(spokes)],
  edges: ids(spokes).map((id): Ends => (label === undefined ? ['hub', id] : ['hub', id, label])),
})

/** Producers send to each hub, and each hub sends to consumers of its own. */
function hubs(count: number, spokes: number): DrawingData {
  const names = ids(count, 'hub')
  return {
    roots: [...ids(spokes, 'in'), ...names, ...names.flatMap((hub) => ids(spokes, `${hub}-out`))],
    edges: names.flatMap((hub, at) => [
      ...ids(spokes, 'in').flatMap((id, i): Ends[] =>
        i % count === at || i % 3 === 0 ? [[id, hub]] : [],
      ),
      ...ids(spokes, `${hub}-out`).map((id): Ends => [hub, id]),
    ]),
  }
}

const chain = (count: number): DrawingData => ({
  roots: ids(count),
  edges: ids(count - 1).map((id, at): Ends => [id, `n${at + 1}`]),
})

function skippingChain(count: number): DrawingData {
  const { roots, edges } = chain(count)
  const more = ids(count).flatMap((id, at): Ends[] =>
    at % 4 === 0 && at + 5 < count ? [[id, `n${at + 5}`]] : [],
  )
  return { roots, edges: [...edges, ...more] }
}

const cycle = (count: number): DrawingData => {
  const { roots, edges } = chain(count)
  return { roots, edges: [...edges, [`n${count - 1}`, 'n0']] }
}

/** Layers of nodes with a few connections each, and connections back from the last one. */
function layers(count: number, perLayer: number, back: number, seed: number): DrawingData {
  const fraction = numbers(seed)
  const edges: Ends[] = []
  for (let at = perLayer; at < count; at++) {
    const above = Math.floor(at / perLayer) * perLayer - perLayer
    const targets = new Set([
      above + Math.floor(fraction() * perLayer),
      above + Math.floor(fraction() * perLayer),
    ])
    for (const target of targets) edges.push([`n${target}`, `n${at}`])
  }
  for (let i = 0; i < back; i++) edges.push([`n${count - 1 - i}`, `n${i}`])
  return { roots: ids(count), edges }
}

function dense(count: number, share: number, seed: number): DrawingData {
  const fraction = numbers(seed)
  const edges: Ends[] = []
  for (let from = 0; from < count; from++)
    for (let to = from + 1; to < count; to++)
      if (fraction() < share) edges.push([`n${from}`, `n${to}`])
  return { roots: ids(count), edges }
}

const bipartite = (count: number, step: number): DrawingData => ({
  roots: [...ids(count, 'a'), ...ids(count, 'b')],
  edges: ids(count, 'a').flatMap((id, at): Ends[] => [
    [id, `b${at}`],
    [id, `b${(at + step) % count}`],
  ]),
})

const grid = (size: number): DrawingData => ({
  roots: ids(size * size),
  edges: ids(size * size).flatMap((id, at): Ends[] => [
    ...((at + 1) % size === 0 ? [] : [[id, `n${at + 1}`] as Ends]),
    ...(at + size < size * size ? [[id, `n${at + size}`] as Ends] : []),
  ]),
})

/** Groups in groups, connected mostly with what is near. */
function nested(
  count: number,
  edgeCount: number,
  seed: number,
  { perGroup, depth }: { perGroup: number; depth: number },
): DrawingData {
  const fraction = numbers(seed)
  let groups: (string | GroupData)[] = ids(count)
  for (let level = 0; level < depth; level++) {
    const next: GroupData[] = []
    for (let at = 0; at < groups.length; at += perGroup)
      next.push({
        id: `group-${level}-${next.length}`,
        label: `Group ${level}.${next.length}`,
        rows: [groups.slice(at, at + perGroup)],
      })
    groups = next
  }
  const edges = new Map<string, Ends>()
  for (let i = 0; i < edgeCount; i++) {
    const from = Math.floor(fraction() * count)
    const reach = fraction() < 0.75 ? perGroup : count
    const to = (from + 1 + Math.floor(fraction() * (reach - 1))) % count
    if (from !== to)
      edges.set(`${Math.min(from, to)} ${Math.max(from, to)}`, [`n${from}`, `n${to}`])
  }
  return { roots: groups, edges: [...edges.values()] }
}

/** A random graph, with groups: most connections lead to a later node nearby, a few anywhere. */
function random(count: number, edgeCount: number, seed: number, perGroup = 0): DrawingData {
  const draw = numbers(seed)
  const edges = new Map<string, Ends>()
  const connect = (from: number, to: number) => edges.set(`${from} ${to}`, [`n${from}`, `n${to}`])
  for (let to = 1; to < count; to++) connect(Math.max(0, to - 1 - Math.floor(24 * draw() ** 2)), to)
  while (edges.size < edgeCount) {
    const from = Math.floor(draw() * count)
    const to = draw() < 0.9 ? from + 1 + Math.floor(draw() * 12) : Math.floor(draw() * count)
    if (to < count && to !== from) connect(from, to)
  }
  const nodes = ids(count)
  const groups: GroupData[] = []
  for (let at = 0; perGroup > 0 && at < count; at += perGroup)
    groups.push({
      id: `g${at}`,
      label: `Team ${groups.length + 1}`,
      rows: [nodes.slice(at, at + perGroup)],
    })
  return {
    roots: perGroup > 0 ? groups : nodes,
    edges: [...edges.values()].filter(([a, b]) => a !== b),
  }
}

/** Groups at places from the script, with rows as written. */
function placed(columns: number, rows: number, perGroup: number, seed: number): DrawingData {
  const draw = numbers(seed)
  const count = columns * rows * perGroup
  const nodes = ids(count)
  const groups = Array.from({ length: columns * rows }, (_, at): GroupData => {
    const own = nodes.slice(at * perGroup, (at + 1) * perGroup)
    return {
      id: `zone-${at}`,
      label: `Zone ${at + 1}`,
      position: [(at % columns) * 470, Math.floor(at / columns) * 330],
      rows: [own.slice(0, Math.ceil(perGroup / 2)), own.slice(Math.ceil(perGroup / 2))],
    }
  })
  const edges: EdgeData[] = []
  for (let at = 0; at < count - 1; at++) {
    const to =
      draw() < 0.6 ? at + 1 : Math.min(count - 1, at + 1 + Math.floor(draw() * perGroup * 2))
    edges.push({ from: `n${at}`, to: `n${to}`, ...(at % 4 === 0 ? { label: 'calls' } : {}) })
  }
  return { autoLayout: false, roots: groups, edges }
}

/** Boxes at narrow places from the script, whose connections all have texts. */
function tight(columns: number, rows: number, edgeCount: number, seed: number): DrawingData {
  const draw = numbers(seed)
  const count = columns * rows
  const texts = ['synchronises with', 'reads', 'asks for a decision', 'writes', 'x']
  return {
    autoLayout: false,
    roots: ids(count).map(
      (id, at): GroupData => ({
        id: `at-${id}`,
        label: `Box ${at}`,
        rows: [[id]],
        position: [(at % columns) * 190, Math.floor(at / columns) * 150],
      }),
    ),
    edges: Array.from({ length: edgeCount }, (_, at): EdgeData => {
      const from = Math.floor(draw() * count)
      const step = [1, 1, columns, columns, columns + 1, 2][Math.floor(draw() * 6)] ?? 1
      const to = (from + step) % count
      return { from: `n${from}`, to: `n${to}`, label: texts[at % texts.length] ?? '' }
    }),
  }
}

export const generated: Readonly<Record<string, DrawingData>> = {
  'tree-15': tree(15, 3),
  'tree-60': tree(60, 5),
  'tree-120': tree(120, 8, 6),
  'star-20': star(20),
  'star-40-labels': star(40, 'notify'),
  'hubs-3x12': hubs(3, 12),
  'chain-12': chain(12),
  'chain-40': chain(40),
  'chain-skips-30': skippingChain(30),
  'cycle-8': cycle(8),
  'layers-22-cycle': layers(22, 4, 1, 11),
  'layers-48-cycles': layers(48, 8, 4, 12),
  'dense-8': dense(8, 0.7, 21),
  'dense-16': dense(16, 0.35, 22),
  'bipartite-20': bipartite(10, 3),
  'grid-36': grid(6),
  'nested-27': nested(27, 34, 31, { perGroup: 3, depth: 3 }),
  'nested-64': nested(64, 84, 32, { perGroup: 4, depth: 2 }),
  'nested-193': nested(193, 230, 33, { perGroup: 5, depth: 3 }),
  'placed-24': placed(3, 2, 4, 41),
  'placed-54': placed(3, 3, 6, 42),
  'placed-tight-12': tight(4, 3, 26, 43),
  'random-60': random(60, 80, 51),
  'random-100-groups': random(100, 135, 52, 9),
  'random-200': random(200, 250, 53),
  'random-200-groups': random(200, 260, 54, 12),
  'random-500': random(500, 600, 55, 20),
}
