import { expect, it } from 'vitest'
import { nearest, suggester } from '../../src/text/nearest.ts'

const IDS = ['api', 'gateway', 'database', 'payment-service', 'cache']

it.each([
  ['apu', 'api'],
  ['gatway', 'gateway'],
  ['DATABASE', 'database'],
  ['payment-servce', 'payment-service'],
  ['payment-svc', undefined],
  ['cahce', 'cache'],
  ['ghost', undefined],
  ['', undefined],
  ['api', undefined],
])('%s → %s', (word, expected) => expect(nearest(word, IDS)).toBe(expected))

it('suggestions stop when the budget is used up', () => {
  const suggest = suggester(Array.from({ length: 150_000 }, (_, i) => `node-${i}`))
  expect(suggest('node-x')).toBeDefined()
  expect(suggest('node-x')).toBeDefined()
  expect(suggest('node-x')).toBeUndefined()
})
