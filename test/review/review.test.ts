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
