/** The direction of a script: connections lead that way, in all four, and nothing that any layout guarantees is lost. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  directions,
  layout,
  layoutAgain,
  layoutForStage,
  type Picture,
  placesInSvg,
  svg,
} from '../../../src/render/index.ts'
import type { Box, PictureNode } from '../../../src/render/picture/picture.ts'
import { cases } from '../../cases.ts'
import { measure } from '../ledger/measure.ts'
import { drawingOf } from '../ledger/table.ts'
import { arbitraryScript, drawing, pictureOf, topologyOf } from '../pictures.ts'
import { faults, isAt } from './faults.ts'

type Direction = (typeof directions)[number]

/** True if a box is wholly beyond another one, as its direction leads. */
const isBeyond: Readonly<Record<Direction, (from: Box, to: Box) => boolean>> = {
  down: (from, to) => from.y + from.height < to.y,
  right: (from, to) => from.x + from.width < to.x,
  up: (from, to) => to.y + to.height < from.y,
  left: (from, to) => to.x + to.width < from.x,
}

/** Connections that do not lead the given way. */
function astray({ nodes, edges }: Picture, direction: Direction): string[] {
  const byKey = new Map(nodes.map((one) => [one.key, one]))
  return edges
    .filter(
      ({ from, to }) =>
        !isBeyond[direction](byKey.get(from) as PictureNode, byKey.get(to) as PictureNode),
    )
    .map(({ id }) => id)
}

const node = ({ nodes }: Picture, id: string): PictureNode => {
  const found = nodes.find((one) => one.id === id)
  if (!found) throw new Error(`There is no node ${id}.`)
  return found
}

/** Boxes whose connections lead only to later ones. */
const acyclicScript = fc
  .record({
    count: fc.integer({ min: 2, max: 16 }),
    links: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 1, maxLength: 24 }),
  })
  .map(({ count, links }) => {
    const boxes = Array.from({ length: count }, (_, at) => `t.createProcess({ id: 'n${at}' })`)
    const lines = links.flatMap(([a, b, hasText]) => {
      const [from, to] = [a % count, b % count].sort((x, y) => x - y)
      const label = hasText ? "label: 'a long text on a line'" : ''
      return from === to ? [] : [`t.connect('n${from}', 'n${to}', { ${label} })`]
    })
    return drawing([...boxes, ...lines].join('\n'))
  })

const chain = (length: number): string => {
  const ids = Array.from({ length }, (_, at) => `n${at}`)
  const boxes = ids.map((id) => `t.createProcess({ id: '${id}' })`)
  const lines = ids.slice(1).map((id, at) => `t.connect('n${at}', '${id}', {})`)
  return drawing([...boxes, ...lines].join('\n'))
}

const rows = drawing(
  `t.createGroup('g', { label: 'A title that is longer than its boxes' })
    .addProcess({ id: 'a' }).addProcess({ id: 'b' }).newRow().addProcess({ id: 'c' })`,
)

describe.each(directions)('%s', (scriptDirection) => {
  test('every connection between boxes leads there, and no text or box is in the way', async () => {
    await fc.assert(
      fc.asyncProperty(acyclicScript, async (script) => {
        const picture = await pictureOf(script, 'T', { scriptDirection })
        expect(astray(picture, scriptDirection)).toEqual([])
        expect(faults(picture)).toEqual([])
        const { boxes, labelLabel, labelNode, labelNone } = measure(drawingOf(picture))
        expect({ boxes, labelLabel, labelNode, labelNone }).toEqual({
          boxes: 0,
          labelLabel: 0,
          labelNode: 0,
          labelNone: 0,
        })
      }),
      { numRuns: cases(200) },
    )
  }, 60_000)

  test('any script keeps what every picture guarantees', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryScript, async (script) => {
        const picture = await pictureOf(script, 'T', { scriptDirection })
        expect(faults(picture)).toEqual([])
        const byKey = new Map(picture.nodes.map((one) => [one.key, one]))
        for (const { id, from, to, points } of picture.edges) {
          expect([id, isAt(byKey.get(from) as PictureNode, points[0])]).toEqual([id, true])
          expect([id, isAt(byKey.get(to) as PictureNode, points.at(-1))]).toEqual([id, true])
        }
      }),
      { numRuns: cases(60) },
    )
  }, 60_000)

  test('of a cycle, the connection that closes it leads back', async () => {
    const body = `for (const id of 'abc') t.createProcess({ id })
      t.connect('a', 'b', {}).connect('b', 'c', {}).connect('c', 'a', {})`
    const picture = await pictureOf(drawing(body), 'T', { scriptDirection })
    expect(astray(picture, scriptDirection)).toEqual(['c->a'])
  })

  test('rows of the script follow each other there, and the title stays above them', async () => {
    const picture = await pictureOf(rows, 'T', { scriptDirection })
    const [g, a, b, c] = ['g', 'a', 'b', 'c'].map((id) => node(picture, id)) as [
      PictureNode,
      PictureNode,
      PictureNode,
      PictureNode,
    ]
    expect([a, b].map((box) => isBeyond[scriptDirection](box, c))).toEqual([true, true])
    const isUpright = scriptDirection === 'down' || scriptDirection === 'up'
    expect(isUpright ? [a.y === b.y, a.x < b.x] : [a.x === b.x, a.y < b.y]).toEqual([true, true])
    expect(Math.min(a.y, c.y) - g.y).toBeGreaterThanOrEqual(38)
  })

  test('a long chain is not folded', async () => {
    const picture = await pictureOf(chain(40), 'T', { scriptDirection })
    expect(astray(picture, scriptDirection)).toEqual([])
  })

  test('a wanted shape does not turn it', async () => {
    const picture = await pictureOf(chain(12), 'T', { scriptDirection, aspect: 1 })
    expect(astray(picture, scriptDirection)).toEqual([])
  })

  test('a page has it, and keeps it after an edit', async () => {
    const topology = await topologyOf(chain(30))
    const first = layoutForStage(topology, { title: 'T', scriptDirection })
    expect(astray(first, scriptDirection)).toEqual([])
    const longer = await topologyOf(chain(31))
    const options = { title: 'T', scriptDirection, previous: first }
    expect(astray(layoutForStage(longer, options), scriptDirection)).toEqual([])
  })

  test('a picture that starts from itself is the same, also from its file', async () => {
    const topology = await topologyOf(chain(5))
    const options = { title: 'T', scriptDirection }
    const first = layout(topology, options)
    expect(layout(topology, { ...options, previous: first }).nodes).toEqual(first.nodes)
    const text = svg.write(first, { theme: 'light' })
    const replaced = placesInSvg(text)
    expect(replaced?.scriptDirection).toBe(scriptDirection)
    const again = replaced && layoutAgain(topology, options, replaced)
    expect(again && svg.write(again, { theme: 'light' })).toBe(text)
  })

  test('a script that gets or loses it is drawn afresh, over a file as well', async () => {
    const topology = await topologyOf(chain(5))
    const plain = layout(topology, { title: 'T' })
    const directed = layout(topology, { title: 'T', scriptDirection })
    const fileOf = (picture: Picture) => {
      const places = placesInSvg(svg.write(picture, { theme: 'light' }))
      if (!places) throw new Error('There are no places.')
      return places
    }
    const now = layoutAgain(topology, { title: 'T', scriptDirection }, fileOf(plain))
    expect(now).toEqual(directed)
    expect(layoutAgain(topology, { title: 'T' }, fileOf(directed))).toEqual(plain)
    expect(layout(topology, { title: 'T', previous: directed })).toEqual(plain)
    expect(layoutForStage(topology, { title: 'T', previous: directed }).scriptDirection).toBe(
      undefined,
    )
  })
})

test('a reader who wishes another direction gets it', async () => {
  const picture = await pictureOf(chain(3), 'T', { direction: 'up', scriptDirection: 'right' })
  expect(astray(picture, 'up')).toEqual([])
  expect([picture.direction, picture.scriptDirection]).toEqual(['up', undefined])
})

test('positions of the script are not turned', async () => {
  const body = `t.createProcess({ id: 'a', x: 0, y: 0 })
    t.createProcess({ id: 'b', x: 0, y: 200 })
    t.connect('a', 'b', {})`
  const script = drawing(body, false)
  const plain = await pictureOf(script)
  for (const scriptDirection of directions) {
    const { nodes, edges } = await pictureOf(script, 'Shop', { scriptDirection })
    expect({ nodes, edges }).toEqual({ nodes: plain.nodes, edges: plain.edges })
  }
})
