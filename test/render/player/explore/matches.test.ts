/** What the search finds, and what it finds first. */
import { expect, test } from 'vitest'
import { Matcher } from '../../../../src/render/player/explore/matches.ts'
import { Graph } from '../../../../src/render/player/view/graph.ts'
import { shop } from '../../../shop.ts'
import { drawing, pictureOf } from '../../pictures.ts'

async function search(query: string, script = shop, isShown: (id: string) => boolean = () => true) {
  const matcher = new Matcher(new Graph(await pictureOf(script)))
  return matcher.find(query, ({ id }) => isShown(id))
}

const find = async (...query: Parameters<typeof search>) =>
  (await search(...query)).matches.map(({ selection }) => selection.id)

test.each([
  ['a label', 'acquiring', 'bank'],
  ['an id', 'gw', 'gw'],
  ['the middle of a label', 'rges', 'checkout->bank'],
  ['a word inside of a label', 'scores', 'risk'],
  ['a state', 'warning', 'risk'],
  ['a description, without accents', 'CAFE', 'checkout'],
  ['words of several texts', 'payments database', 'ledger'],
  ['a port', '5432', 'checkout->ledger'],
  ['a protocol', 'grpc', 'gw->checkout'],
  ['the id of a connection', 'gw->checkout', 'gw->checkout'],
  ['a layer', 'storage', 'ledger'],
  ['the label of a connection', 'charges', 'checkout->bank'],
])('%s is found', async (_what, query, first) => {
  expect((await find(query))[0]).toBe(first)
})

test('a node comes before its connections, and a group before its content', async () => {
  const found = await find('checkout')
  expect(found[0]).toBe('checkout')
  expect(found.length).toBe(6)
  expect((await find('payments'))[0]).toBe('pay')
  expect((await find('payments')).slice(1).sort()).toEqual(['checkout', 'ledger', 'risk'])
})

test('nothing, spaces and a missing word find nothing; hidden elements are left out', async () => {
  expect(await find('')).toEqual([])
  expect(await find('   ')).toEqual([])
  expect(await find('checkout nowhere')).toEqual([])
  expect(await find('checkout', shop, (id) => id !== 'checkout')).not.toContain('checkout')
})

test('a long list is cut, and counted', async () => {
  const many = drawing("for (let i = 0; i < 200; i++) t.createProcess({ id: 'same' + i })")
  expect((await find('same', many)).length).toBe(50)
  expect((await search('same', many)).total).toBe(200)
})
