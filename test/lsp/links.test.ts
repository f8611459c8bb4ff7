/** Links to imports and the readme, the lenses above nodes, and colours. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type {
  CodeLens,
  ColorInformation,
  ColorPresentation,
  DocumentLink,
} from 'vscode-languageserver-protocol'
import { folder } from '../cli/topo.ts'
import { editor } from './client.ts'

const path = 'a.topology.js'
const files = {
  'topo.config.json': '{}',
  'a.topology.md': '# Readme\n',
  'lib/nodes.js': "export const add = (t) => t.createProcess({ id: 'db', label: 'Db' })\n",
  [path]: `/*---
name: A
readme: a.topology.md
---*/
import { add } from './lib/nodes.js'
import gone from './gone.js'
// from '../outside.js'
const t = new TopologyBuilder(true)
add(t)
t.createProcess({ id: 'web', label: 'Web' })
t.connect('web', 'db')
await t.apply()
`,
}

test('imports link to files that exist in the project, and the header to the readme', async () => {
  const cwd = folder({
    ...files,
    [path]: files[path]?.replace("import gone from './gone.js'\n", '') ?? '',
  })
  const { open, ask, uriOf, at } = await editor({ cwd })
  open(path)
  const links = await ask<DocumentLink[]>('textDocument/documentLink', {
    textDocument: { uri: uriOf(path) },
  })
  expect(links.map(({ range, target }) => [at(path, range), target])).toEqual([
    ['/*---', pathToFileURL(join(cwd, 'a.topology.md')).href],
    ['./lib/nodes.js', pathToFileURL(join(cwd, 'lib/nodes.js')).href],
  ])
})

test('a header behind an import links to the readme', async () => {
  const text =
    "'use strict'\n/*---\nname: A\nreadme: a.topology.md\n---*/\nconst t = new TopologyBuilder(true)\nt.createProcess({ id: 'a', label: 'A' })\nawait t.apply()\n"
  const { open, ask, uriOf, at } = await editor({ cwd: folder({ ...files, [path]: text }) })
  open(path)
  const links = await ask<DocumentLink[]>('textDocument/documentLink', {
    textDocument: { uri: uriOf(path) },
  })
  expect(links.map(({ range }) => [at(path, range), range.start.line])).toEqual([['/*---', 1]])
})

test('a script that does not run still links its imports', async () => {
  const { open, ask, uriOf } = await editor({ cwd: folder(files) })
  open(path)
  const links = await ask<DocumentLink[]>('textDocument/documentLink', {
    textDocument: { uri: uriOf(path) },
  })
  expect(links).toHaveLength(1)
})

test('lenses count the callers of each node, for a client that has the commands', async () => {
  const code = files[path]?.replace("import gone from './gone.js'\n", '') ?? ''
  const cwd = folder({ ...files, [path]: code })
  const { open, ask, uriOf, server } = await editor({
    cwd,
    params: { initializationOptions: { commands: true } },
  })
  expect(server.codeLensProvider).toEqual({})
  open(path)
  open('lib/nodes.js')
  const lensesOf = (file: string) =>
    ask<CodeLens[]>('textDocument/codeLens', { textDocument: { uri: uriOf(file) } })
  expect(
    (await lensesOf(path)).map(({ command, range }) => [range.start.line, command?.title]),
  ).toEqual([
    [8, '0 callers'],
    [8, 'show in preview'],
  ])
  const other = await editor({ cwd })
  expect(other.server.codeLensProvider).toBeUndefined()
})

test('colours of options have a range and a value, and another one is written in the same form', async () => {
  const text = [
    "t.createGroup('a', { color: '#0F8a6d', style: { border: '1px solid #abc', label: '#123456' } })",
    "t.createGroup('b', { 'color': \"#11223380\", background: '#12345' })",
  ].join('\n')
  const { open, ask, uriOf, at } = await editor({ cwd: folder({ [path]: text }) })
  open(path)
  const textDocument = { uri: uriOf(path) }
  const colors = await ask<ColorInformation[]>('textDocument/documentColor', { textDocument })
  expect(colors.map(({ range }) => at(path, range))).toEqual(['#0F8a6d', '#abc', '#11223380'])
  const labels: string[] = []
  for (const { color, range } of colors) {
    const params = { textDocument, color, range }
    const [one] = await ask<ColorPresentation[]>('textDocument/colorPresentation', params)
    labels.push(one?.label ?? '')
  }
  expect(labels).toEqual(['#0f8a6d', '#aabbcc', '#11223380'])
})
