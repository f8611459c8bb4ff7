/** Guarantees of a picture: nothing runs through a box up to 1,000 nodes, and a larger picture says what it violates. */
import { expect, test } from 'vitest'
import { svg, violationsSentence } from '../../../src/render/index.ts'
import { isAll, testAll } from '../../cases.ts'
import { ids, numbers, scriptOf } from '../corpus/script.ts'
import { measure } from '../ledger/measure.ts'
import { drawingOf } from '../ledger/table.ts'
import { pictureOf } from '../pictures.ts'

/** Each node is connected with a few of the next ones; every 20 are a group. */
function network(count: number, perNode: number, perGroup: number): string {
  const draw = numbers(count)
  const nodes = ids(count)
  const edges = nodes.flatMap((id, at) =>
    Array.from({ length: perNode }, (): [string, string, string] => [
      id,
      `n${Math.min(count - 1, at + 1 + Math.floor(draw() * 12))}`,
      'calls',
    ]).filter(([from, to]) => from !== to),
  )
  const groups = Array.from({ length: Math.ceil(count / perGroup) }, (_, at) => ({
    id: `g${at}`,
    rows: [nodes.slice(at * perGroup, (at + 1) * perGroup)],
  }))
  return scriptOf({ roots: groups, edges })
}

test('in a picture of up to 1,000 nodes, no connection runs through a box or a frame', async () => {
  const count = isAll ? 1000 : 200
  const picture = await pictureOf(network(count, 1, 20))
  const { boxes, frames, titles, overlap } = measure(drawingOf(picture))
  expect(picture.nodes).toHaveLength(count * 1.05)
  expect({ boxes, frames, titles, overlap }).toEqual({ boxes: 0, frames: 0, titles: 0, overlap: 0 })
  expect(picture.violations).toBeUndefined()
}, 60_000)

testAll(
  'a picture with too many connections counts what runs through boxes and frames',
  async () => {
    const picture = await pictureOf(network(320, 10, 6))
    const { boxes, frames } = measure(drawingOf(picture))
    expect(picture.edges.length).toBeGreaterThan(3000)
    expect(boxes).toBeGreaterThan(0)
    expect(frames).toBeGreaterThan(0)
    const { throughBoxes = 0, throughFrames = 0, textsLeftOut } = picture.violations ?? {}
    // The ledger counts each box that a connection runs through, and the picture each connection.
    expect(throughBoxes).toBeGreaterThan(picture.edges.length / 10)
    expect(throughBoxes).toBeLessThanOrEqual(Math.min(boxes, picture.edges.length))
    expect(throughFrames).toBeGreaterThan(0)
    expect(throughFrames).toBeLessThanOrEqual(frames)
    expect(textsLeftOut).toBe(picture.edges.length)
    expect(svg.write(picture, { theme: 'light' })).toContain('<svg')
  },
  60_000,
)

test('the sentence says how often each guarantee is violated', () => {
  const violations = { throughBoxes: 1, throughFrames: 1200, textsLeftOut: 0 }
  expect(violationsSentence({ ...violations, isSimple: false })).toBe(
    'In the picture, 1 connection passes behind other boxes, 1,200 connections cross other groups. Draw fewer connections: use --layer, or split the diagram.',
  )
  expect(violationsSentence({ ...violations, isSimple: true })).toBe(
    'In the picture, 1 connection passes behind other boxes, 1,200 connections cross other groups: topo leads the lines of so large a diagram straight. Draw fewer connections: use --layer, or split the diagram.',
  )
})
