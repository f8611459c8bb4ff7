/** A computation of the main thread ends within its time, whatever it computes. */
import { expect, test } from 'vitest'
import { scriptTimeout } from '../../src/platform/busy-machine.ts'
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

test('the message tells the work of topo from the load of the machine', () => {
  expect(scriptTimeout(1000, 900).message).toBe(
    'topo has worked for 1 s on a script without a result.',
  )
  expect(scriptTimeout(1000, 200).message).toBe(
    'This machine is too busy to check a script: no result after 1 s, of which topo could use 0.2 s.',
  )
  const late: (number | undefined)[] = []
  const note = (milliseconds: number, worked: number) => {
    late.push(milliseconds, worked)
    return scriptTimeout(milliseconds, worked)
  }
  expect(() => withinTime(endless, 100, note)).toThrow()
  expect(late).toEqual([100, expect.any(Number)])
  expect(late[1]).toBeGreaterThan(0)
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
