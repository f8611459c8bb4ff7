/** A picture that is shown as a whole lies beside the buttons. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beyond,
  cornerAround,
  cornerAt,
  fitPicture,
  inside,
} from '../../../../src/render/player/view/fit.ts'

const stage = { width: 1000, height: 600 }
const tools = { x: 10, y: 10, width: 200, height: 36 }
const zoom = { x: 954, y: 390, width: 36, height: 200 }

test('without buttons a picture fills the stage, in the middle', () => {
  expect(fitPicture({ width: 1000, height: 1000 }, stage, [])).toEqual({
    scale: 0.6,
    left: 200,
    top: 0,
  })
  expect(fitPicture({ width: 100, height: 100 }, stage, [])).toMatchObject({
    scale: 1.6,
    left: 420,
  })
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
          drawn.right <= x ||
          drawn.left >= x + width ||
          drawn.bottom <= y ||
          drawn.top >= y + height
        expect(apart).toBe(true)
      }
    }),
  )
})

test('a stage that is all buttons is filled', () => {
  const all = [{ x: 0, y: 0, ...stage }]
  expect(fitPicture({ width: 1000, height: 600 }, stage, all)).toEqual({
    scale: 1,
    left: 0,
    top: 0,
  })
})

test('a zoom keeps the point under the pointer', () => {
  const corner = cornerAround({ x: 200, y: 100 }, { x: 50, y: 60 }, 0.5, 2)
  expect(corner).toEqual({ x: 50 + 400 - 100, y: 60 + 200 - 50 })
})

test('the stage is around a point, within the picture, with room for the buttons above', () => {
  const picture = { width: 1000, height: 800 }
  const shown = { width: 200, height: 100 }
  const at = (x: number, y: number) => cornerAt({ x, y }, picture, shown, 30)
  expect([at(500, 400), at(0, 0), at(1000, 800)]).toEqual([
    { x: 400, y: 350 },
    { x: -0, y: -30 },
    { x: 800, y: 700 },
  ])
  expect(cornerAt({ x: 0, y: 0 }, picture, { width: 1200, height: 900 }, 30)).toEqual({
    x: -100,
    y: -50,
  })
})

test('a box moves just enough to be seen, with its start first', () => {
  const move = (at: number, length: number) => beyond(at, length, 10, 110)
  expect([move(20, 50), move(5, 50), move(90, 50), move(20, 500), move(0, 500)]).toEqual([
    0, -5, 30, 10, -10,
  ])
})

test('the part of a box in a picture is empty beside it', () => {
  const size = { width: 400, height: 300 }
  expect(inside({ x: -50, y: 250, width: 100, height: 100 }, size)).toEqual({
    x: 0,
    y: 250,
    width: 50,
    height: 50,
  })
  expect(inside({ x: 500, y: 0, width: 50, height: 50 }, size).width).toBe(0)
})
