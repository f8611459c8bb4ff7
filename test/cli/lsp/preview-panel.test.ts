/** The preview inside an editor: its page, and what it shows of the open text. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Sheet } from '../../../src/preview/sheet.ts'
import { editor } from '../../lsp/client.ts'
import { folder, script } from '../topo.ts'
import { editorProcess } from './process.ts'

const path = 'a.topology.js'
const cwd = () => folder({ 'topo.config.json': '{}', [path]: script('shop') })

test('a sheet shows the text that is open, and the last drawing while it has errors', async () => {
  const { open, change, ask, uriOf, after } = await editor({ cwd: cwd() })
  const sheet = () => ask<Sheet | null>('topo/sheet', { uri: uriOf(path), theme: 'dark' })
  expect(await sheet()).toBeNull()
  open(path)
  const first = await sheet()
  expect(first).toMatchObject({ path, version: 1, errors: 0, drawing: { isStale: false } })
  expect(first?.drawing?.svg).not.toContain('prefers-color-scheme')
  const start = { line: 0, character: 0 }
  change(path, [{ range: { start, end: start }, text: 'if (\n' }])
  const broken = await sheet()
  expect(broken).toMatchObject({ version: 2, errors: 1, drawing: { isStale: true, sources: null } })
  expect(broken?.drawing?.svg).toBe(first?.drawing?.svg)
  change(path, [{ range: { start, end: { line: 1, character: 0 } }, text: '' }])
  const end = after(path, "id: 'shop-web'")
  change(path, [{ range: { start: end, end }, text: ", description: 'new'" }])
  const last = await sheet()
  expect(last).toMatchObject({ version: 4, errors: 0, drawing: { isStale: false } })
  expect(last?.drawing?.picture.nodes.map(({ description }) => description)).toContain('new')
})

test('a sheet names the lines for the editor, also of an imported text that is open', async () => {
  const root = folder({
    'topo.config.json': '{}',
    [path]:
      "import { add } from './add.js'\nconst t = new TopologyBuilder(true)\nadd(t)\nawait t.apply()\n",
    'add.js': "export const add = (t) => t.createProcess({ id: 'old', label: 'Old' })\n",
  })
  const { open, ask, uriOf } = await editor({ cwd: root })
  open('add.js', "\n\nexport const add = (t) => t.createProcess({ id: 'new', label: 'New' })\n")
  open(path)
  const sheet = await ask<Sheet>('topo/sheet', { uri: uriOf(path), theme: 'light' })
  expect(sheet.drawing?.picture.nodes.map(({ id }) => id)).toEqual(['new'])
  const { sources } = sheet.drawing ?? {}
  expect(sources?.files.map(({ path: filePath }) => filePath)).toEqual(['add.js'])
  expect(sources?.nodes).toEqual([[0, 3, expect.any(Number)]])
})

test('a document that is no file has no sheet', async () => {
  const { ask } = await editor({ cwd: cwd() })
  expect(await ask('topo/sheet', { uri: 'untitled:Untitled-1', theme: 'light' })).toBeNull()
})

test('the page runs its own program and nothing else', async () => {
  const { ask } = await editorProcess({ cwd: cwd() })
  const page = await ask<string>('topo/previewPage')
  const [, program = ''] = /<script>([\s\S]*)<\/script>/.exec(page) ?? []
  expect(program.length).toBeGreaterThan(10_000)
  expect(program).not.toContain('</script')
  const hash = createHash('sha256').update(program).digest('base64')
  expect(page).toContain(
    `default-src 'none'; img-src data:; script-src 'sha256-${hash}'; style-src 'unsafe-inline'`,
  )
})
