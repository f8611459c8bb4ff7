/** Finds a collection by name or id. */
import { expect, test } from 'vitest'
import { findCollection } from '../../../src/api/calls/collections.ts'

const named = (...names: string[]) => names.map((name, n) => ({ id: `id-${n}`, name }))

test.each([
  ['id-1', ['Payments', 'Shop'], 'id-1'],
  ['Shop', ['shop', 'Shop'], 'id-1'],
  ['SHOP', ['Payments', 'Shop'], 'id-1'],
  // An id takes precedence over a name, and an exact name over another case.
  ['id-0', ['Payments', 'id-0'], 'id-0'],
])('%s among %j', (given, names, id) => {
  expect(findCollection(named(...names), given).id).toBe(id)
})

test.each([
  ['Shop', ['Shop', 'Shop'], 'TOPO_USAGE', 'Use an id: id-0, id-1.'],
  ['SHOP', ['shop', 'Shop'], 'TOPO_USAGE', 'Use an id: id-0, id-1.'],
  ['Shpo', ['Payments', 'Shop'], 'TOPO_UNKNOWN_COLLECTION', 'Did you mean "Shop"?'],
  [
    'Other',
    ['Payments', 'Shop'],
    'TOPO_UNKNOWN_COLLECTION',
    'Run "topo collections list" to see them.',
  ],
  ['Other', [], 'TOPO_UNKNOWN_COLLECTION', 'Create one with "topo collections create".'],
])('%s among %j: %s, %s', (given, names, code, hint) => {
  expect(() => findCollection(named(...names), given)).toThrow(
    expect.objectContaining({ code, hint, exitCode: 2 }),
  )
})
