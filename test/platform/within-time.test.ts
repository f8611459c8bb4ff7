/** A computation of the main thread ends within its time, whatever it computes. */
import { expect, test } from 'vitest'
import { withinTime } from '../../src/platform/node/within-time.ts'

const endless = () => {
  for (;;) {
    try {
      for (;;);
    } catch {
    } finally {
    }
  }
}

test('an endless computation ends as TOPO_BUSY, and the next one runs', () => {
  expect(() => withinTime(endless, 100)).toThrow(
    expect.objectContaining({ code: 'TOPO_BUSY', exitCode: 75 }),
  )
  expect(withinTime(() => 'next', 100)).toBe('next')
})

test('computations nest, and their errors pass through', () => {
  expect(withinTime(() => withinTime(() => 1) + withinTime(() => 2))).toBe(3)
  const bug = new TypeError('a bug')
  expect(() =>
    withinTime(() => {
      throw bug
    }),
  ).toThrow(bug)
})
