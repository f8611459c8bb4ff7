/** A comparison cropped to its changes. */
import { expect, test } from 'vitest'
import { cropToChanges, unionOf } from '../../src/diff/index.ts'
import { drawing, topologyOf } from '../render/pictures.ts'

const chain = (label: string, steps = '') =>
  `${drawing(`const g = t.createGroup('g', { label: 'G' })
t.createGroup('far', { label: 'Far' }).addProcess({ id: 'lonely' })
g.addProcess({ id: 'a' }).addProcess({ id: 'b' }).addProcess({ id: 'c', label: ${JSON.stringify(label)} })
for (const id of ['d', 'e', 'f']) t.createProcess({ id })
t.connect('a', 'b').connect('b', 'c').connect('c', 'd').connect('d', 'e').connect('e', 'f')
const flow = new FlowBuilder()
flow.scenario('s', 'S')${steps}`)}return flow\n`

const cropped = async (before: string, after: string, hops: number) => {
  const { nodes, edges } = cropToChanges(
    unionOf(await topologyOf(before), await topologyOf(after)),
    hops,
  )
  return [
    nodes
      .map(({ id, parent }) => (parent === undefined ? id : `${nodes[parent]?.id}/${id}`))
      .join(' '),
    edges.map(({ id }) => id).join(' '),
  ]
}

test.each([
  [0, 'g g/c', ''],
  [1, 'g g/b g/c d', 'b->c c->d'],
  [2, 'g g/a g/b g/c d e', 'a->b b->c c->d d->e'],
  [1000, 'g g/a g/b g/c d e f', 'a->b b->c c->d d->e e->f'],
])('%i hops around a changed node, with its frame', async (hops, nodes, edges) => {
  expect(await cropped(chain('C'), chain('New'), hops)).toEqual([nodes, edges])
})

test('a changed connection keeps its ends, and a changed scenario its nodes', async () => {
  const typed = chain('C').replace("connect('e', 'f')", "connect('e', 'f', { type: 'http' })")
  expect(await cropped(chain('C'), typed, 0)).toEqual(['e f', 'e->f'])
  const steps = chain('C', ".from('a').to('b')")
  expect(await cropped(chain('C'), steps, 0)).toEqual(['g g/a g/b', 'a->b'])
})

test('nothing is left if nothing changed', async () => {
  expect(await cropped(chain('C'), chain('C'), 3)).toEqual(['', ''])
})
