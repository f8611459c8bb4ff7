/** The address of what one looks at: written, read, and made from anything. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyAddress,
  formatAddress,
  type PlayerAddress,
  parseAddress,
  unnamedParts,
} from '../../../../src/render/player/explore/address.ts'
import { cases } from '../../../cases.ts'
import { hostile } from '../../pictures.ts'

test.each<[string, Partial<PlayerAddress>]>([
  ['', {}],
  ['#', {}],
  ['#node=web', { node: 'web' }],
  ['#node=web&hops=3', { node: 'web', hops: 3 }],
  ['#node=web&hops=99', { node: 'web', hops: 3 }],
  ['#node=web&hops=x', { node: 'web' }],
  ['#edge=web->db', { edge: 'web->db' }],
  ['#edge=web-%3Edb', { edge: 'web->db' }],
  ['#scenario=checkout&step=3', { scenario: 'checkout', step: 3 }],
  ['#scenario=checkout&step=-3', { scenario: 'checkout' }],
  ['#layer=events', { layers: ['events'] }],
  ['#layer=events&layer=data', { layers: ['events', 'data'] }],
  ['#layer=', { layers: [] }],
  ['#fold=a&fold=b', { folded: ['a', 'b'] }],
  ['#diagrams%2Fa.topology.js&node=web', { node: 'web' }],
  ['#node=%E0%A4%A', { node: '%E0%A4%A' }],
  ['#constructor=1&__proto__=2&what', {}],
])('%s is read', (hash, expected) => {
  const written = { node: undefined, edge: undefined, scenario: undefined, layers: undefined }
  expect(parseAddress(hash)).toEqual({ ...emptyAddress, ...written, ...expected })
})

test('an address is as short as it can be', () => {
  expect(formatAddress(emptyAddress)).toBe('')
  expect(formatAddress({ ...emptyAddress, step: 4, hops: 2 })).toBe('')
  expect(formatAddress({ ...emptyAddress, edge: 'web->db', hops: 2 }, ['a/b.js'])).toBe(
    'a%2Fb.js&edge=web-%3Edb&hops=2',
  )
})

test('any address is read as it was written', () => {
  const name = fc.option(
    hostile.filter((text) => text !== '').map((text) => text.replace(/\p{Cs}/gu, '?')),
    { nil: undefined },
  )
  const names = fc.array(
    hostile.map((text) => text.replace(/\p{Cs}/gu, '?')).filter((text) => text !== ''),
  )
  fc.assert(
    fc.property(
      fc.record({
        node: name,
        scenario: name,
        layers: fc.option(names, { nil: undefined }),
        folded: names,
      }),
      fc.integer({ min: 1, max: 3 }),
      fc.nat(1000),
      fc.array(fc.stringMatching(/^[a-z/.]{1,20}$/)),
      (parts, hops, step, unnamed) => {
        const address = {
          ...parts,
          edge: undefined,
          hops: parts.node === undefined ? 1 : hops,
          step: parts.scenario === undefined ? 0 : step,
        }
        const written = formatAddress(address, unnamed)
        expect(written).toMatch(/^[\w%&=.,:@!~*'()-]*$/)
        expect(parseAddress(`#${written}`)).toEqual(address)
        expect(unnamedParts(`#${written}`)).toEqual(unnamed)
      },
    ),
    { numRuns: cases(300) },
  )
})
