/** Many items, a few at a time: none is left out, and no more are in memory. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewAtATime } from '../../../src/project/script/few-at-a-time.ts'
import { cases } from '../../cases.ts'

test('the results are in the order of the items, and never more than a few wait', async () => {
  const delays = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(delays, fc.integer({ min: 1, max: 8 }), async (items, most) => {
      let waiting = 0
      let mostWaiting = 0
      const results = await fewAtATime(items, most, async (turns) => {
        mostWaiting = Math.max(mostWaiting, ++waiting)
        for (let turn = 0; turn < turns; turn++) await null
        waiting--
        return { turns }
      })
      expect(results).toEqual(items.map((turns) => ({ turns })))
      expect(mostWaiting).toBe(Math.min(most, items.length))
    }),
    { numRuns: cases(200) },
  )
})

test('the failure of one item is that of all', async () => {
  const failing = fewAtATime([1, 2, 3], 2, async (item) => {
    if (item === 2) throw new Error('two')
    return item
  })
  await expect(failing).rejects.toThrow('two')
})

test('after a failure, nothing more begins', async () => {
  const begun: number[] = []
  const items = Array.from({ length: 100 }, (_, item) => item)
  const failing = fewAtATime(items, 4, async (item) => {
    begun.push(item)
    await null
    if (item === 5) throw new Error('five')
  })
  await expect(failing).rejects.toThrow('five')
  await new Promise(setImmediate)
  expect(begun.length).toBeLessThan(12)
})
