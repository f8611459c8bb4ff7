/** The link between `topo preview` and an editor: messages both ways, and nothing from files of others. */
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isLinked, type LinkedLine, openEditorLink } from '../../../src/project/watch/editor-link.ts'
import { makeFolder } from '../folder.ts'

const folder = () => makeFolder().root

async function side(root: string, which: 'editor' | 'preview') {
  const received: LinkedLine[] = []
  let wake = () => {}
  const link = await openEditorLink(root, which, (line) => {
    received.push(line)
    wake()
  })
  onTestFinished(() => link?.close())
  const until = async (count: number) => {
    while (received.length < count) {
      await new Promise<void>((done) => {
        wake = done
      })
    }
    return received
  }
  return { link, received, until }
}

const line = (number: number) => ({ file: '/project/a.topology.js', line: number, column: 1 })

test('each side finds the other, and gets its messages', async () => {
  const root = folder()
  const preview = await side(root, 'preview')
  expect(await preview.link?.hasOther()).toBe(false)
  const editor = await side(root, 'editor')
  expect([await preview.link?.hasOther(), await editor.link?.hasOther()]).toEqual([true, true])
  await editor.link?.send(line(3))
  expect(await preview.until(1)).toEqual([line(3)])
  await preview.link?.send(line(7))
  expect(await editor.until(1)).toEqual([line(7)])
  // The same place again is a message again.
  await preview.link?.send(line(7))
  expect(await editor.until(2)).toHaveLength(2)
  await preview.link?.close()
  expect(await isLinked(root, 'preview')).toBe(false)
  await editor.link?.send(line(1))
  expect(readdirSync(join(root, '.topo/link')).sort()).toEqual([
    `editor-${process.pid}`,
    'to-editor.json',
    'to-preview.json',
  ])
})

test('a message from before, and files that are no message, are ignored', async () => {
  const root = folder()
  mkdirSync(join(root, '.topo/link'), { recursive: true })
  const file = join(root, '.topo/link/to-editor.json')
  writeFileSync(file, JSON.stringify({ ...line(1), id: 'old' }))
  const editor = await side(root, 'editor')
  const preview = await side(root, 'preview')
  for (const text of [
    '',
    '{',
    '[]',
    '{"file":1}',
    JSON.stringify({ ...line(0), id: 'x' }),
    'x'.repeat(2e6),
  ]) {
    writeFileSync(file, text)
    await new Promise((done) => setTimeout(done, 30))
  }
  await preview.link?.send(line(9))
  expect(await editor.until(1)).toEqual([line(9)])
})

test('a process that has ended is not the other side', async () => {
  const root = folder()
  const editor = await side(root, 'editor')
  writeFileSync(join(root, '.topo/link/preview-999999999'), '')
  writeFileSync(join(root, '.topo/link/preview-x'), '')
  expect(await editor.link?.hasOther()).toBe(false)
  await editor.link?.send(line(1))
  expect(existsSync(join(root, '.topo/link/to-preview.json'))).toBe(false)
})

test('a link in place of the folder is not followed', { tags: 'posix' }, async () => {
  const [root, elsewhere] = [folder(), folder()]
  mkdirSync(join(root, '.topo'))
  symlinkSync(elsewhere, join(root, '.topo/link'))
  expect((await side(root, 'preview')).link).toBeUndefined()
  expect(readdirSync(elsewhere)).toEqual([])
})
