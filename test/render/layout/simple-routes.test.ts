/** Loops: how far they lead from their boxes, and from one another. */
import { expect, test } from 'vitest'
import type { Direction } from '../../../src/render/picture/direction.ts'
import type { Picture } from '../../../src/render/picture/picture.ts'
import { drawing, pictureOf } from '../pictures.ts'

/** How far each loop leads from its box, beside the other connections. */
function distances({ nodes: [box], edges }: Picture, direction: Direction): number[] {
  if (box === undefined) throw new Error('The picture has no box.')
  return edges.map(({ points }) =>
    direction === 'right'
      ? Math.max(...points.map(({ y }) => y)) - box.y - box.height
      : Math.max(...points.map(({ x }) => x)) - box.x - box.width,
  )
}

test.each<Direction>(['down', 'right'])(
  'loops of a picture that leads %s are 24 units from the box, and 8 from one another',
  async (direction) => {
    const script = drawing(
      `t.createProcess({ id: 'a', label: 'A' })\n${"t.connect('a', 'a')\n".repeat(4)}`,
    )
    const picture = await pictureOf(script, 'Shop', { direction })
    expect(distances(picture, direction)).toEqual([24, 32, 40, 48])
  },
)
