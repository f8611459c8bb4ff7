/** What JSON would become is told from its bytes: never less than it is, and not much more. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonSize } from '../../src/limits/json.ts'

const endless = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY }
const sizeOf = (text: string, most = endless) => jsonSize(Buffer.from(text), most)

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1)
    : 1
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner)))
    : 0

test('any list or object, however it is spaced', () => {
  const nested = fc.oneof(
    fc.array(fc.jsonValue({ maxDepth: 6 })),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })),
  )
  fc.assert(
    fc.property(nested, fc.constantFrom(undefined, 1), (value, indent) => {
      const { values, depth } = sizeOf(JSON.stringify(value, null, indent))
      // What JSON cannot hold twice, such as -0, counts the same.
      expect(values).toBeGreaterThanOrEqual(valuesIn(value))
      expect(values).toBeLessThanOrEqual(2 * valuesIn(value))
      expect(depth).toBe(depthOf(value))
    }),
  )
})

test.each(['{"a":"[[[,,,\\"[[,"}', '["\\\\",{"b":"\\\\\\""}]', ' \n{"[":"{"}'])(
  'what stands in quotes is text: %s',
  (text) => {
    const value = JSON.parse(text)
    expect(sizeOf(text).depth).toBe(depthOf(value))
    expect(sizeOf(text).values).toBeLessThanOrEqual(2 * valuesIn(value))
  },
)

test('it stops counting at the limit, and what is no JSON has no size', () => {
  expect(sizeOf('['.repeat(1000), { values: 10_000, depth: 5 })).toEqual({ values: 7, depth: 6 })
  expect(sizeOf(`[${'1,'.repeat(1000)}`, { values: 5, depth: 5 })).toEqual({ values: 6, depth: 1 })
  expect(sizeOf('<p>a, b, [c]</p>'.repeat(100))).toEqual({ values: 1, depth: 0 })
  expect(sizeOf('')).toEqual({ values: 1, depth: 0 })
  expect(sizeOf('"cut off')).toEqual({ values: 1, depth: 0 })
})
