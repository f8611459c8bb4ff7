/** jsonSize estimates the size of JSON: never too low, and not much too high. */
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

test('jsonSize works for any list or object with any white space', () => {
  const nested = fc.oneof(
    fc.array(fc.jsonValue({ maxDepth: 6 })),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })),
  )
  fc.assert(
    fc.property(nested, fc.constantFrom(undefined, 1), (value, indent) => {
      const { values, depth } = sizeOf(JSON.stringify(value, null, indent))
      // Values that JSON does not preserve, such as -0, count the same.
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

test('jsonSize stops at the limit, and ignores text that is not JSON', () => {
  expect(sizeOf('['.repeat(1000), { values: 10_000, depth: 5 })).toEqual({ values: 7, depth: 6 })
  expect(sizeOf(`[${'1,'.repeat(1000)}`, { values: 5, depth: 5 })).toEqual({ values: 6, depth: 1 })
  expect(sizeOf('<p>a, b, [c]</p>'.repeat(100))).toEqual({ values: 1, depth: 0 })
  expect(sizeOf('')).toEqual({ values: 1, depth: 0 })
  expect(sizeOf('"cut off')).toEqual({ values: 1, depth: 0 })
})
