/** Layout: boxes do not overlap, frames contain their content, and edges go from border to border. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hello, payments } from '../../../src/mock/fixtures/scripts.ts'
import { directions, layout } from '../../../src/render/index.ts'
import type { Picture, PictureNode } from '../../../src/render/picture/picture.ts'
import { cases, oneOf } from '../../cases.ts'
import { measure } from '../ledger/measure.ts'
import { drawingOf } from '../ledger/table.ts'
import { arbitraryScript, drawing, pictureOf, topologyOf } from '../pictures.ts'
import { faults, isAt, overlap } from './faults.ts'

describe('layout of any script', () => {
  test('boxes do not overlap, and frames contain their content', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryScript, async (script) => {
        const picture = await pictureOf(script)
        expect(faults(picture)).toEqual([])
        const byKey = new Map(picture.nodes.map((node) => [node.key, node]))
        for (const { id, from, to, points } of picture.edges) {
          expect([id, isAt(byKey.get(from) as PictureNode, points[0])]).toEqual([id, true])
          expect([id, isAt(byKey.get(to) as PictureNode, points.at(-1))]).toEqual([id, true])
        }
      }),
      { numRuns: cases(120, 0.05) },
    )
  }, 60_000)

  test('the same script gives the same picture', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryScript, async (script) => {
        expect(await pictureOf(script)).toEqual(await pictureOf(script))
      }),
      { numRuns: cases(20) },
    )
  })
})

test('no edge of the demo scripts crosses a node', async () => {
  for (const script of [hello, payments, payments.replace('(false)', '(true)')]) {
    const { nodes, edges } = await pictureOf(script)
    for (const { id, from, to, points } of edges) {
      points.slice(1).forEach((q, i) => {
        const p = points[i] as { x: number; y: number }
        const line = {
          x: Math.min(p.x, q.x),
          y: Math.min(p.y, q.y),
          width: Math.abs(p.x - q.x) + 0.1,
          height: Math.abs(p.y - q.y) + 0.1,
        }
        const hit = nodes.find(
          (node) => !node.isFrame && node.key !== from && node.key !== to && overlap(line, node),
        )
        expect([id, hit?.key]).toEqual([id, undefined])
      })
    }
  }
})

test.each(oneOf(2, [62, 299]))(
  'the text between two neighbours covers neither, scripts %d',
  async (seed) => {
    // Among them: a diamond, whose end is far inside its box; and a box that is moved to the middle of what it is connected with.
    for (const script of fc.sample(arbitraryScript, { seed, numRuns: 20 }))
      expect(faults(await pictureOf(script))).toEqual([])
  },
)

test('the text between two neighbours covers neither if a line runs between them', async () => {
  const found = { seed: 655271192, path: '454', endOnFailure: true, numRuns: 1 }
  await fc.assert(
    fc.asyncProperty(arbitraryScript, async (script) => {
      expect(faults(await pictureOf(script))).toEqual([])
    }),
    found,
  )
})

describe('positions', () => {
  const place = async (script: string, id: string) => {
    const { nodes } = await pictureOf(script)
    return nodes.find((node) => node.id === id) as PictureNode
  }

  test('positions from the script apply only without automatic layout', async () => {
    const body =
      "t.createGroup('a', { label: 'A' }, { x: 0, y: 0 })\nt.createGroup('b', { label: 'B' }, { x: 700, y: 300 })"
    const a = await place(drawing(body, false), 'a')
    const b = await place(drawing(body, false), 'b')
    expect([b.x - a.x, b.y - a.y]).toEqual([700, 300])
    const c = await place(drawing(body), 'a')
    const d = await place(drawing(body), 'b')
    expect(d.x - c.x).toBeLessThan(300)
  })

  test('newRow() starts a new row', async () => {
    const body =
      "t.createGroup('g', { label: 'G' }).addProcess({ id: 'a' }).addProcess({ id: 'b' }).newRow().addProcess({ id: 'c' })"
    for (const autoLayout of [true, false]) {
      const script = drawing(body, autoLayout)
      const a = await place(script, 'a')
      const b = await place(script, 'b')
      const c = await place(script, 'c')
      expect([a.y === b.y, a.x < b.x, c.y > a.y + a.height]).toEqual([true, true, true])
    }
  })

  test('connections point down', async () => {
    const body =
      "for (const id of ['c', 'b', 'a']) t.createProcess({ id })\nt.connect('a', 'b').connect('b', 'c').connect('c', 'a')"
    const a = await place(drawing(body), 'a')
    const b = await place(drawing(body), 'b')
    const c = await place(drawing(body), 'c')
    expect(new Set([a.y, b.y, c.y]).size).toBe(3)
  })

  test('a group has the size from the script if its content fits', async () => {
    const body = (more: string) =>
      `const g = t.createGroup('g', { label: 'G', width: 900, height: 20 })\ng.addProcess({ id: 'a' })${more}`
    const group = await place(drawing(body(''), false), 'g')
    expect([group.width, group.height > 80]).toEqual([900, true])
    expect((await place(drawing(body('\ng.autoResize()'), false), 'g')).width).toBeLessThan(300)
  })
})

describe('drawn elements', () => {
  test('selected layers, and elements without a layer', async () => {
    const topology = await topologyOf(payments)
    const { nodes, edges, layers } = layout(topology, { title: '', layers: ['network'] })
    expect(layers).toEqual(['network'])
    const ids = nodes.map(({ id }) => id)
    expect([ids.includes('cdn'), ids.includes('checkout'), ids.includes('events')]).toEqual([
      true,
      true,
      false,
    ])
    expect(edges.map(({ id }) => id)).not.toContain('ledger->events')
  })

  test('a layer of a frame applies to its content', async () => {
    const { nodes, edges, layers } = await pictureOf(payments)
    const number = layers.indexOf('storage')
    expect(nodes.find(({ id }) => id === 'events')?.layers).toEqual([number])
    expect(edges.find(({ id }) => id === 'ledger->events')?.layers).toEqual([number])
    expect(nodes.find(({ id }) => id === 'ledger')?.layers).toEqual([])
  })

  test('elements after apply() are not drawn, and duplicate ids are', async () => {
    const script = `${drawing("t.createProcess({ id: 'a' })\nt.createProcess({ id: 'a', label: 'Second' })")}t.createProcess({ id: 'late' })`
    const { nodes } = await pictureOf(script)
    expect(nodes.map(({ key, label }) => [key, label])).toEqual([
      ['a', 'a'],
      ['a#2', 'Second'],
    ])
  })

  test('a script without elements is an empty picture', async () => {
    expect(await pictureOf(drawing(''))).toMatchObject({ nodes: [], edges: [], width: 376 })
  })
})

describe('to the right', () => {
  const right = async (script: string, title = 'Shop') =>
    pictureOf(script, title, { direction: 'right' })

  test('boxes of any script do not overlap, and edges go from border to border', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryScript, async (script) => {
        const picture = await right(script)
        expect(faults(picture)).toEqual([])
        const byKey = new Map(picture.nodes.map((node) => [node.key, node]))
        for (const { id, from, to, points } of picture.edges) {
          expect([id, isAt(byKey.get(from) as PictureNode, points[0])]).toEqual([id, true])
          expect([id, isAt(byKey.get(to) as PictureNode, points.at(-1))]).toEqual([id, true])
        }
      }),
      { numRuns: cases(60) },
    )
  }, 60_000)

  test('connections lead from the right side of a box to the left side of the next one', async () => {
    const body =
      "for (const id of ['a', 'b', 'c', 'd']) t.createProcess({ id })\nt.connect('a', 'b').connect('b', 'c').connect('a', 'd')"
    const { nodes, edges } = await right(drawing(body))
    const box = (id: string) => nodes.find((node) => node.key === id) as PictureNode
    expect(edges).toHaveLength(3)
    for (const { from, to, points } of edges) {
      expect(points[0]?.x).toBe(box(from).x + box(from).width)
      expect(points.at(-1)?.x).toBe(box(to).x)
      expect(box(to).x).toBeGreaterThan(box(from).x + box(from).width)
    }
    expect([box('b').x, box('b').y === box('d').y]).toEqual([box('d').x, false])
  })

  test('rows of the script become columns, and the title stays above them', async () => {
    const body =
      "t.createGroup('g', { label: 'A title that is longer than its boxes' }).addProcess({ id: 'a' }).addProcess({ id: 'b' }).newRow().addProcess({ id: 'c' })"
    const { nodes } = await right(drawing(body))
    const [g, a, b, c] = ['g', 'a', 'b', 'c'].map(
      (id) => nodes.find((node) => node.id === id) as PictureNode,
    )
    if (!g || !a || !b || !c) throw new Error('A node is missing.')
    expect([a.x === b.x, a.y < b.y, c.x > a.x + a.width]).toEqual([true, true, true])
    expect(a.y - g.y).toBe(38)
    expect(a.x - g.x).toBeGreaterThanOrEqual(22)
    expect(g.x + g.width - c.x - c.width).toBeGreaterThanOrEqual(22)
  })

  test('a connection with itself runs below its box, and its text has room there', async () => {
    const body =
      "for (const id of ['a', 'b']) t.createProcess({ id })\nt.connect('a', 'a', { label: 'retry' }).connect('x', 'b').connect('a', 'b')"
    const { nodes, edges } = await right(drawing(body))
    const a = nodes.find(({ id }) => id === 'a') as PictureNode
    const loop = edges.find(({ from, to }) => from === to)
    expect(loop?.points.map(({ y }) => y >= a.y + a.height)).toEqual([true, true, true, true])
    expect(loop?.tag?.text).toBe('retry')
  })

  test.each(directions)(
    'connections of a group with itself run between it and its neighbour: %s',
    async (direction) => {
      const body = `for (const id of ['a', 'b']) t.createGroup(id).addProcess({ id: id + '1' }).addProcess({ id: id + '2' })
        t.createGroup('all').addGroup({ id: 'g' }).addProcess({ id: 'g1' })
        t.connect('g', 'g1')
        for (let count = 0; count < 6; count++) for (const id of ['a', 'b', 'a1', 'b1', 'g']) t.connect(id, id, {})`
      const picture = await pictureOf(drawing(body), 'T', { direction })
      expect(picture.violations).toBeUndefined()
      const { boxes, frames } = measure(drawingOf(picture))
      expect({ boxes, frames }).toEqual({ boxes: 0, frames: 0 })
    },
  )

  test('positions from the script stay', async () => {
    const places = ({ nodes }: Picture) => nodes.map(({ key, x, y }) => ({ key, x, y }))
    expect(places(await right(payments))).toEqual(places(await pictureOf(payments)))
  })

  test('a chain that is folded has rows that lead to the right', async () => {
    const ids = Array.from({ length: 24 }, (_, index) => `n${index}`)
    const body = [
      ...ids.map((id) => `t.createProcess({ id: '${id}' })`),
      ...ids.slice(1).map((id, index) => `t.connect('n${index}', '${id}')`),
    ].join('\n')
    const { nodes, width } = await right(drawing(body))
    expect(width).toBeLessThan(1600)
    const [first, second] = nodes
    expect([second?.y, (second?.x ?? 0) > (first?.x ?? 0)]).toEqual([first?.y, true])
  })
})

/** Boxes or groups A, B and C, which the script connects in the order B, C, A. */
const threeParts = {
  boxes: [...'ABC'].map((id) => `t.createProcess({ id: '${id}' })`),
  groups: [...'ABC'].map(
    (id) => `t.createGroup('${id}', { label: '${id}' }).addProcess({ id: 'in ${id}' })`,
  ),
}

test.each(
  Object.entries(threeParts).flatMap(([what, made]) =>
    directions.map((direction) => [what, direction, made] as const),
  ),
)(
  '%s keep the order of the script, %s, where crossings are equal',
  async (what, direction, made) => {
    const inner = what === 'groups' ? 'in ' : ''
    const calls = [...'BCA'].flatMap((id) => [
      `t.connect('producer', '${inner}${id}', {})`,
      `t.createProcess({ id: 'reader of ${id}' })`,
      `t.connect('${inner}${id}', 'reader of ${id}', {})`,
    ])
    const script = drawing([`t.createProcess({ id: 'producer' })`, ...made, ...calls].join('\n'))
    const picture = layout(await topologyOf(script), { title: '', direction })
    const along = direction === 'down' || direction === 'up' ? 'x' : 'y'
    const parts = picture.nodes
      .filter(({ id }) => 'ABC'.includes(id))
      .sort((a, b) => a[along] - b[along])
    expect(parts.map(({ id }) => id)).toEqual([...'ABC'])
    expect(measure(drawingOf(picture)).crossings).toBe(0)
  },
)

test('scenarios play along edges, backwards for a response', async () => {
  const { scenarios } = await pictureOf(payments)
  expect(scenarios.map(({ id, title, frames }) => [id, title, frames.length])).toEqual([
    ['paid', 'A card is charged', 11],
    ['declined', 'The bank declines', 4],
    ['failover', 'The primary is lost', 4],
  ])
  expect(scenarios[0]?.frames.slice(0, 2).concat(scenarios[0]?.frames.slice(6, 7))).toMatchObject([
    { kind: 'place', cursor: 'shopper' },
    {
      kind: 'send',
      cursor: 'cdn',
      hops: [{ from: 'shopper', to: 'cdn', edge: 'shopper->cdn', backwards: false }],
    },
    {
      kind: 'send',
      cursor: 'checkout',
      hops: [{ from: 'fraud', to: 'checkout', edge: 'checkout->fraud', backwards: true }],
    },
  ])
  expect(scenarios[2]?.frames.map(({ kind }) => kind)).toEqual(['place', 'send', 'flash', 'error'])
})
