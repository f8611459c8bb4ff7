/** Words for the form of answers. */
import { expect, test } from 'vitest'
import {
  describeList,
  describeRecord,
  describeRevision,
  idForm,
} from '../../../../src/cli/doctor/deployment/shape.ts'

const one = { id: '1' }

test.each([
  [[one], { envelope: '[…]', count: null }],
  [
    { items: [one], totalCount: 1 },
    { envelope: '{ items }', count: 'totalCount' },
  ],
  [{ items: [one] }, { envelope: '{ items }', count: null }],
  [
    { data: [one], meta: { total: 7 } },
    { envelope: '{ data }', count: 'meta.total' },
  ],
  [
    { data: { items: [one], total_count: '3' } },
    { envelope: '{ data: { items } }', count: 'data.total_count' },
  ],
  // A page number that equals the count is no count.
  [
    { page: 1, items: [one], total: 1 },
    { envelope: '{ items }', count: 'total' },
  ],
  [{ ['x'.repeat(500)]: [one] }, { envelope: `{ ${'x'.repeat(60)}… }`, count: null }],
  [{ ok: true }, undefined],
  ['text', undefined],
])('a list: %j', (answer, expected) => {
  expect(describeList(answer)).toEqual(expected)
})

test.each([
  [{ item: one }, '{ item }'],
  [{ data: one }, '{ data }'],
  [{ data: { item: one } }, '{ data: { item } }'],
  [one, 'the object itself'],
  [{ message: 'ok' }, undefined],
  [undefined, undefined],
])('a record: %j', (answer, expected) => {
  expect(describeRecord(answer)).toBe(expected)
})

test.each([
  ['2026-03-01T10:00:00Z', 'ISO 8601 in seconds'],
  ['2026-03-01T10:00:00.123+03:00', 'ISO 8601 in milliseconds'],
  ['2026-03-01 10:00:00.123456+00', 'SQL timestamp in microseconds'],
  ['2026-03-01 10:00:00.12', 'SQL timestamp in 2 digits, without a zone'],
  [1772359200, 'a number'],
  ['W/"7"', 'text of its own form'],
])('a revision: %s', (revision, expected) => {
  expect(describeRevision(revision)).toBe(expected)
})

test('ids', () => {
  const ids = ['0f1e2d3c-4b5a-4678-8a9b-0c1d2e3f4a5b', 17, '17', 'abc']
  expect(ids.map(idForm)).toEqual(['uuid', 'number', 'text', 'text'])
})
