/** A hundred flowcharts, handmade and generated: trees, fans, decisions, pipelines, layers and subgraphs. */
import { numbers } from '../render/corpus/script.ts'
import { handmade } from './handmade-charts.ts'

type Ends = readonly [from: string, to: string, label?: string]

const flowchart = (edges: readonly Ends[], direction = 'TD'): string =>
  [`flowchart ${direction}`, ...edges.map(edgeLine)].join('\n')

const edgeLine = ([from, to, label]: Ends): string =>
  `  ${from} -->${label === undefined ? '' : `|${label}|`} ${to}`

const subgraph = (id: string, members: readonly string[]): string =>
  `  subgraph ${id}\n${members.map((member) => `    ${member}`).join('\n')}\n  end`

const named = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)

const oneOf = <Value>(values: readonly Value[], draw: () => number): Value =>
  values[Math.floor(draw() * values.length)] as Value

/** Each node but the first has a parent among the earlier ones. */
function randomTree(count: number, seed: number): string {
  const draw = numbers(seed)
  const nodes = named('item', count)
  const edges = nodes
    .slice(1)
    .map((node, index): Ends => [oneOf(nodes.slice(0, index + 1), draw), node])
  return flowchart(edges)
}

/** Each node has as many children, down to a depth. */
function fullTree(children: number, depth: number): string {
  const edges: Ends[] = []
  const grow = (parent: string, level: number): void => {
    if (level === depth) return
    for (let child = 1; child <= children; child++) {
      edges.push([parent, `${parent}${child}`])
      grow(`${parent}${child}`, level + 1)
    }
  }
  grow('unit', 0)
  return flowchart(edges)
}

/** Stages of steps side by side, with one node between two stages. */
function fans(widths: readonly number[], direction?: string): string {
  const edges = widths.flatMap((width, stage): Ends[] =>
    named(`s${stage + 1}w`, width).flatMap((step): Ends[] => [
      [`gate${stage + 1}`, step],
      [step, `gate${stage + 2}`],
    ]),
  )
  return flowchart(edges, direction)
}

/** A course of steps and questions: each answer goes on, ends, or leads back. */
function decisions(count: number, seed: number): string {
  const draw = numbers(seed)
  const edges: Ends[] = []
  for (let at = 1; at <= count; at++) {
    const next = `step${at + 1}`
    edges.push([`step${at}`, `ask${at}{Is step ${at} done?}`])
    edges.push([`ask${at}`, next, 'yes'])
    const other = draw()
    if (other < 0.3)
      edges.push([`ask${at}`, `step${Math.max(1, at - Math.floor(3 * draw()))}`, 'no'])
    else if (other < 0.5) edges.push([`ask${at}`, `fail${at}`, 'no'])
    else if (other < 0.7) edges.push([`ask${at}`, 'stop', 'no'])
    else edges.push([`ask${at}`, `fix${at}`, 'no'], [`fix${at}`, next])
  }
  return flowchart(edges)
}

/** A chain whose steps also write to a store, skip steps, or report. */
function pipeline(count: number, seed: number, direction?: string): string {
  const draw = numbers(seed)
  const edges: Ends[] = []
  for (let at = 1; at < count; at++) {
    edges.push([`job${at}`, `job${at + 1}`])
    if (draw() < 0.3) edges.push([`job${at}`, `store${at}[(Store ${at})]`])
    if (draw() < 0.2 && at + 2 <= count) edges.push([`job${at}`, `job${at + 2}`])
    if (draw() < 0.2) edges.push([`job${at}`, 'report', 'on error'])
  }
  return flowchart(edges, direction)
}

/** Each node leads to one or two of the next layer, which is near its own place. */
function layerEdges(sizes: readonly number[], draw: () => number): Ends[] {
  const layers = sizes.map((size, layer) => named(`l${layer + 1}n`, size))
  const edges = new Map<string, Ends>()
  const add = (from: string, to: string) => edges.set(`${from} ${to}`, [from, to])
  layers.slice(1).forEach((below, layer) => {
    const above = layers[layer] as string[]
    above.forEach((from, index) => {
      const place = Math.floor((index * below.length) / above.length)
      add(from, below[place] as string)
      if (draw() < 0.6) add(from, below[Math.min(below.length - 1, place + 1)] as string)
      if (draw() < 0.15) add(from, oneOf(below, draw))
    })
    for (const to of below) if (draw() < 0.5) add(oneOf(above, draw), to)
  })
  return [...edges.values()]
}

const layers = (sizes: readonly number[], seed: number, direction?: string): string =>
  flowchart(layerEdges(sizes, numbers(seed)), direction)

/** The same, each layer in a subgraph. */
function groupedLayers(sizes: readonly number[], seed: number): string {
  const groups = sizes.map((size, layer) =>
    subgraph(`layer${layer + 1}`, named(`l${layer + 1}n`, size)),
  )
  return ['flowchart TD', ...groups, ...layerEdges(sizes, numbers(seed)).map(edgeLine)].join('\n')
}

/** Services of a few parts each: the parts call each other, and other services by their first part. */
function services(count: number, seed: number): string {
  const draw = numbers(seed)
  const parts = named('svc', count).map((name) =>
    ['api', 'worker', 'db', 'cache', 'queue']
      .slice(0, 2 + Math.floor(4 * draw()))
      .map((part) => `${name}_${part}`),
  )
  const inner = parts.flatMap(([api = '', ...others]) =>
    others.map(
      (part, index): Ends => [index > 0 && draw() < 0.4 ? (others[0] as string) : api, part],
    ),
  )
  const outer = parts.slice(1).flatMap(([api = ''], index): Ends[] => {
    const callers = parts.slice(0, index + 1)
    const caller = oneOf(callers, draw)
    return [[oneOf(caller.slice(0, 2), draw), api]]
  })
  const groups = parts.map((members, index) => subgraph(`service${index + 1}`, members))
  return ['flowchart TD', ...groups, ...[...inner, ...outer].map(edgeLine)].join('\n')
}

/** Any graph without cycles, with few more connections than nodes. */
function sparse(count: number, edgeCount: number, seed: number): string {
  const draw = numbers(seed)
  const edges = new Map<string, Ends>()
  while (edges.size < edgeCount) {
    const from = Math.floor(draw() * count)
    const to = Math.min(count - 1, from + 1 + Math.floor(draw() * 5))
    if (from !== to) edges.set(`${from} ${to}`, [`part${from}`, `part${to}`])
  }
  return flowchart([...edges.values()])
}

const generated: Readonly<Record<string, string>> = {
  'tree-8': randomTree(8, 1),
  'tree-12': randomTree(12, 2),
  'tree-16': randomTree(16, 3),
  'tree-24': randomTree(24, 4),
  'tree-40': randomTree(40, 5),
  'tree-2-3': fullTree(2, 3),
  'tree-2-4': fullTree(2, 4),
  'tree-3-2': fullTree(3, 2),
  'tree-3-3': fullTree(3, 3),
  'tree-30-leaves': fullTree(30, 1),
  'fan-3': fans([3]),
  'fan-5': fans([5]),
  'fan-8': fans([8]),
  'fan-12': fans([12]),
  'fan-4-2': fans([4, 2]),
  'fan-2-5-3': fans([2, 5, 3]),
  'fan-6-right': fans([6], 'LR'),
  'decisions-3': decisions(3, 11),
  'decisions-4': decisions(4, 12),
  'decisions-5': decisions(5, 13),
  'decisions-6': decisions(6, 14),
  'decisions-7': decisions(7, 15),
  'decisions-8': decisions(8, 16),
  'decisions-10': decisions(10, 17),
  'pipeline-5': pipeline(5, 21),
  'pipeline-8': pipeline(8, 22),
  'pipeline-10-right': pipeline(10, 23, 'LR'),
  'pipeline-12': pipeline(12, 24),
  'pipeline-16': pipeline(16, 25),
  'pipeline-20-right': pipeline(20, 26, 'LR'),
  'layers-2-3-2': layers([2, 3, 2], 31),
  'layers-3-4-3': layers([3, 4, 3], 32),
  'layers-1-4-4-2': layers([1, 4, 4, 2], 33),
  'layers-2-5-3': layers([2, 5, 3], 34),
  'layers-3-5-5-3': layers([3, 5, 5, 3], 35),
  'layers-4-6-4': layers([4, 6, 4], 36),
  'layers-3-3-3-3-right': layers([3, 3, 3, 3], 37, 'LR'),
  'layers-5-7-5': layers([5, 7, 5], 38),
  'grouped-layers-2-3-2': groupedLayers([2, 3, 2], 41),
  'grouped-layers-3-4-3': groupedLayers([3, 4, 3], 42),
  'grouped-layers-1-4-4-2': groupedLayers([1, 4, 4, 2], 43),
  'grouped-layers-4-4-4': groupedLayers([4, 4, 4], 44),
  'services-2': services(2, 51),
  'services-3': services(3, 52),
  'services-4': services(4, 53),
  'services-5': services(5, 54),
  'services-6': services(6, 55),
  'services-8': services(8, 56),
  'sparse-6': sparse(6, 7, 61),
  'sparse-8': sparse(8, 10, 62),
  'sparse-10': sparse(10, 12, 63),
  'sparse-12': sparse(12, 15, 64),
  'sparse-16': sparse(16, 20, 65),
  'sparse-20': sparse(20, 24, 66),
}

/** Mermaid sources by name. */
export const charts: Readonly<Record<string, string>> = { ...handmade, ...generated }
