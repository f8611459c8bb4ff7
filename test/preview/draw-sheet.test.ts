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
