/** Which connections count as detours. */
import { expect, test } from 'vitest'
import { detoursOf } from '../../../../../src/render/layout/layered/route/detours.ts'

/** Down, to the side, and up again to the height of the start. */
const around = (depth: number, side: number) => ({
  points: [
    { x: 0, y: 0 },
    { x: 0, y: depth },
    { x: side, y: depth },
    { x: side, y: 0 },
  ],
})

test('a line that is twice as long as its way, and 300 pixels longer, is a detour', () => {
  expect(detoursOf([around(151, 200), around(150, 200), around(200, 500)])).toBe(1)
})
