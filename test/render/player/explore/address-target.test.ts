/** What an address names in a picture, and what is not there; where arrow keys go. */
import { expect, test } from 'vitest'
import { emptyAddress, type PlayerAddress } from '../../../../src/render/player/explore/address.ts'
import { addressTarget } from '../../../../src/render/player/explore/address-target.ts'
import { nextNode } from '../../../../src/render/player/explore/rover.ts'
import { Graph } from '../../../../src/render/player/view/graph.ts'
import { shop } from '../../../shop.ts'
import { pictureOf } from '../../pictures.ts'

const graph = new Graph(await pictureOf(shop))
const nothing = { selection: undefined, layers: undefined, missing: undefined }

test.each<[string, Partial<PlayerAddress>, Partial<ReturnType<typeof addressTarget>>]>([
  ['nothing', {}, {}],
  ['a node', { node: 'gw' }, { selection: { type: 'node', id: 'gw' } }],
  ['a connection', { edge: 'cdn->gw' }, { selection: { type: 'edge', id: 'cdn->gw' } }],
  ['a missing node', { node: 'old' }, { missing: 'old' }],
  ['a missing connection', { edge: 'gw->cdn' }, { missing: 'gw->cdn' }],
  ['a scenario', { scenario: 'charge' }, {}],
  ['a missing scenario', { scenario: 'refund' }, { missing: 'refund' }],
  ['a layer', { layers: ['storage'] }, { layers: ['storage'] }],
  [
    'a layer and a missing one',
    { layers: ['storage', 'x'] },
    { layers: ['storage', 'x'], missing: 'x' },
  ],
  ['missing layers only, which hides none', { layers: ['x'] }, { missing: 'x' }],
  ['no layer', { layers: [] }, { layers: [] }],
  ['a folded group', { folded: ['pay'] }, {}],
  ['a folded node', { folded: ['gw'] }, { missing: 'gw' }],
])('%s', (_what, address, target) => {
  expect(addressTarget({ ...emptyAddress, ...address }, graph)).toEqual({ ...nothing, ...target })
})

test('an arrow leads to the nearest node ahead; aside counts twice, and a group is at its title', () => {
  const box = (x: number, y: number, isFrame = false) => ({ x, y, width: 100, height: 40, isFrame })
  const here = box(0, 0)
  const right = box(300, 0)
  const below = box(0, 200)
  const aside = box(120, 130)
  const go = (x: number, y: number) => nextNode(here, [right, below, aside], { x, y })
  expect([go(1, 0), go(0, 1), go(-1, 0), go(0, -1)]).toEqual([right, below, undefined, undefined])
  const frame = { ...box(0, 190, true), height: 900 }
  expect(nextNode(here, [below, frame], { x: 0, y: 1 })).toBe(frame)
})
