/** A line passes the title of a group without a turn, and boxes are in line. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { layout } from '../../../../../src/render/index.ts'
import { corpus } from '../../../corpus/index.ts'
import { pictureOf, topologyOf } from '../../../pictures.ts'

/** From the upper border of a group to its boxes. */
const belowTitle = 45
const pages = resolve(import.meta.dirname, '../../../../../docs/pictures')

test('a line that passes the title of a group does not push its boxes down', async () => {
  const script = readFileSync(resolve(pages, 'checkout.topology.js'), 'utf8').replace(
    /^\/\*---[\s\S]*?---\*\//,
    '',
  )
  const { nodes, edges } = await pictureOf(script)
  const heights = ['cart', 'cards', 'parcels'].map((id) => nodes.find(({ key }) => key === id)?.y)
  expect(new Set(heights).size).toBe(1)
  expect(edges.filter(({ points }) => points.length > 4)).toEqual([])
})

test.each(['event-pipeline', 'data-platform', 'event-driven', 'hexagon', 'mesh'])(
  'no line pushes the boxes of a group of %s down: it enters beside the title',
  async (name) => {
    const topology = await topologyOf(corpus.find(([one]) => one === name)?.[1] ?? '')
    const { nodes } = layout(topology, { title: name })
    const pushed = nodes.filter(({ key, isFrame, y }) => {
      const inside = nodes.filter(({ parent }) => parent === key)
      return isFrame && Math.min(...inside.map((node) => node.y)) - y > belowTitle
    })
    expect(pushed.map(({ key }) => key)).toEqual([])
  },
)
