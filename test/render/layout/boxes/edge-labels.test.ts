/** Texts of connections: at their own line, or not drawn. */
import { expect, test } from 'vitest'
import { tagsFor } from '../../../../src/render/layout/boxes/edge-labels.ts'

const long = [
  { x: 0, y: 0 },
  { x: 600, y: 0 },
]
const short = [
  { x: 276, y: 14 },
  { x: 324, y: 14 },
]

test('a text with little room is placed before one that may stand elsewhere', () => {
  // Below the short line is a box, so that its text fits only on the line.
  const box = { x: 200, y: 26, width: 200, height: 40 }
  const [first, second] = tagsFor([long, short], ['calls', 'x'], {
    taken: [box],
    frames: [],
    placed: new Map(),
  })
  expect(second).toMatchObject({ y: 5 })
  expect(first).not.toBeNull()
})

test('a text is not drawn where another line would be nearer', () => {
  const lines = [-16, -8, 0, 8, 16].map((y) => [
    { x: 0, y },
    { x: 100, y },
  ])
  const [, , middle] = tagsFor(lines, [null, null, 'reads', null, null], {
    taken: [],
    frames: [],
    placed: new Map(),
  })
  expect(middle).toBeNull()
})

test('a required text is drawn where another line is nearer, beside what is taken', () => {
  const lines = [-16, -8, 0, 8, 16].map((y) => [
    { x: 0, y },
    { x: 100, y },
  ])
  const surroundings = { frames: [], placed: new Map(), required: new Set([2]) }
  const texts = [null, null, 'reads', null, null]
  const [, , free] = tagsFor(lines, texts, { ...surroundings, taken: [] })
  expect(free).toMatchObject({ text: 'reads' })
  const all = { x: -100, y: -100, width: 300, height: 300 }
  const [, , taken] = tagsFor(lines, texts, { ...surroundings, taken: [all] })
  expect(taken).toMatchObject({ text: 'reads' })
})
