/** A picture that replaces its file starts from there, and is the same when it is drawn again. */
import { describe, expect, test } from 'vitest'
import { layout, layoutAgain, type Picture, placesInSvg, svg } from '../../../src/render/index.ts'
import type { Topology } from '../../../src/topology/index.ts'
import { oneOf } from '../../cases.ts'
import { corpus } from '../corpus/index.ts'
import { editOf, movementBetween } from '../ledger/edits.ts'
import { topologyOf } from '../pictures.ts'

const textOf = (picture: Picture) => svg.write(picture, { theme: 'auto' })
const placesIn = (picture: Picture) => {
  const places = placesInSvg(textOf(picture))
  if (!places) throw new Error('the SVG has no places')
  return places
}

const MOST_NODES = 60
const drawn: { title: string; topology: Topology; picture: Picture }[] = []
for (const [title, script] of oneOf(24, corpus)) {
  const topology = await topologyOf(script)
  if (topology.nodes.length <= MOST_NODES)
    drawn.push({ title, topology, picture: layout(topology, { title }) })
}

test('the places in an SVG are those of its picture', () => {
  for (const { title, picture } of drawn) {
    const { nodes, edges } = placesIn(picture)
    const byKey = new Map(nodes.map((node) => [node.key, node]))
    expect(nodes.length, title).toBe(picture.nodes.length)
    for (const { key, x, y, width, height } of picture.nodes) {
      const there = byKey.get(key)
      expect([there?.x, there?.y, there?.width, there?.height].map(round), title).toEqual(
        [x, y, width, height].map(round),
      )
    }
    expect(
      edges.map(({ id, points }) => [id, points.map(({ x, y }) => [round(x), round(y)])]),
    ).toEqual(
      picture.edges.map(({ id, points }) => [id, points.map(({ x, y }) => [round(x), round(y)])]),
    )
  }
})

const round = (value: number | undefined) => Math.round((value ?? Number.NaN) * 100)

test('what is drawn afresh is used if it moves less than what keeps the order', async () => {
  const title = 'serverless'
  const topology = await topologyOf(corpus.find(([name]) => name === title)?.[1] ?? '')
  const before = layout(topology, { title })
  const edited = editOf(topology, 1)
  const fresh = layout(edited, { title })
  const kept = layout(edited, { title, previous: before })
  expect(movementBetween(before, fresh).inverted).toBeLessThan(
    movementBetween(before, kept).inverted,
  )
  expect(layoutAgain(edited, { title }, before).nodes).toEqual(fresh.nodes)
})

test('hostile ids are read as they are', async () => {
  const ids = ['a"><g data-node="x', "b' & &amp; <b>", '\u202E##[x]', 'c->d']
  const nodes = ids
    .map((id) => `t.createProcess({ id: ${JSON.stringify(id)}, label: 'L' })`)
    .join('\n')
  const [from, to] = ids.map((id) => JSON.stringify(id))
  const topology = await topologyOf(
    `const t = new TopologyBuilder(true)\n${nodes}\nt.connect(${from}, ${to}, {})\nawait t.apply()`,
  )
  const picture = layout(topology, { title: 'T' })
  const places = placesIn(picture)
  expect(places.nodes.map(({ key }) => key).sort()).toEqual(
    picture.nodes.map(({ key }) => key).sort(),
  )
  expect(places.edges.map(({ id }) => id)).toEqual(picture.edges.map(({ id }) => id))
})

test('ids with characters that XML forbids have their places in the file', async () => {
  const ids = ['a\u0001', 'b\ud800', 'c', 'd']
  const nodes = ids.map((id) => `t.createProcess({ id: ${JSON.stringify(id)} })`).join('\n')
  const topology = await topologyOf(
    `const t = new TopologyBuilder(true)\n${nodes}\nawait t.apply()`,
  )
  const moved = { ...topology, nodes: topology.nodes.toReversed() }
  const places = placesIn(layout(topology, { title: 'T' }))
  const again = layoutAgain(moved, { title: 'T' }, places)
  const columns = (picture: Picture) =>
    ids.map((id) => picture.nodes.find(({ key }) => key === id)?.x ?? 0)
  expect(columns(again)).toEqual(columns(again).toSorted((a, b) => a - b))
  expect(textOf(layoutAgain(moved, { title: 'T' }, placesIn(again)))).toBe(textOf(again))
})

test('an SVG of another program has no places', () => {
  expect(placesInSvg('<svg><g class="node"><path d="M1 2"/></g></svg>')).toBeUndefined()
  // Patterns take time in proportion to the length.
  for (const part of [
    '<g class="node',
    '<g data-edge="a" ',
    '<g class="node" transform="translate(1 1)" data-node="',
  ])
    expect(placesInSvg(part.repeat(200_000))).toBeUndefined()
})

describe('after a small edit', () => {
  test('a picture moves less, and from its own file it does not move at all', () => {
    const moved = { again: 0, fresh: 0 }
    for (const [at, { title, topology, picture }] of drawn.entries()) {
      const edited = editOf(topology, at)
      const again = layoutAgain(edited, { title }, placesIn(picture))
      const third = layoutAgain(edited, { title }, placesIn(again))
      expect(textOf(third), title).toBe(textOf(again))
      moved.again += movementBetween(picture, again).pixels
      moved.fresh += movementBetween(picture, layout(edited, { title })).pixels
    }
    expect(moved.again).toBeLessThan(moved.fresh * 0.9)
  })

  test('a picture without a past stays as it is in its file', () => {
    for (const { title, topology, picture } of drawn)
      expect(textOf(layoutAgain(topology, { title }, placesIn(picture))), title).toBe(
        textOf(picture),
      )
  })

  test('any places give a picture', () => {
    for (const { title, topology, picture } of drawn) {
      const nodes = picture.nodes.map((node, at) => ({
        ...node,
        x: (at * 7919) % 500,
        y: -at * 1e6,
        width: 0,
      }))
      const again = layoutAgain(topology, { title }, { nodes, edges: [] })
      expect(again.nodes.length).toBe(picture.nodes.length)
      expect(textOf(layoutAgain(topology, { title }, placesIn(again))), title).toBe(textOf(again))
    }
  })
})
