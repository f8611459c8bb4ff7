/** Diagrams stay put: after a small edit, a picture that starts from the last one moves little. `stability.txt` and `stability-screen.txt` have the sums of five edits of each. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  directions,
  layout,
  layoutForStage,
  type Picture,
  type Surface,
} from '../../src/render/index.ts'
import type { TopologyNode } from '../../src/topology/index.ts'
import { cases, oneOf } from '../cases.ts'
import { corpus } from './corpus/index.ts'
import { editOf, movementBetween } from './ledger/edits.ts'
import { measure } from './ledger/measure.ts'
import { drawingOf } from './ledger/table.ts'
import { topologyOf } from './pictures.ts'

const names = [
  'shop',
  'kubernetes',
  'data-platform',
  'layers-22-cycle',
  'random-60',
  'random-100-groups',
]
const editsOfEach = 5
const editsOfPage = cases(32, 0.125)

/** Sums over the edits of a picture: pixels, inverted pairs and crossings, of pictures drawn afresh and of those that start from the last one. */
async function figures(name: string, readOn: Surface): Promise<number[]> {
  const topology = await topologyOf(corpus.find(([one]) => one === name)?.[1] ?? '')
  const before = layout(topology, { title: name, readOn })
  const sums = [0, 0, 0, 0, 0, 0]
  for (let seed = 0; seed < editsOfEach; seed++) {
    const edited = editOf(topology, 2 * seed + editsOfEach * names.indexOf(name))
    for (const [at, previous] of [undefined, before].entries()) {
      const picture = layout(edited, { title: name, readOn, previous })
      const { pixels, inverted } = movementBetween(before, picture)
      const { crossings } = measure(drawingOf(picture))
      for (const [of, more] of [pixels, inverted, crossings].entries())
        sums[3 * at + of] = (sums[3 * at + of] ?? 0) + more
    }
  }
  return sums.map(Math.round)
}

/** The lines of a file: a name and its figures. */
const rowsOf = (text: string): Map<string, number[]> =>
  new Map(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ +/))
      .map(([name = '', ...row]) => [name, row.map(Number)]),
  )
const header = 'picture fresh:pixels inverted crossings kept:pixels inverted crossings'

const ways = [
  ['in a document', 'column', 'stability.txt'],
  ['on a screen', 'screen', 'stability-screen.txt'],
] as const
test.each(oneOf(2, ways))(
  'after a small edit, what both pictures have moves little: %s',
  async (_where, readOn, name) => {
    const file = resolve(import.meta.dirname, name)
    const before = rowsOf(readFileSync(file, 'utf8'))
    const now = new Map<string, number[]>()
    for (const one of oneOf(6, names)) now.set(one, await figures(one, readOn))
    const sumOf = (rows: Map<string, number[]>, column: number) =>
      [...now.keys()].reduce((sum, one) => sum + (rows.get(one)?.[column] ?? 0), 0)
    if (process.env.TOPO_LEDGER !== 'renew')
      for (const kept of [3, 4, 5])
        expect(sumOf(now, kept)).toBeLessThanOrEqual(sumOf(before, kept))
    const lines = names.map((one) => [one, ...(now.get(one) ?? before.get(one) ?? [])].join(' '))
    await expect(`${[header, ...lines].join('\n')}\n`).toMatchFileSnapshot(file)
  },
  120_000,
)

test('a picture that starts from itself is the same', async () => {
  for (const name of oneOf(6, names)) {
    const topology = await topologyOf(corpus.find(([one]) => one === name)?.[1] ?? '')
    for (const direction of directions) {
      const first = layout(topology, { title: name, direction })
      expect(layout(topology, { title: name, direction, previous: first }).nodes).toEqual(
        first.nodes,
      )
    }
  }
}, 60_000)

test('longer texts leave the rows and the order', async () => {
  const name = 'layers-48-cycles'
  const topology = await topologyOf(corpus.find(([one]) => one === name)?.[1] ?? '')
  const before = layout(topology, { title: name })
  const longer = topology.nodes.map((node, at) =>
    at < 3 ? { ...node, label: `${node.label} with a longer text` } : node,
  )
  const after = layout({ ...topology, nodes: longer }, { title: name, previous: before })
  expect(movementBetween(before, after).inverted).toBe(0)
})

test.each(oneOf(5, ['delivery', 'kubernetes', 'k8s', 'learning', 'multi-region']))(
  'a page of %s keeps its shape, and at most 6 percent of its pairs change sides',
  async (name) => {
    const topology = await topologyOf(corpus.find(([one]) => one === name)?.[1] ?? '')
    const before = layoutForStage(topology, { title: name })
    expect(before.aspect).toBeGreaterThan(1)
    const inverted = Array.from({ length: editsOfPage }, (_, seed) => {
      const after = layoutForStage(editOf(topology, seed), { title: name, previous: before })
      return movementBetween(before, after).inverted
    })
    expect(inverted.reduce((sum, one) => sum + one, 0) / editsOfPage).toBeLessThan(6)
  },
  60_000,
)

const moveOut = (node: TopologyNode) => ({ ...node, parent: undefined })
const remove = (node: TopologyNode) => ({ ...node, afterApply: true })

test.each([
  [
    'a node that moves out of its group gets a new place',
    'data-platform',
    'down',
    { id: 'stream gateway', edit: moveOut },
  ],
  [
    'a picture that unfolds is ordered anew',
    'layers-22-cycle',
    'right',
    { id: 'n16', edit: remove },
  ],
  [
    'without a node, a clearly better order is used',
    'dense-16',
    'down',
    { id: 'n12', edit: remove },
  ],
] as const)('%s', async (_what, name, direction, { id, edit }) => {
  const topology = await topologyOf(corpus.find(([one]) => one === name)?.[1] ?? '')
  const options = { title: name, direction }
  const nodes = topology.nodes.map((node) => (node.id === id ? edit(node) : node))
  const crossings = (previous?: Picture) =>
    measure(drawingOf(layout({ ...topology, nodes }, { ...options, previous }))).crossings
  const fresh = crossings()
  expect(crossings(layout(topology, options))).toBeLessThanOrEqual(Math.max(fresh * 1.1, fresh + 2))
})

test('nodes that change places in a row of the script change places in the picture', async () => {
  const name = 'three-tier-rows'
  const topology = await topologyOf(corpus.find(([one]) => one === name)?.[1] ?? '')
  for (const direction of directions) {
    const before = layout(topology, { title: name, direction })
    const pairs = topology.nodes.flatMap((node, at) => {
      const next = topology.nodes[at + 1]
      const isBeside =
        next && !next.isContainer && next.parent === node.parent && next.row === node.row
      return isBeside ? [{ node, next, at }] : []
    })
    for (const { node, next, at } of oneOf(3, pairs)) {
      const nodes = topology.nodes.with(at, next).with(at + 1, node)
      const picture = layout({ ...topology, nodes }, { title: name, direction, previous: before })
      const place = (id: string) =>
        picture.nodes.find(({ key }) => key === id)?.[along[direction]] ?? 0
      expect(place(next.id), `${next.id} before ${node.id}`).toBeLessThan(place(node.id))
      expect(measure(drawingOf(picture)).boxes).toBe(0)
    }
  }
})

const along = { down: 'x', up: 'x', right: 'y', left: 'y' } as const
