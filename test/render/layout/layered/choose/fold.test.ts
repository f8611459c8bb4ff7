/** A tower of groups that call each other gets a wide shape in columns, and no crossing by that. */
import { expect, test } from 'vitest'
import { layout } from '../../../../../src/render/index.ts'
import { aspectFactor } from '../../../../../src/render/picture/aspect.ts'
import { oneOf } from '../../../../cases.ts'
import { corpus } from '../../../corpus/index.ts'
import { type DrawingData, group, ids, numbers, scriptOf } from '../../../corpus/script.ts'
import { measure } from '../../../ledger/measure.ts'
import { drawingOf } from '../../../ledger/table.ts'
import { topologyOf } from '../../../pictures.ts'

const aspect = 16 / 9

/** 120 nodes in 12 groups: most connections lead to a node of the same group, some to the next group, and a few anywhere. */
function groups(seed: number, near: number): DrawingData {
  const draw = numbers(seed)
  const edges = new Map<string, [string, string]>()
  const connect = (from: number, to: number) => {
    if (from !== to && !edges.has(`${to} ${from}`))
      edges.set(`${from} ${to}`, [`n${from}`, `n${to}`])
  }
  const anyOf = (of: number) => of * 10 + Math.floor(draw() * 10)
  for (let at = 0; at < 12; at++) {
    for (let node = 1; node < 10; node++)
      connect(at * 10 + Math.floor(draw() * node), at * 10 + node)
    for (let call = 0; call < 3; call++) connect(anyOf(at), anyOf(at))
    for (let call = 0; call < near; call++) if (at < 11) connect(anyOf(at), anyOf(at + 1))
    connect(anyOf(at), Math.floor(draw() * 120))
  }
  const nodes = ids(120)
  return {
    roots: ids(12, 'group-').map((id, at) => group(id, id, nodes.slice(at * 10, at * 10 + 10))),
    edges: [...edges.values()],
  }
}

const scripts: readonly (readonly [title: string, script: string])[] = [
  ...[3, 2, 1].flatMap((seed) =>
    [1, 2].map(
      (near) => [`seed ${seed}, ${near} to the next group`, scriptOf(groups(seed, near))] as const,
    ),
  ),
  ['teams', corpus.find(([name]) => name === 'teams')?.[1] ?? ''],
]

test.each(oneOf(7, scripts))(
  '120 nodes in 12 groups have the wanted shape and no more crossings: %s',
  async (title, script) => {
    const topology = await topologyOf(script)
    const tower = layout(topology, { title })
    const columns = layout(topology, { title, aspect })
    expect(aspectFactor(columns, aspect)).toBeLessThanOrEqual(2)
    const { crossings, overlap, boxes, frames, titles } = measure(drawingOf(columns))
    expect(crossings).toBeLessThanOrEqual(measure(drawingOf(tower)).crossings)
    expect({ overlap, boxes, frames, titles }).toEqual({
      overlap: 0,
      boxes: 0,
      frames: 0,
      titles: 0,
    })
    expect(layout(topology, { title, aspect })).toEqual(columns)
  },
)

/** Groups of equal size; most connections lead to one of the next nodes, the rest anywhere. */
function chainOfGroups(): DrawingData {
  const draw = numbers(10)
  const count = 4 + Math.floor(draw() * 150)
  const perGroup = 2 + Math.floor(draw() * 9)
  const nodes = ids(count)
  const edges = new Map<string, [string, string, string?]>()
  const most = Math.floor(count * (0.7 + draw() * 1.2))
  for (let at = 0; at < most; at++) {
    const from = Math.floor(draw() * count)
    const isNear = draw() < 0.6
    const to = isNear
      ? Math.min(count - 1, from + 1 + Math.floor(draw() * 6))
      : Math.floor(draw() * count)
    const ends = `${from} ${to}`
    if (edges.has(ends)) continue
    const pair: [string, string] = [`n${from}`, `n${to}`]
    edges.set(ends, draw() < 0.5 ? pair : [...pair, `calls ${at}`])
  }
  const groupAt = (at: number) =>
    group(`g${at}`, `group ${at}`, nodes.slice(at * perGroup, (at + 1) * perGroup))
  const roots = Array.from({ length: Math.ceil(count / perGroup) }, (_, at) => groupAt(at))
  return { roots, edges: [...edges.values()] }
}

test('rows of new boxes above the columns of the earlier picture are drawn', async () => {
  const topology = await topologyOf(scriptOf(chainOfGroups()))
  const options = { title: 'chain', aspect }
  const before = layout(topology, options)
  const nodes = before.nodes.filter((_, index) => index % 7 !== 1)
  const picture = layout(topology, { ...options, previous: { ...before, nodes } })
  const groupPlaces = picture.nodes.filter(({ isFrame }) => isFrame).map(({ x, y }) => `${x} ${y}`)
  expect(new Set(groupPlaces).size).toBe(groupPlaces.length)
})
