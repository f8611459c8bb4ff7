/** The preview draws a save so that what was on the last picture stays in its order. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readState } from '../../src/preview/draw-sheet.ts'
import { scriptOf } from '../../src/project/script/load.ts'
import { makeFolder } from '../project/folder.ts'
import { corpus } from '../render/corpus/index.ts'
import { movementBetween } from '../render/ledger/edits.ts'

test('after a save, the picture starts from the last one', async () => {
  const code = corpus.find(([name]) => name === 'layers-22-cycle')?.[1] ?? ''
  const { root } = makeFolder()
  const load = (text: string) => () =>
    scriptOf(Buffer.from(text), join(root, 'a.topology.js'), { root, defaults: {}, rules: {} })
  const nothing = { path: 'a.topology.js', script: undefined, picture: undefined }
  const edited = code.replace('await t.apply()', "t.connect('n0', 'n11')\nawait t.apply()")
  const first = await readState(load(code), nothing)
  const saved = await readState(load(edited), { ...nothing, picture: first.picture })
  const opened = await readState(load(edited), nothing)
  if (!first.picture || !saved.picture || !opened.picture) throw new Error('a picture is missing')
  expect(saved.picture.edges).toHaveLength(first.picture.edges.length + 1)
  const [kept, fresh] = [saved.picture, opened.picture].map((one) =>
    movementBetween(first.picture as NonNullable<typeof first.picture>, one),
  )
  expect(fresh?.inverted).toBeGreaterThan(10)
  expect(kept?.inverted).toBeLessThan(5)
})

test('a header that changes its direction turns the picture, and one that loses it turns it back', async () => {
  const { root } = makeFolder()
  const code = `const t = new TopologyBuilder(true)
for (const id of ['a', 'b']) t.createProcess({ id })
t.connect('a', 'b', {})
await t.apply()
`
  const load = (header: string) => () =>
    scriptOf(Buffer.from(header + code), join(root, 'a.topology.js'), {
      root,
      defaults: {},
      rules: {},
    })
  const state = { path: 'a.topology.js', script: undefined, picture: undefined }
  const led = (direction: string) => `/*---\ndirection: ${direction}\n---*/\n`
  const plain = await readState(load(''), state)
  const left = await readState(load(led('left')), { ...state, picture: plain.picture })
  const up = await readState(load(led('up')), { ...state, picture: left.picture })
  const none = await readState(load(''), { ...state, picture: up.picture })
  expect(left.picture).toMatchObject({ direction: 'left', scriptDirection: 'left' })
  expect(up.picture).toMatchObject({ direction: 'up', scriptDirection: 'up' })
  const [a, b] = left.picture?.nodes ?? []
  expect((b?.x ?? 0) + (b?.width ?? 0)).toBeLessThan(a?.x ?? 0)
  expect(none.picture?.nodes).toEqual(plain.picture?.nodes.map((node) => ({ ...node })))
})
