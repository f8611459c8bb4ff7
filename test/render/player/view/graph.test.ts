/** What is connected with what, and what a card and a screen reader say about it. */
import { expect, test } from 'vitest'
import { factsOf, sentenceOf } from '../../../../src/render/player/explore/facts.ts'
import { Graph, type Subject } from '../../../../src/render/player/view/graph.ts'
import { shop } from '../../../shop.ts'
import { drawing, pictureOf } from '../../pictures.ts'

const graph = async (script = shop) => new Graph(await pictureOf(script))
const node = (id: string): Subject => ({ type: 'node', id })
const edge = (id: string): Subject => ({ type: 'edge', id })

test('one hop lights what a node calls and what calls it; more hops go on from there', async () => {
  const { nodes, edges } = (await graph()).around(node('ledger'), 1)
  expect([...nodes].sort()).toEqual(['checkout', 'ledger'])
  expect([...edges]).toEqual(['checkout->ledger'])
  const two = (await graph()).around(node('ledger'), 2)
  expect([...two.nodes].sort()).toEqual(['bank', 'checkout', 'gw', 'ledger', 'queue', 'risk'])
  // The connection between two neighbours is three hops away.
  expect(two.edges.has('risk->queue')).toBe(false)
  expect((await graph()).around(node('ledger'), 3).edges.has('risk->queue')).toBe(true)
})

test('the neighbours of a group are those of its content', async () => {
  const { nodes } = (await graph()).around(node('sup'), 1)
  expect([...nodes].sort()).toEqual(['checkout', 'mailer', 'queue', 'risk', 'sup'])
})

test('a connection lights its ends, and with two hops their connections', async () => {
  expect([...(await graph()).around(edge('shopper->cdn'), 1).nodes].sort()).toEqual([
    'cdn',
    'shopper',
  ])
  expect([...(await graph()).around(edge('shopper->cdn'), 2).nodes].sort()).toEqual([
    'cdn',
    'gw',
    'shopper',
  ])
})

test('each hop goes on in both directions, and only from what the last one reached', async () => {
  const line = await graph(
    drawing(`for (const id of 'abcdef') t.createProcess({ id })
for (const [from, to] of ['ab', 'cb', 'cd', 'ed', 'ef']) t.connect(from, to)`),
  )
  const reached = (subject: Subject, hops: number) => {
    const { nodes, edges } = line.around(subject, hops)
    return `${[...nodes].sort().join('')} ${[...edges].sort().join()}`
  }
  expect([0, 1, 2, 3].map((hops) => reached(node('a'), hops))).toEqual([
    'a ',
    'ab a->b',
    'abc a->b,c->b',
    'abcd a->b,c->b,c->d',
  ])
  expect([0, 1, 2].map((hops) => reached(edge('c->d'), hops))).toEqual([
    'cd c->d',
    'cd c->d',
    'bcde c->b,c->d,e->d',
  ])
})

test('a circle and a connection to itself end', async () => {
  const circle = await graph(
    drawing(
      "for (const id of ['a', 'b']) t.createProcess({ id })\nt.connect('a', 'b')\nt.connect('b', 'a')\nt.connect('a', 'a')",
    ),
  )
  expect([...circle.around(node('a'), 3).nodes]).toEqual(['a', 'b'])
  expect(circle.connectionsOf('a').outgoing.map(({ id }) => id)).toEqual(['a->b', 'a->a'])
  expect(circle.connectionsOf('a').incoming.map(({ id }) => id)).toEqual(['b->a'])
})

test('the card of a node says what it is and what it is connected with', async () => {
  expect(factsOf(await graph(), node('checkout'))).toEqual({
    title: 'Checkout',
    kind: 'process',
    description: 'From the cart to the café ledger.',
    rows: [
      { name: 'Id', text: 'checkout' },
      {
        name: 'In',
        text: 'Core › Payments',
        links: ['Core', 'Payments'].map((text) => ({
          selection: expect.objectContaining({ type: 'node' }),
          text,
          detail: null,
        })),
      },
      { name: 'State', text: 'running' },
      { name: 'Ports', text: '8080 (gRPC)' },
    ],
    lists: [
      {
        name: 'Calls',
        links: [
          {
            selection: node('risk'),
            text: 'Risk scores',
            detail: 'asks · http',
            by: edge('checkout->risk'),
          },
          {
            selection: node('ledger'),
            text: 'Ledger',
            by: edge('checkout->ledger'),
            detail: 'books · tcp · PostgreSQL · port 5432',
          },
          {
            selection: node('bank'),
            text: 'Acquiring bank',
            by: edge('checkout->bank'),
            detail: 'charges · http · port 443',
          },
          {
            selection: node('queue'),
            text: 'Queue',
            detail: 'events · tcp',
            by: edge('checkout->queue'),
          },
        ],
      },
      {
        name: 'Called by',
        links: [
          {
            selection: node('gw'),
            text: 'Gateway',
            by: edge('gw->checkout'),
            detail: 'orders · http · gRPC · port 8080',
          },
        ],
      },
    ],
    scenarios: expect.arrayContaining([expect.objectContaining({ id: 'charge' })]),
  })
})

test('the card of a group says what it contains, and has only the connections that leave it', async () => {
  const facts = factsOf(await graph(), node('sup'))
  expect(facts?.rows).toContainEqual({ name: 'Contains', text: '2 nodes' })
  expect(facts?.lists.map(({ name, links }) => [name, links.map(({ text }) => text)])).toEqual([
    ['Called by', ['Checkout', 'Risk scores']],
  ])
})

test('a card lists the scenarios in which a node or a connection takes part', async () => {
  const of = async (selection: Subject) =>
    factsOf(await graph(), selection)?.scenarios.map(({ id }) => id)
  expect(await of(node('checkout'))).toEqual(['charge', 'decline'])
  expect(await of(node('edge'))).toEqual(['charge'])
  expect(await of(edge('checkout->bank'))).toEqual(['decline'])
  expect(await of(node('mailer'))).toEqual([])
})

test('screen readers hear relations in words', async () => {
  const all = await graph()
  expect(sentenceOf(all, node('queue'))).toBe(
    'Queue, process, error. Calls Mailer. Called by Checkout, Risk scores.',
  )
  expect(sentenceOf(all, edge('gw->checkout'))).toBe(
    'Connection from Gateway to Checkout: orders (http, gRPC, port 8080)',
  )
  expect(sentenceOf(all, node('gone'))).toBe('')
})
