/** Quick fixes in an editor: the same edits as `topo validate --fix`, corrections of typos, suppressions. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CodeAction, Range } from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { folder, topo } from '../cli/topo.ts'
import { brief, editor } from './client.ts'

const path = 'a.topology.js'
const capabilities = {
  textDocument: {
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.fixAll'] } },
    },
  },
}

async function opened(files: Record<string, string>, file = path, open = [file]) {
  const cwd = folder({ 'topo.config.json': '{}', ...files })
  const client = await editor({ cwd, capabilities })
  for (const one of open) client.open(one)
  const found = await client.diagnostics(file)
  /** The actions of a finding, or of the whole document. */
  const actions = async (rule?: string, only?: string[]): Promise<CodeAction[]> => {
    const diagnostics = (await client.diagnostics(file)).filter(({ code }) => code === rule)
    const whole: Range = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } }
    const context = { diagnostics, ...(only && { only }) }
    const textDocument = { uri: client.uriOf(file) }
    const params = { textDocument, range: diagnostics[0]?.range ?? whole, context }
    const all = await client.ask<CodeAction[]>('textDocument/codeAction', params)
    // Others touch the same range.
    return all.filter(({ diagnostics: causes = [] }) =>
      diagnostics.every((one) => causes.some((it) => it.code === one.code)),
    )
  }
  /** The text of a document after an action, which is applied to the open document too. */
  const apply = (action: CodeAction | undefined, to = file): string => {
    const edits = action?.edit?.changes?.[client.uriOf(to)] ?? []
    expect(Object.keys(action?.edit?.changes ?? {})).toEqual([client.uriOf(to)])
    const text = TextDocument.applyEdits(TextDocument.create('', '', 0, client.text(to)), edits)
    client.change(
      to,
      edits.map(({ range, newText }) => ({ range, text: newText })),
    )
    return text
  }
  return { ...client, found, actions, apply }
}

const typos = `const t = new TopologyBuilder(true)
t.createProcess({ id: 'database', lable: 'Database', icon: 'databse' })
t.createProces({ id: 'web', label: 'Web', state: "runing" })
  t.connect('web', 'databas', { type: 'htpp' })
await t.apply()
`

test('a missing node is created before apply(), and the finding is gone', async () => {
  const text =
    "const t = new TopologyBuilder(true)\n  t.createProcess({ id: 'web', label: 'Web' })\n  t.connect('web', 'cache')\n  await t.apply()\n"
  const { actions, apply, diagnostics } = await opened({ [path]: text })
  const [create] = await actions('known-connection-ends')
  expect(create?.title).toBe('Create the node "cache"')
  expect(apply(create)).toBe(
    text.replace('  await', "  t.createProcess({ id: 'cache', label: 'cache' })\n  await"),
  )
  expect((await diagnostics(path)).map(({ code }) => code)).not.toContain('known-connection-ends')
})

test('a comment that looks like the header can be made it', async () => {
  const code =
    "const t = new TopologyBuilder(true)\nt.createProcess({ id: 'a', label: 'A' })\nawait t.apply()\n"
  const text = `// SPDX\n\n/**\n * name: Shop\n * public: false\n */\n${code}`
  const { found, actions, apply, diagnostics } = await opened({ [path]: text })
  expect(found).toMatchObject([
    { code: 'header', severity: 1, range: { start: { line: 2, character: 0 } } },
  ])
  expect(found[0]?.message).toMatch(/`\/\*---`.*`---\*\/`/)
  const [make, ...more] = await actions('header')
  expect(make?.title).toBe('Make this comment the header')
  expect(more).toEqual([])
  expect(apply(make)).toBe(`// SPDX\n\n/*---\nname: Shop\npublic: false\n---*/\n${code}`)
  expect(brief(await diagnostics(path))).toEqual([])
})

test.each([
  ['unknown-option', 'Change "lable" to "label"', "label: 'Database'"],
  ['unknown-icon', 'Change "databse" to "database"', "icon: 'database'"],
  ['unknown-method', 'Change "createProces" to "createProcess"', 't.createProcess({ id: '],
  ['known-connection-ends', 'Change "databas" to "database"', "connect('web', 'database'"],
  ['unknown-connection-type', 'Change "htpp" to "http"', "type: 'http'"],
])('a typo that %s reports is corrected', async (rule, title, corrected) => {
  const { actions, apply, diagnostics, text } = await opened({ [path]: typos })
  const [action, ...more] = await actions(rule)
  expect(action).toMatchObject({
    title,
    kind: 'quickfix',
    isPreferred: true,
    diagnostics: [{ code: rule }],
  })
  const advice = ['unknown-icon', 'unknown-connection-type', 'unknown-option', 'unknown-method']
  expect(more.length).toBe(advice.includes(rule) ? 1 : 0)
  expect(apply(action)).toContain(corrected)
  expect(text(path)).toContain(corrected)
  expect((await diagnostics(path)).map(({ code }) => code)).not.toContain(rule)
})

test('a word that stands twice in a call, or is computed, is not corrected', async () => {
  const code = [
    'const t = new TopologyBuilder(true)',
    "t.createProcess({ id: 'database', label: 'Database', description: 'databse', icon: 'databse' })",
    "t.createProcess({ id: 'web', label: 'Web', icon: 'data' + 'bse' })",
    "t.connect('web', 'database')",
    'await t.apply()',
  ].join('\n')
  const { actions, found } = await opened({ [path]: code })
  expect(brief(found)).toEqual(['2:84 unknown-icon', '3:50 unknown-icon'])
  const titles = (await actions('unknown-icon')).map(({ title }) => title)
  expect(titles).toEqual(['Suppress unknown-icon here, with a reason'])
})

test('advice is suppressed by a comment above, indented like the code; what the service refuses is not', async () => {
  const { actions, apply, diagnostics } = await opened({ [path]: typos })
  const suppress = (await actions('unknown-connection-type')).find(({ title }) =>
    title.startsWith('Suppress'),
  )
  expect(apply(suppress)).toContain(
    "\n  // topo-disable-next-line unknown-connection-type -- TODO: say why\n  t.connect('web'",
  )
  expect((await diagnostics(path)).map(({ code }) => code)).not.toContain('unknown-connection-type')
  expect((await actions('known-connection-ends')).map(({ title }) => title)).toEqual([
    'Change "databas" to "database"',
  ])
})

test('a suppression comment that hides nothing is not suppressed by another', async () => {
  const { actions } = await opened({
    [path]: `// topo-disable-next-line unknown-icon -- old\n${typos}`,
  })
  expect((await actions('suppression')).map(({ title }) => title)).not.toContainEqual(
    expect.stringMatching(/^Suppress/),
  )
})

test('one action makes the text that topo validate --fix writes', async () => {
  const code =
    "const t = new TopologyBuilder(true)\r\nt.createProcess({ id: 1, label: '😀' })\r\nt.createProcess({ id: 2, label: 'B' })\r\nt.connect('1', '2')\r\nt.apply()\r\n"
  const { cwd, actions, apply } = await opened({ [path]: code })
  const [action, ...more] = await actions(undefined, ['source.fixAll'])
  expect(action).toMatchObject({ kind: 'source.fixAll.topo', title: 'Fix all that topo can fix' })
  expect(more).toEqual([])
  const fixed = apply(action)
  writeFileSync(join(cwd, path), code)
  await topo(['validate', path, '--fix'], { cwd })
  expect(fixed).toBe(readFileSync(join(cwd, path), 'utf8'))
  expect(await actions(undefined, ['source.fixAll'])).toEqual([])
})

test('a fix of one finding leaves the others', async () => {
  const code =
    "const t = new TopologyBuilder(true)\nt.createProcess({ id: 7, label: 'A' })\nt.apply()\n"
  const { actions, apply } = await opened({ [path]: code })
  expect(apply((await actions('text-ids'))[0])).toBe(code.replace('7', "'7'"))
})

test('a finding in an open file that scripts import is fixed there, in TypeScript too', async () => {
  const files = {
    'nodes.ts':
      "export const add = (t: TopologyBuilder): void => {\n  t.createProcess({ id: 'web', label: 'Web', icon: 'servr' })\n}\n",
    'b.topology.ts':
      "import { add } from './nodes.ts'\nconst t: TopologyBuilder = new TopologyBuilder(true)\nadd(t)\nt.createProcess({ id: 'db', label: 'Db' })\nt.connect('wb', 'db')\nawait t.apply()\n",
  }
  const { actions, apply, ask, uriOf, found } = await opened(files, 'b.topology.ts', [
    'nodes.ts',
    'b.topology.ts',
  ])
  expect(brief(found)).toEqual(['5:3 known-connection-ends'])
  expect(apply((await actions('known-connection-ends'))[0], 'b.topology.ts')).toContain(
    "connect('web', 'db')",
  )
  const range = { start: { line: 1, character: 4 }, end: { line: 1, character: 4 } }
  const all: Range = { start: range.start, end: { line: 1, character: 60 } }
  const inImport = await ask<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: uriOf('nodes.ts') },
    range: all,
    context: { diagnostics: [] },
  })
  expect(apply(inImport[0], 'nodes.ts')).toContain("icon: 'server'")
})

test('a client that only knows commands is offered none', async () => {
  const { server } = await editor({ cwd: folder({ 'topo.config.json': '{}' }) })
  expect(server.codeActionProvider).toBeUndefined()
})
