/** A picture that is shown as a whole lies beside the buttons. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitPicture } from '../../../../src/render/player/view/fit.ts'

const stage = { width: 1000, height: 600 }
const tools = { x: 10, y: 10, width: 200, height: 36 }
const zoom = { x: 954, y: 390, width: 36, height: 200 }

test('without buttons a picture fills the stage, in the middle', () => {
  expect(fitPicture({ width: 1000, height: 1000 }, stage, [])).toEqual({ scale: 0.6, left: 200, top: 0 })
  expect(fitPicture({ width: 100, height: 100 }, stage, [])).toMatchObject({ scale: 1.6, left: 420 })
})

test('a picture that the buttons do not cover stays as large as possible', () => {
  expect(fitPicture({ width: 500, height: 600 }, stage, [tools, zoom])).toEqual({
    scale: 1,
    left: 250,
    top: 0,
  })
})

test('a wide picture lies below the tools, a tall one beside them', () => {
  const wide = fitPicture({ width: 2000, height: 1150 }, stage, [tools])
  expect([wide.top > 30, wide.scale < 0.5]).toEqual([true, true])
  const tall = fitPicture({ width: 1400, height: 1000 }, stage, [{ ...tools, width: 60 }])
  expect([tall.left >= 70, tall.scale]).toEqual([true, 0.6])
})

test('the buttons cover nothing, as long as there is room', () => {
  const size = fc.record({
    width: fc.integer({ min: 100, max: 8000 }),
    height: fc.integer({ min: 100, max: 8000 }),
  })
  fc.assert(
    fc.property(size, (picture) => {
      const { scale, left, top } = fitPicture(picture, stage, [tools, zoom])
      const drawn = {
        left: left + 20 * scale,
        top: top + 20 * scale,
        right: left + (picture.width - 20) * scale,
        bottom: top + (picture.height - 20) * scale,
      }
      for (const { x, y, width, height } of [tools, zoom]) {
        const apart =
          drawn.right <= x || drawn.left >= x + width || drawn.bottom <= y || drawn.top >= y + height
        expect(apart).toBe(true)
      }
    }),
  )
})

test('a stage that is all buttons is filled', () => {
  const all = [{ x: 0, y: 0, ...stage }]
  expect(fitPicture({ width: 1000, height: 600 }, stage, all)).toEqual({ scale: 1, left: 0, top: 0 })
})
