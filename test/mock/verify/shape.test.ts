/** Shapes of JSON: fields and types, where a list is one item with all fields of its items. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareShapes, shapeOf } from '../../../src/mock/verify/shape.ts'
import { cases } from '../../cases.ts'

const compare = (recorded: unknown, embedded: unknown, nullable: readonly string[] = []) =>
  compareShapes(shapeOf(recorded), shapeOf(embedded), (name) => nullable.includes(name)).map(
    ({ kind, path, recorded, embedded }) => `${kind} ${path}: ${recorded} → ${embedded}`,
  )

describe('fields', () => {
  test('only the outermost of missing and extra fields', () => {
    expect(compare({ a: 1 }, { a: 1, b: { c: { d: 1 } } })).toEqual(['missing b: null → object'])
    expect(compare({ a: 1, b: { c: [{ d: 1 }] } }, { a: 1 })).toEqual(['extra b: object → null'])
  })

  test('an item of an empty list has no fields to miss', () => {
    expect(compare({ items: [] }, { items: [{ a: 1 }] })).toEqual([])
    expect(compare({ items: [{ a: 1 }] }, { items: [] })).toEqual([])
  })

  test('a field that some items have is there', () => {
    expect(compare({ items: [{ a: 1 }, {}] }, { items: [{ a: 1 }, { a: 2 }] })).toEqual([])
    expect(compare({ items: [{}, {}] }, { items: [{ a: 1 }, {}] })).toEqual([
      'missing items[].a: null → number',
    ])
  })
})

describe('types', () => {
  const id = '5d2dfd0a-88f1-4097-9db5-6fd646c75aae'
  test.each<[unknown, unknown, string[]]>([
    [1, 1.5, []],
    ['a', 'b', []],
    [null, undefined, ['type (body)']],
    [{ id: 7 }, { id }, ['type id: number → uuid']],
    [{ id: 'sub_1' }, { id }, ['type id: string → uuid']],
    [{ planId: id }, { planId: 'pro' }, []],
    [
      { updatedAt: '2026-03-01 12:00:00+00' },
      { updatedAt: '2026-03-01T12:00:00Z' },
      ['type updatedAt: string → date-time'],
    ],
    [{ updatedAt: '2026-03-01T12:00:00.123456+02:00' }, { updatedAt: '2026-03-01T12:00:00Z' }, []],
    [{ tags: ['a', 1] }, { tags: ['a'] }, ['type tags[]: number or string → string']],
    [{ a: [] }, { a: {} }, ['type a: array → object']],
  ])('%j and %j', (recorded, embedded, differences) => {
    expect(compare(recorded, embedded)).toEqual(
      differences.map((one) => one.replace('type (body)', 'type : null → nothing')),
    )
  })

  test('null is no difference where the contract allows it', () => {
    expect(compare({ a: null }, { a: 'x' })).toEqual(['type a: null → string'])
    expect(compare({ a: null }, { a: 'x' }, ['a'])).toEqual([])
    expect(compare({ a: 'x' }, { a: null }, ['a'])).toEqual([])
    expect(compare({ a: 1 }, { a: 'x' }, ['a'])).toEqual(['type a: number → string'])
  })
})

test('any JSON has its own shape, and that of it twice in a list', () => {
  const property = fc.property(fc.jsonValue(), (value) => {
    expect(compare(value, value)).toEqual([])
    expect(compare([value, value], [value])).toEqual([])
  })
  fc.assert(property, { numRuns: cases(1000) })
})
