/** Two topologies in one picture, with a mark on each change. */
import { expect, test } from 'vitest'
import { unionOf } from '../../src/diff/index.ts'
import { layout } from '../../src/render/index.ts'
import { drawing, topologyOf } from '../render/pictures.ts'

const before = drawing(`const g = t.createGroup('g', { label: 'G' })
g.addProcess({ id: 'web', label: 'Web' }).addProcess({ id: 'cron', label: 'Cron' })
t.createGroup('old', { label: 'Old' }).addProcess({ id: 'gone', label: 'Gone' })
t.connect('web', 'cron').connect('cron', 'gone').connect('web', 'gone', { type: 'http' })`)

const after = drawing(`const g = t.createGroup('g', { label: 'G' })
g.addProcess({ id: 'web', label: 'Site' }).addProcess({ id: 'queue', label: 'Queue' })
t.connect('web', 'queue')`)

test('removed nodes are drawn in their old group, and each change is marked', async () => {
  const { topology, nodes, edges } = unionOf(await topologyOf(before), await topologyOf(after))
  const picture = layout(topology, { title: 'x', marks: { nodes, edges } })
  expect(picture.nodes.map(({ key, parent, mark }) => [key, parent, mark])).toEqual([
    ['g', null, null],
    ['web', 'g', 'changed'],
    ['queue', 'g', 'added'],
    ['cron', 'g', 'removed'],
    ['old', null, 'removed'],
    ['gone', 'old', 'removed'],
  ])
  expect(picture.edges.map(({ id, mark }) => [id, mark])).toEqual([
    ['web->queue', 'added'],
    ['web->cron', 'removed'],
    ['cron->gone', 'removed'],
    ['web->gone', 'removed'],
  ])
})

test('a process that became a group is marked as changed and drawn once', async () => {
  const one = drawing("t.createProcess({ id: 'x', label: 'X' })")
  const two = drawing("t.createGroup('x', { label: 'X' }).addProcess({ id: 'y' })")
  const { topology, nodes } = unionOf(await topologyOf(one), await topologyOf(two))
  expect(topology.nodes.map(({ id }) => id)).toEqual(['x', 'y'])
  expect([...nodes]).toEqual([
    ['x', 'changed'],
    ['y', 'added'],
  ])
})

test('equal topologies have no marks', async () => {
  const union = unionOf(await topologyOf(before), await topologyOf(before))
  expect([union.nodes.size, union.edges.size, union.topology.nodes.length]).toEqual([0, 0, 5])
})
