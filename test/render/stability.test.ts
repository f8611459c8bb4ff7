/** Diagrams stay put: after a small edit, a picture that starts from the last one moves little. `stability.txt` and `stability-screen.txt` have the figures. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { directions, layout, layoutForStage, type Picture, type Surface } from '../../src/render/index.ts'
import type { TopologyNode } from '../../src/topology/index.ts'
import { oneOf } from '../cases.ts'
import { corpus } from './corpus/index.ts'
import { editOf, movementBetween } from './ledger/edits.ts'
import { measure } from './ledger/measure.ts'
import { drawingOf } from './ledger/table.ts'
import { topologyOf } from './pictures.ts'

const names = ['shop', 'kubernetes', 'data-platform', 'layers-22-cycle', 'random-60', 'random-100-groups']
const editsOfEach = 5

async function figures(readOn: Surface) {
  const sums = { fresh: { pixels: 0, inverted: 0 }, kept: { pixels: 0, inverted: 0 } }
  const crossings = { fresh: 0, kept: 0 }
  let count = 0
  for (const name of names) {
    const script = corpus.find(([one]) => one === name)?.[1] ?? ''
    const topology = await topologyOf(script)
    const before = layout(topology, { title: name, readOn })
    for (let seed = 0; seed < editsOfEach; seed++, count++) {
      const edited = editOf(topology, seed + count)
      const pictures = {
        fresh: layout(edited, { title: name, readOn }),
        kept: layout(edited, { title: name, previous: before, readOn }),
      }
      for (const kind of ['fresh', 'kept'] as const) {
        const { pixels, inverted } = movementBetween(before, pictures[kind])
        sums[kind].pixels += pixels
        sums[kind].inverted += inverted
        crossings[kind] += measure(drawingOf(pictures[kind])).crossings
      }
    }
  }
  return { sums, crossings, count }
}

const ways = [
  ['in a document', 'column', 'stability.txt'],
  ['on a screen', 'screen', 'stability-screen.txt'],
] as const
test.each(oneOf(2, ways))(
  'after a small edit, what both pictures have moves little: %s',
  async (_where, readOn, name) => {
    const file = resolve(import.meta.dirname, name)
    const { sums, crossings, count } = await figures(readOn)
    const line = (kind: 'fresh' | 'kept') =>
      `${kind}  pixels ${Math.round(sums[kind].pixels / count)}  inverted ${(sums[kind].inverted / count).toFixed(1)}  crossings ${crossings[kind]}`
    const before = /kept {2}pixels (\d+) {2}inverted ([\d.]+) {2}crossings (\d+)/.exec(
      readFileSync(file, 'utf8'),
    )
    if (process.env.TOPO_LEDGER !== 'renew') {
      expect(Math.round(sums.kept.pixels / count)).toBeLessThanOrEqual(Number(before?.[1]))
      expect(sums.kept.inverted / count).toBeLessThan(Number(before?.[2]) + 0.05)
      expect(crossings.kept).toBeLessThanOrEqual(Number(before?.[3]))
    }
    await expect(`${count} small edits\n${line('fresh')}\n${line('kept')}\n`).toMatchFileSnapshot(file)
  },
  120_000,
)

test('a picture that starts from itself is the same', async () => {
  for (const name of oneOf(2, names)) {
    const topology = await topologyOf(corpus.find(([one]) => one === name)?.[1] ?? '')
    for (const direction of directions) {
      const first = layout(topology, { title: name, direction })
      expect(layout(topology, { title: name, direction, previous: first }).nodes).toEqual(first.nodes)
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

test.each(['delivery', 'kubernetes', 'k8s'])(
  'a page of %s keeps the shape that was chosen for its stage',
  async (name) => {
    const topology = await topologyOf(corpus.find(([one]) => one === name)?.[1] ?? '')
    const before = layoutForStage(topology, { title: name })
    expect(before.aspect).toBeGreaterThan(1)
    const inverted = Array.from({ length: editsOfEach }, (_, seed) => {
      const after = layoutForStage(editOf(topology, seed), { title: name, previous: before })
      return movementBetween(before, after).inverted
    })
    expect(inverted.reduce((sum, one) => sum + one, 0) / editsOfEach).toBeLessThan(6)
  },
)

const moveOut = (node: TopologyNode) => ({ ...node, parent: undefined })
const remove = (node: TopologyNode) => ({ ...node, afterApply: true })

test.each([
  ['a node that moves out of its group gets a new place', 'data-platform', 'down', 'stream gateway', moveOut],
  ['a picture that unfolds is ordered anew', 'layers-22-cycle', 'right', 'n16', remove],
  ['without a node, a clearly better order is used', 'dense-16', 'down', 'n12', remove],
] as const)('%s', async (_what, name, direction, id, edit) => {
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
    topology.nodes.forEach((node, at) => {
      const next = topology.nodes[at + 1]
      if (next === undefined || next.isContainer || next.parent !== node.parent || next.row !== node.row)
        return
      const nodes = topology.nodes.with(at, next).with(at + 1, node)
      const picture = layout({ ...topology, nodes }, { title: name, direction, previous: before })
      const place = (id: string) => picture.nodes.find(({ key }) => key === id)?.[along[direction]] ?? 0
      expect(place(next.id), `${next.id} before ${node.id}`).toBeLessThan(place(node.id))
      expect(measure(drawingOf(picture)).boxes).toBe(0)
    })
  }
})

const along = { down: 'x', right: 'y' } as const
