/** Slugs that the service makes of names. */
import { expect, test } from 'vitest'
import { claimSlug, slugFrom } from '../../../src/mock/rules/slugs.ts'

test('a slug is neither taken nor a route of the service', () => {
  expect(slugFrom('Café au lait!', () => false)).toBe('cafe-au-lait')
  expect(slugFrom('Search', () => false)).toBe('search-2')
  expect(slugFrom('Shop', (slug) => ['shop', 'shop-2'].includes(slug))).toBe('shop-3')
  expect(() => claimSlug('search', () => false)).toThrow()
  expect(() => claimSlug('shop', () => true)).toThrow('taken')
})
