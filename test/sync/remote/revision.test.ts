import { expect, test } from 'vitest'
import { instantOf, isSameRevision } from '../../../src/sync/remote/revision.ts'

test.each([
  ['2026-03-01T10:00:00.000Z', '2026-03-01 10:00:00+00'],
  ['2026-03-01T10:00:00.000Z', '2026-03-01T13:00:00+0300'],
  ['2026-03-01T10:00:00.123Z', '2026-03-01T10:00:00.123456+00:00'],
  ['2026-03-01T10:00:00.120Z', '2026-03-01T10:00:00.12Z'],
  ['2026-03-01 10:00', '2026-03-01T10:00:00Z'],
  ['W/"17"', 'W/"17"'],
])('the same revision: %s is %s', (a, b) => {
  expect([isSameRevision(a, b), isSameRevision(b, a)]).toEqual([true, true])
})

test.each([
  ['2026-03-01T10:00:00.123Z', '2026-03-01T10:00:00.124Z'],
  ['2026-03-01T10:00:00.123456Z', '2026-03-01T10:00:00.123457Z'],
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.5Z'],
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00+01:00'],
  ['17', '18'],
  ['2026-13-01T10:00:00Z', '2026-13-01T10:00:00+00:00'],
  ['', ''],
])('another revision: %s is not %s', (a, b) => {
  expect([isSameRevision(a, b), isSameRevision(b, a)]).toEqual([false, false])
})

test('an instant is read from any of the forms', () => {
  expect(instantOf('2026-03-01 10:00:00.25+00')).toBe(Date.parse('2026-03-01T10:00:00.250Z'))
  expect([instantOf('1772359200'), instantOf('1772359200250')]).toEqual([
    1772359200000, 1772359200250,
  ])
  expect(instantOf('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(784111777000)
  for (const revision of ['the day before', 'W/"5"', '17', 'rev-2024-1'])
    expect(instantOf(revision)).toBeNaN()
})
