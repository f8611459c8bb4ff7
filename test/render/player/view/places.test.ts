/** Places that the player computes: the part on the minimap, the line near a pointer, the middle of a line. */
import { expect, test } from 'vitest'
import { longestMiddle } from '../../../../src/render/player/view/middle.ts'
import { shownPart } from '../../../../src/render/player/view/minimap.ts'
import { nearestLine } from '../../../../src/render/player/view/near-edge.ts'

const size = { width: 400, height: 300 }
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

test.each([
  ['inside', box(100, 50, 200, 100), box(100, 50, 200, 100)],
  ['beyond the upper left corner', box(-50, -20, 200, 100), box(0, 0, 150, 80)],
  ['beyond the lower right corner', box(300, 250, 200, 100), box(300, 250, 100, 50)],
  ['beside the picture', box(500, 400, 50, 50), box(500, 400, 0, 0)],
  ['as wide as the picture', box(0, 100, 400, 100), box(0, 100, 400, 100)],
  ['as high as the picture', box(100, 0, 100, 300), box(100, 0, 100, 300)],
  ['at the lower edge', box(0, 100, 400, 200), box(0, 100, 400, 200)],
  ['at the right edge', box(100, 0, 300, 300), box(100, 0, 300, 300)],
  ['the whole picture', box(0, 0, 400, 300), undefined],
  ['the whole picture but for a rounding', box(0.9, 0.9, 398.5, 298.5), undefined],
  ['more than the picture', box(-10, -10, 500, 500), undefined],
])('the minimap marks a part %s', (_what, shown, part) => {
  expect(shownPart(shown, size)).toEqual(part)
})

const lines = [
  {
    id: 'flat',
    points: [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ],
  },
  {
    id: 'bent',
    points: [
      { x: 0, y: 30 },
      { x: 50, y: 30 },
      { x: 50, y: 80 },
    ],
  },
  {
    id: 'dot',
    points: [
      { x: 200, y: 200 },
      { x: 200, y: 200 },
    ],
  },
]
test.each([
  [{ x: 50, y: 4 }, 'flat'],
  [{ x: 104, y: 3 }, 'flat'],
  [{ x: 108, y: 8 }, undefined],
  [{ x: 53, y: 70 }, 'bent'],
  [{ x: 20, y: 16 }, undefined],
  [{ x: 203, y: 204 }, 'dot'],
])('a pointer at %j is near %s', (point, id) => {
  expect(nearestLine(lines, point, 8)?.id).toBe(id)
})

test('a pin is in the middle of the longest piece', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 40 },
    { x: 30, y: 40 },
  ]
  expect(longestMiddle(points)).toEqual({ x: 10, y: 20 })
  expect(longestMiddle([{ x: 3, y: 4 }])).toEqual({ x: 3, y: 4 })
  expect(longestMiddle([])).toEqual({ x: 0, y: 0 })
})
