/** Completion in an editor: ids, values, names of options and statements; and the parameters of methods. */
import { describe, expect, test } from 'vitest'
import type { CompletionItem, CompletionList, SignatureHelp } from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { folder } from '../cli/topo.ts'
import { editor } from './client.ts'

const path = 'a.topology.js'
const before = `const t = new TopologyBuilder(true)
t.createGroup('backend', { label: 'Backend', layer: 'core' }).addProcess({ id: 'web', label: 'Web site' }).autoResize()
t.createDatabase({ id: 'db', label: 'Database' })
`
const rest = '\nawait t.apply()\nconst flow = new FlowBuilder()\nreturn flow\n'

const snippets = { textDocument: { completion: { completionItem: { snippetSupport: true } } } }

/** Completes behind a line that is typed. */
async function typed(line: string, { configuration = {}, capabilities = snippets } = {}) {
  const initializationOptions = configuration
  const client = await editor({
    cwd: folder({ 'topo.config.json': '{}' }),
    capabilities,
    params: { initializationOptions },
  })
  client.open(path, `${before}${line}${rest}`)
  const found = await client.ask<CompletionList | null>('textDocument/completion', {
    textDocument: { uri: client.uriOf(path) },
    position: client.after(path, `${before}${line}`),
  })
  const labels = found?.items.map(({ label }) => label)
  const accept = (label: string): string => {
    const item = found?.items.find((one) => one.label === label) as CompletionItem
    const edit = item.textEdit as { range: never; newText: string }
    const document = TextDocument.create('', '', 0, client.text(path))
    return TextDocument.applyEdits(document, [edit]).slice(before.length).split(rest)[0] ?? ''
  }
  const help = await client.ask<SignatureHelp | null>('textDocument/signatureHelp', {
    textDocument: { uri: client.uriOf(path) },
    position: client.after(path, `${before}${line}`),
  })
  const [signature] = help?.signatures ?? []
  const parameter = signature?.parameters?.[help?.activeParameter ?? -1]?.label
  return { found, labels, accept, signature: signature?.label, parameter }
}

describe('ids', () => {
  test.each([
    ["t.connect('"],
    ["t.connect('web', 'd"],
    ["new FlowBuilder().from('"],
    ["new FlowBuilder().parallel([['web', '"],
  ])('%s', async (line) => {
    const { labels } = await typed(line)
    expect(labels).toEqual(['backend', 'web', 'db'])
  })

  test('have kind and label, and replace what is typed', async () => {
    const { found, accept } = await typed("t.connect('we")
    expect(found?.items.find(({ label }) => label === 'web')).toMatchObject({
      detail: 'process',
      labelDetails: { description: 'Web site' },
    })
    expect(accept('web')).toBe("t.connect('web")
  })

  test('are not offered for labels', async () => {
    expect((await typed("t.createProcess({ id: 'x', label: '")).labels).toEqual([])
    expect((await typed("t.connect('web', 'db', { label: '")).labels).toEqual([])
  })
})

describe('options', () => {
  test('have the values of the DSL, and the layers of the script', async () => {
    expect((await typed("t.createProcess({ id: 'x', icon: '")).labels).toContain('load-balancer')
    expect((await typed("t.connect('web', 'db', { type: '")).labels).toContain('replication')
    expect((await typed("t.createProcess({ id: 'x', state: 'r")).labels).toContain('running')
    expect((await typed("t.createProcess({ id: 'x', layer: '")).labels).toEqual(['core'])
    expect((await typed("t.createGroup('g', { color: '")).labels).toContain('steelblue')
  })

  test('are named by context, without those that are given', async () => {
    const { labels, accept } = await typed("t.createProcess({ id: 'x', ic")
    expect(labels).toContain('icon')
    expect(labels).not.toContain('id')
    expect(accept('icon')).toBe("t.createProcess({ id: 'x', icon: ")
    expect((await typed("t.connect('web', 'db', { ")).labels).toEqual([
      'type',
      'protocol',
      'label',
      'port',
      'layer',
    ])
    expect((await typed("t.createGroup('g', { ")).labels).toContain('color')
  })

  test('are left to TypeScript where its server completes too', async () => {
    const configuration = { typescript: true }
    expect((await typed("t.createProcess({ id: 'x', ic", { configuration })).labels).toEqual([])
    expect((await typed("t.createProcess({ id: 'x', icon: '", { configuration })).labels).toEqual(
      [],
    )
    expect((await typed("t.createProcess({ id: 'x', layer: '", { configuration })).labels).toEqual([
      'core',
    ])
    expect((await typed("t.connect('", { configuration })).labels).toContain('web')
  })
})

test('statements are snippets with the names of the builders', async () => {
  const { labels, accept } = await typed('con')
  expect(labels).toEqual(['process', 'group', 'connection', 'scenario'])
  expect(accept('connection')).toBe("t.connect('${1:from}', '${2:to}', { label: '${3:calls}' })")
  expect(accept('scenario')).toMatch(/^flow\n {2}\.scenario\(/)
  expect((await typed('con', { capabilities: {} as never })).labels).toEqual([])
})

test('nothing is completed in comments and other code', async () => {
  expect((await typed("// t.connect('")).found).toBeNull()
  expect((await typed('const a = ')).found).toBeNull()
})

test.each([
  ['t.connect(', 'connect(from, to, { type, protocol, label, port, layer })', 'from'],
  ["t.connect('web', 'd", 'connect(from, to, { type, protocol, label, port, layer })', 'to'],
  ["t.connect('web', 'db', { type: 'http', ", undefined, '{ type, protocol, label, port, layer }'],
  ["flow.scenario('a', 'A', ", 'scenario(id, title, description?, { layer })', 'description?'],
  ["flow.parallel([['web', ", 'parallel([[from, to], …])', '[[from, to], …]'],
  ["t.createDatabase({ id: 'x' }, { x: ", undefined, 'position?'],
  ["t.createGroup('g', {}, {}, ", undefined, 'position?'],
])('the parameters at %s', async (line, label, active) => {
  const { signature, parameter } = await typed(line)
  expect(parameter).toBe(active)
  if (label !== undefined) expect(signature).toBe(label)
})

test('other calls, code and clients with TypeScript have no parameters', async () => {
  expect((await typed('console.log(')).signature).toBeUndefined()
  expect((await typed('const a = ')).signature).toBeUndefined()
  const configuration = { typescript: true }
  expect((await typed('t.connect(', { configuration })).signature).toBeUndefined()
})
