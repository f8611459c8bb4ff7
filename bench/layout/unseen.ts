/** Graphs that are not in the corpus, made from numbers: 20 of five kinds with 10 to 150 nodes, trees and stars among them. */
import { type DrawingData, type GroupData, ids, numbers } from '../../test/render/corpus/script.ts'

type Ends = [from: string, to: string, label?: string]

const texts = ['HTTPS', 'writes events', 'gRPC', 'reads']

/** Services in layers, as in most architectures: each calls one to three of the next layers; a few calls lead back. */
function services(count: number, seed: number, perGroup: number): DrawingData {
  const draw = numbers(seed)
  const depth = Math.max(3, Math.round(Math.sqrt(count)))
  const layer = Array.from({ length: count }, (_, at) => Math.floor((at * depth) / count))
  const edges = new Map<string, Ends>()
  for (let from = 0; from < count; from++) {
    const next = (layer[from] ?? 0) + 1
    const below = layer.flatMap((of, to) => (of === next ? [to] : []))
    const further = layer.flatMap((of, to) => (of > next ? [to] : []))
    for (let calls = 1 + Math.floor(draw() * 1.9); calls > 0 && below.length > 0; calls--) {
      const others = draw() < 0.15 && further.length > 0 ? further : below
      const to = others[Math.floor(draw() * others.length)] ?? 0
      edges.set(`${from} ${to}`, [`n${from}`, `n${to}`, ...labelOrNone(draw)])
    }
    if (draw() < 0.03 && from > depth)
      edges.set(`${from} back`, [`n${from}`, `n${Math.floor(draw() * depth)}`])
  }
  return { roots: inGroups(ids(count), perGroup, draw), edges: [...edges.values()] }
}

/** A text for few edges. */
function labelOrNone(draw: () => number): [label?: string] {
  const label = draw() < 0.15 ? texts[Math.floor(draw() * texts.length)] : undefined
  return label === undefined ? [] : [label]
}

function inGroups(nodes: string[], perGroup: number, draw: () => number): (string | GroupData)[] {
  if (perGroup === 0) return nodes
  const roots: (string | GroupData)[] = []
  for (let at = 0; at < nodes.length; ) {
    const size = Math.max(1, Math.round(perGroup * (0.5 + draw())))
    const own = nodes.slice(at, at + size)
    roots.push(
      draw() < 0.15
        ? (own[0] as string)
        : { id: `group-${at}`, label: `Part ${roots.length + 1}`, rows: [own] },
    )
    at += roots.at(-1) === own[0] ? 1 : size
  }
  return roots
}

function tree(count: number, seed: number): DrawingData {
  const draw = numbers(seed)
  return {
    roots: ids(count),
    edges: ids(count)
      .slice(1)
      .map((id, at): Ends => [`n${Math.floor((at + 1) * draw())}`, id]),
  }
}

const star = (spokes: number, inwards: number): DrawingData => ({
  roots: ['hub', ...ids(spokes)],
  edges: ids(spokes).map((id, at): Ends => (at < inwards ? [id, 'hub'] : ['hub', id])),
})

function sparse(count: number, edgeCount: number, seed: number): DrawingData {
  const draw = numbers(seed)
  const edges = new Map<string, Ends>()
  while (edges.size < edgeCount) {
    const a = Math.floor(draw() * count)
    const b = Math.floor(draw() * count)
    if (a !== b)
      edges.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [`n${Math.min(a, b)}`, `n${Math.max(a, b)}`])
  }
  return { roots: ids(count), edges: [...edges.values()] }
}

export const unseen: Readonly<Record<string, DrawingData>> = {
  ...Object.fromEntries(
    (
      [
        [10, 101, 0],
        [18, 102, 0],
        [25, 103, 5],
        [32, 104, 0],
        [40, 105, 6],
        [50, 106, 8],
        [64, 107, 0],
        [80, 108, 9],
        [110, 109, 0],
        [150, 110, 10],
      ] as const
    ).map(([count, seed, perGroup]) => [
      `services-${count}${perGroup > 0 ? '-groups' : ''}`,
      services(count, seed, perGroup),
    ]),
  ),
  'tree-24': tree(24, 121),
  'tree-45': tree(45, 122),
  'tree-90': tree(90, 123),
  'star-12': star(12, 0),
  'star-30': star(30, 10),
  'sparse-12': sparse(12, 16, 131),
  'sparse-20': sparse(20, 24, 132),
  'sparse-30': sparse(30, 38, 133),
  'sparse-50': sparse(50, 58, 134),
  'sparse-100': sparse(100, 115, 135),
}
