/** Items of an answer fit its bound, whatever they are, and none is lost between two pages. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedItems } from '../../../src/mcp/answer/bounded-items.ts'
import { cases } from '../../cases.ts'

const text = fc.oneof(fc.string(), fc.string({ minLength: 200, maxLength: 2_000 }))
const item = fc.record({
  id: text,
  label: fc.option(text),
  callers: fc.array(text, { maxLength: 300 }),
  steps: fc.array(fc.record({ from: text, line: fc.nat() }), { maxLength: 50 }),
})

test('any items fit, and each is on one page', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 12 }), (all) => {
      let count = 0
      for (let offset: number | null = 0; offset !== null && offset < all.length; ) {
        const { items, nextOffset } = boundedItems(all, offset)
        expect(items.length).toBeGreaterThan(0)
        expect(JSON.stringify(items).length).toBeLessThan(5_900)
        count += items.length
        expect(nextOffset).toBe(count < all.length ? count : null)
        offset = nextOffset
      }
      expect(count).toBe(all.length)
    }),
    { numRuns: cases(100) },
  )
})

test('a list that is cut says how much is left out', () => {
  const callers = Array.from({ length: 500 }, (_, index) => `service-${index}`)
  const [short] = boundedItems([{ id: 'hub', callers }], 0).items
  expect(short).toEqual({ id: 'hub', callers: callers.slice(0, 64), callersLeftOut: 436 })
  expect(boundedItems([{ id: 'hub', callers: callers.slice(0, 5) }], 0).items).toEqual([
    { id: 'hub', callers: callers.slice(0, 5) },
  ])
})
