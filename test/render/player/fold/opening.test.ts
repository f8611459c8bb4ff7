/** How a page opens: the most open picture whose names read on a stage. */
import { describe, expect, test } from 'vitest'
import { layOutFolded, noteOf, onto } from '../../../../src/render/player/fold/lay-out-folded.ts'
import { leastScale, openingOf, startOf } from '../../../../src/render/player/fold/opening.ts'
import { Graph } from '../../../../src/render/player/view/graph.ts'
import { readableScale } from '../../../../src/render/player/view/names.ts'
import { drawing, pictureOf } from '../../pictures.ts'

const groups = (count: number, inside = 4) =>
  drawing(`for (let g = 0; g < ${count}; g++) {
  const group = t.createGroup('g' + g)
  for (let n = 0; n < ${inside}; n++) group.addProcess({ id: 'n' + g + '-' + n, label: 'Node ' + n })
  if (g > 0) t.connect('n' + (g - 1) + '-0', 'n' + g + '-1', { label: 'calls' }).connect('n' + (g - 1) + '-2', 'n' + g + '-3')
}`)
const small = new Graph(await pictureOf(groups(2)))
const large = new Graph(await pictureOf(groups(12, 8)))
const desktop = { width: 1400, height: 780 }
const phone = { width: 340, height: 560 }
const open = (graph: Graph, stage: typeof phone) =>
  openingOf(graph, stage, ({ width, height }) =>
    Math.min(stage.width / width, stage.height / height),
  )

test('a picture that is laid out again keeps the line breaks of labels', async () => {
  const picture = await pictureOf(
    drawing(`const g = t.createGroup('g', { label: 'Group\\nof\\nthree' })
g.addProcess({ id: 'a', label: 'One\\ntwo\\nthree' }).addProcess({ id: 'b', label: 'B' })
t.connect('a', 'b', { label: 'first\\nsecond' })`),
  )
  const again = layOutFolded(new Graph(picture), new Set(), desktop)
  const [, a] = picture.nodes
  expect(again?.nodes[1]).toMatchObject({ lines: ['One', 'two', 'three'], height: a?.height })
  expect(again?.edges[0]?.tag?.text).toBe('first\nsecond')
})

describe('a page', () => {
  test('opens as drawn if its names read, and folded if they do not', () => {
    expect(open(small, desktop)).toMatchObject({
      level: 0,
      isReshaped: false,
      picture: small.picture,
    })
    const folded = open(large, desktop)
    expect([folded.level, folded.folded.size, folded.isReshaped]).toEqual([1, 12, false])
    expect(folded.picture.width).toBeLessThan(large.picture.width)
  })

  test('is not folded to fewer than three boxes', () => {
    expect(open(small, { width: 150, height: 90 }).level).toBe(0)
  })

  test('is laid out again for a stage of another shape before anything is folded', () => {
    const reshaped = open(new Graph({ ...small.picture, width: 4000 }), phone)
    expect([reshaped.level, reshaped.isReshaped]).toEqual([0, true])
  })

  test('shows the whole picture from the scale on at which its names read', () => {
    const least = leastScale(small, new Set())
    expect(least).toBe(readableScale(small.picture.nodes.filter(({ isFrame }) => !isFrame)))
    expect(openingOf(small, phone, () => least).isReshaped).toBe(false)
    expect(
      openingOf(small, phone, ({ width }) => (width === small.picture.width ? 0.99 : 1) * least),
    ).toMatchObject({ level: 0, isReshaped: true })
  })

  test('starts at a box that nothing calls, or at the group that hides it', () => {
    const middle = (key: string) => {
      const { x = 0, y = 0, width = 0, height = 0 } = small.nodes.get(key) ?? {}
      return { x: x + width / 2, y: y + height / 2 }
    }
    const free = ['n0-0', 'n0-1', 'n0-2', 'n0-3', 'n1-0', 'n1-2'].map(middle)
    expect(free).toContainEqual(startOf(small, new Set()))
    expect(startOf(small, new Set(['g0', 'g1']))).toEqual(middle('g0'))
  })
})

test('a name reads at the scale at which it has nine pixels, as large as its box allows', () => {
  const box = { label: 'Web', shape: 'default', replicas: null, width: 120, height: 46 } as const
  const scale = readableScale([box])
  expect(scale).toBeLessThan(9 / 13)
  expect(readableScale([box, { ...box, label: 'Accountancy' }])).toBeGreaterThan(scale)
  expect(readableScale([{ ...box, replicas: 3 }])).toBeGreaterThan(scale)
  expect(readableScale([{ ...box, shape: 'diamond' }])).toBeGreaterThan(scale)
})

test('what is folded lies at its group, and the lines of a bundle on each other', () => {
  const folded = layOutFolded(small, new Set(['g0', 'g1']), desktop)
  const at = (key: string) => {
    const { x, y } = folded?.nodes.find((node) => node.key === key) ?? { x: NaN, y: NaN }
    return { x, y }
  }
  expect([at('n0-0'), at('n1-3')]).toEqual([at('g0'), at('g1')])
  const [first, second] = folded?.edges ?? []
  expect(first?.points.length).toBeGreaterThan(1)
  expect([second?.points, first?.tag?.text]).toEqual([first?.points, '×2'])
  expect(noteOf(small, 'g0')).toBe('4 nodes')
  // More than 500 boxes would take seconds.
  const many = {
    ...small.picture,
    nodes: Array.from({ length: 501 }, () => small.picture.nodes[0] as never),
  }
  expect(layOutFolded(new Graph(many), new Set(), desktop)).toBeUndefined()
})

test('a picture at the places of another one keeps what it says', () => {
  const other = {
    ...small.picture,
    width: 9,
    nodes: small.picture.nodes.map((node) => ({ ...node, x: 7, label: '?' })),
  }
  const { width, nodes, edges } = onto(small.picture, { ...other, edges: [] })
  expect([width, nodes[1]?.x, nodes[1]?.label, edges[0]?.points]).toEqual([
    9,
    7,
    small.picture.nodes[1]?.label,
    [],
  ])
})
