/** A hub stands at the middle of what it is connected with, if nothing else speaks against it. */
import { describe, expect, test } from 'vitest'
import type { Direction, Picture } from '../../../../../src/render/index.ts'
import { oneOf } from '../../../../cases.ts'
import { type DrawingData, type GroupData, scriptOf } from '../../../corpus/script.ts'
import { pictureOf } from '../../../pictures.ts'

type Ends = readonly [from: string, to: string]

interface Fan {
  readonly leads: 'out' | 'in'
  readonly direction: Direction
  readonly count: number
}

/** More boxes of this width are drawn in two rows, if the picture leads down. */
const mostInRow = 5

const fans = (['out', 'in'] as const).flatMap((leads) =>
  (['down', 'right'] as const).flatMap((direction) =>
    [3, 4, 5, 6]
      .filter((count) => direction === 'right' || count <= mostInRow)
      .map((count): Fan => ({ leads, direction, count })),
  ),
)

/** Some are wider than others, but all fit into one row. */
const targetsOf = ({ count }: Fan) =>
  Array.from({ length: count }, (_, number) => ({
    id: `target ${number}`,
    label: number % 3 === 1 ? `Target number ${number}` : `T${number}`,
  }))

const idsOf = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id)

/** The connections of the hub, and one of the hub with another node on its other side. */
function edgesOf(fan: Fan, others: readonly Ends[] = []): Ends[] {
  const outwards = [
    ['top', 'hub'],
    ...idsOf(targetsOf(fan)).map((id) => ['hub', id] as const),
    ...others,
  ] as const
  return outwards.map(([from, to]) => (fan.leads === 'out' ? [from, to] : [to, from]))
}

/** How far the hub is from the middle of its targets, along their row. */
function distanceFromMiddle({ nodes }: Picture, { direction }: Fan): number {
  const axis = direction === 'down' ? 'x' : 'y'
  const side = direction === 'down' ? 'width' : 'height'
  const middleOf = (node: Picture['nodes'][number]) => node[axis] + node[side] / 2
  const middles = nodes
    .filter(({ key }) => key.startsWith('target'))
    .map(middleOf)
    .sort((a, b) => a - b)
  const left = middles[(middles.length - 1) >> 1] as number
  const right = middles[middles.length >> 1] as number
  const [hub] = nodes.filter(({ key }) => key === 'hub').map(middleOf)
  return Math.abs((hub as number) - (left + right) / 2)
}

const drawn = ({ direction }: Fan, data: DrawingData) =>
  pictureOf(scriptOf(data), 'Hub', { direction })

describe.each(oneOf(3, fans))('a hub of $count ($leads, $direction)', (fan) => {
  test('stands at the middle of its targets below a node', async () => {
    const roots = ['top', 'hub', ...targetsOf(fan)]
    const picture = await drawn(fan, { roots, edges: edgesOf(fan) })
    expect(distanceFromMiddle(picture, fan)).toBeLessThanOrEqual(2)
  })

  test('stands at the middle of targets that lead on', async () => {
    const targets = targetsOf(fan)
    const roots = ['top', 'hub', ...targets, ...targets.map(({ id }) => `after ${id}`)]
    const edges = edgesOf(
      fan,
      targets.map(({ id }): Ends => [id, `after ${id}`]),
    )
    const picture = await drawn(fan, { roots, edges })
    expect(distanceFromMiddle(picture, fan)).toBeLessThanOrEqual(2)
  })

  test('stands at the middle of its targets in another group', async () => {
    const groups: GroupData[] = [
      { id: 'callers', rows: [['hub']] },
      { id: 'called', rows: [targetsOf(fan)] },
    ]
    const picture = await drawn(fan, { roots: ['top', ...groups], edges: edgesOf(fan) })
    expect(distanceFromMiddle(picture, fan)).toBeLessThanOrEqual(2)
  })
})

test('a hub does not leave its straight line to one of two targets', async () => {
  const fan: Fan = { leads: 'out', direction: 'down', count: 2 }
  const picture = await drawn(fan, {
    roots: ['top', 'hub', ...targetsOf(fan)],
    edges: edgesOf(fan),
  })
  const straight = picture.edges.filter(({ points }) => points.length === 2)
  expect(straight.map(({ from }) => from).sort()).toEqual(['hub', 'top'])
})
