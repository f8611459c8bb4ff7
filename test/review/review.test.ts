/** A review draws the newer version so that what the older one has stays in its order. */
import { expect, test } from 'vitest'
import { reviewOf } from '../../src/review/review-diagram.ts'
import { corpus } from '../render/corpus/index.ts'
import { movementBetween } from '../render/ledger/edits.ts'

const code = corpus.find(([name]) => name === 'layers-22-cycle')?.[1] ?? ''
const edited = code.replace('await t.apply()', "t.connect('n0', 'n11')\nawait t.apply()")
const side = (text: string) => ({
  name: 'a.topology.js',
  content: { name: 'a', slug: 'a', type: 'topology', code: text } as never,
  text,
})

test('the picture after a change starts from the picture before it', async () => {
  const changed = await reviewOf('a.topology.js', side(code), side(edited))
  const added = await reviewOf('a.topology.js', undefined, side(edited))
  const { before, after, changes } = changed?.pictures ?? {}
  const fresh = added?.pictures.after
  if (!before || !after || !changes || !fresh) throw new Error('a picture is missing')
  expect(movementBetween(before, fresh).inverted).toBeGreaterThan(10)
  expect(movementBetween(before, after).inverted).toBeLessThan(5)
  expect(movementBetween(before, changes).inverted).toBeLessThan(5)
})

test('a review says that GitHub refuses a large flowchart, instead of showing it', async () => {
  const chain = `const t = new TopologyBuilder(true)
for (let i = 0; i <= 501; i++) t.createProcess({ id: 'n' + i })
for (let i = 0; i < 501; i++) t.connect('n' + i, 'n' + (i + 1))
await t.apply()
`
  expect(await reviewOf('a.topology.js', undefined, side(chain))).toMatchObject({
    review: {
      mermaid: null,
      notes: [
        expect.stringContaining(
          'GitHub does not draw this Mermaid diagram: it has 501 connections',
        ),
      ],
    },
  })
})

test('a review draws both versions as their headers say, and tells that a direction changed', async () => {
  const pair = `const t = new TopologyBuilder(true)
for (const id of ['a', 'b']) t.createProcess({ id })
t.connect('a', 'b', {})
await t.apply()
`
  const led = (direction?: 'right' | 'up') => ({ ...side(pair), file: 'a.topology.js', direction })
  expect(await reviewOf('a.topology.js', led('up'), led('up'))).toBeUndefined()

  const changed = await reviewOf('a.topology.js', led('right'), led('up'))
  const { before, after, changes } = changed?.pictures ?? {}
  expect([before, after, changes].map((picture) => picture?.direction)).toEqual([
    'right',
    'up',
    'up',
  ])
  expect(changed?.review.words).toEqual([{ change: 'changed', text: 'direction right → up' }])
  expect(changed?.review.mermaid).toMatch(/^flowchart BT\n/)

  const gone = await reviewOf('a.topology.js', led('right'), led())
  expect(gone?.pictures.changes?.direction).toBeUndefined()
  expect(gone?.review.words).toEqual([{ change: 'changed', text: 'direction right removed' }])
})
