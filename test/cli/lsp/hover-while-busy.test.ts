/** A hover is answered at once, whatever another script does; with a picture, unless it would wait for a thread. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { folder, script } from '../topo.ts'
import { editorProcess } from './process.ts'

const loop = "for (;;) new Array(9).fill('x').map((a) => a + a)\n"

const cases = {
  'is opened': ({ open }: Editor) => open('b.topology.js', `${loop}${script('b')}`),
  'with imports is opened': ({ open }: Editor) =>
    open('b.topology.js', `import { x } from './x.ts'\n${loop}${script('b')}`),
  'is typed in': async ({ open, change }: Editor) => {
    open('b.topology.js', `${loop}${script('b')}`)
    for (let n = 0; n < 6; n++) {
      await wait(120)
      change('b.topology.js', [{ text: `${loop}// ${n}\n${script('b')}` }])
    }
  },
}
type Editor = Awaited<ReturnType<typeof editorProcess>>

test.each(oneOf(3, Object.entries(cases)))('while an endless script %s', async (_name, act) => {
  const editor = await editorProcess({
    params: { initializationOptions: { pictures: true } },
    cwd: folder({ 'topo.config.json': '{}', 'x.ts': 'export const x = 1\n' }),
  })
  const { open, ask, uriOf, after, diagnostics } = editor
  open('a.topology.js', script('a'))
  await diagnostics('a.topology.js')
  const textDocument = { uri: uriOf('a.topology.js') }
  const hover = async () => {
    const begin = performance.now()
    const found = await ask<{ contents: { value: string } } | null>('textDocument/hover', {
      textDocument,
      position: after('a.topology.js', "connect('a-w"),
    })
    const took = performance.now() - begin
    expect(found?.contents.value).toContain('**Web**')
    return took
  }
  const before = Math.max(await hover(), await hover(), await hover())
  await act(editor)
  const times = []
  for (let n = 0; n < 8; n++) {
    times.push(await hover())
    await wait(60)
  }
  // On a busy machine, one of them may wait for a processor; if they waited for the script, all would.
  const median = times.sort((a, b) => a - b)[times.length / 2]
  expect(median).toBeLessThan(Math.max(100, 3 * before))
})
