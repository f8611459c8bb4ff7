import { expect, test } from 'vitest'
import { aspectAnswer, aspectSentence } from '../../../src/render/picture/aspect.ts'

test.each([
  [1600, 900, 1 / 3, { asked: '1:3', got: '16:9' }],
  [504, 500, 9 / 16, { asked: '9:16', got: '1:1' }],
  [100, 287, 16 / 9, { asked: '16:9', got: '1:2.9' }],
])('%d × %d is told by short numbers', (width, height, wanted, { asked, got }) => {
  expect(aspectAnswer({ width, height }, wanted)).toEqual({ asked, got })
  expect(aspectSentence({ width, height }, wanted)).toBe(
    `Asked for the shape ${asked}, got ${got}.`,
  )
})
