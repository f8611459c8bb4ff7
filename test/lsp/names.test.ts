/** Names in an editor: go to, list and rename nodes, hover, outline and folding. */
import { describe, expect, test } from 'vitest'
import type {
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  SymbolInformation,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { folder, script } from '../cli/topo.ts'
import { editor } from './client.ts'

const path = 'shop.topology.js'
const shop = `/*---
name: Shop
---*/
const t = new TopologyBuilder(true)
t.createGroup('backend', { label: 'web' })
  .addProcess({ id: 'web', label: 'web', description: 'Serves *pages*' })
  .addProcess({ id: 'db', label: 'Database', replicas: 2 })
  .autoResize()
t.createProcess({ label: 'User', id: 'user' })
t.connect('user', 'web', { label: 'web' })
t.connect("web", 'db-2')
await t.apply()
const flow = new FlowBuilder()
flow.scenario('buy', 'Buy a book')
  .from('user')
  .to('web')
  .parallel([['web', 'db'], ['user', 'web']])
return flow
`

async function opened(
  files: Record<string, string> = { [path]: shop },
  open = Object.keys(files),
  capabilities = {},
) {
  const client = await editor({ cwd: folder({ 'topo.config.json': '{}', ...files }), capabilities })
  for (const one of open) client.open(one)
  const at = (text: string, file = path) => ({
    textDocument: { uri: client.uriOf(file) },
    position: client.after(file, text),
  })
  /** File, line and text of places. */
  const places = (locations: Location[] | null) =>
    locations?.map(({ uri, range }) => {
      const file = Object.keys(files).find((one) => client.uriOf(one) === uri) ?? uri
      return `${file}:${range.start.line + 1} ${open.includes(file) ? client.at(file, range) : ''}`
    })
  return { ...client, at, places }
}

describe('a name', () => {
  test('leads to the node, from connections, steps and the node itself', async () => {
    const { ask, at, places } = await opened()
    const definition = async (text: string) =>
      places(await ask<Location[]>('textDocument/definition', at(text)))
    expect(await definition("connect('us")).toEqual([`${path}:9 user`])
    expect(await definition("'web', 'db")).toEqual([`${path}:7 db`])
    expect(await definition("parallel([['we")).toEqual([`${path}:6 web`])
    expect(await definition("id: 'we")).toEqual([`${path}:6 web`])
    expect(await definition("createGroup('ba")).toEqual([`${path}:5 backend`])
  })

  test('is not found in labels that look like it, in options or in comments', async () => {
    const { ask, at } = await opened()
    for (const text of ["label: 'w", "'web', { label: 'we", 'name: Sh', 'const ']) {
      expect(await ask('textDocument/definition', at(text))).toBeNull()
    }
  })

  test('is found in all scripts of the workspace, by id and label, and in the same namespace only', async () => {
    const other = (header: string) =>
      `${header}const t = new TopologyBuilder(true)\nt.createProcess({ id: 'web', label: 'Front' })\nt.createProcess({ id: 'cdn', label: 'Delivery' })\nt.connect('cdn', 'web')\nawait t.apply()\n`
    const files = {
      [path]: shop,
      'b/other.topology.js': other(''),
      'bank.topology.js': other('/*---\nnamespace: bank\n---*/\n'),
      'broken.topology.js': "const web = 'web'\nnothing(",
    }
    const { ask, at, places, change } = await opened(files, [path])
    const context = { includeDeclaration: true }
    const found = places(await ask('textDocument/references', { ...at(".to('we"), context }))
    expect(found?.filter((place) => !place.startsWith(path))).toEqual([
      'b/other.topology.js:2 ',
      'b/other.topology.js:4 ',
    ])
    const symbols = async (query: string) =>
      (await ask<SymbolInformation[]>('workspace/symbol', { query })).map(
        ({ name, location }) => `${name} ${places([location])?.[0]?.trim()}`,
      )
    expect(await symbols('DELIV')).toEqual([
      'cdn b/other.topology.js:3',
      'bank/cdn bank.topology.js:6',
    ])
    // Open documents count with their texts.
    change(path, [{ text: shop.replaceAll('user', 'reader') }])
    expect((await symbols('reader')).map((one) => one.slice(0, 24))).toEqual([
      'reader shop.topology.js:',
    ])
    expect(await symbols('nothing like this')).toEqual([])
  })

  test('lists its uses, with and without the node, and marks them', async () => {
    const { ask, at, places } = await opened()
    const all = [10, 11, 16, 17, 17].map((line) => `${path}:${line} web`)
    const references = async (includeDeclaration: boolean) =>
      places(
        await ask('textDocument/references', { ...at(".to('we"), context: { includeDeclaration } }),
      )
    expect(await references(false)).toEqual(all)
    expect(await references(true)).toEqual([`${path}:6 web`, ...all])
    const marks = await ask<DocumentHighlight[]>('textDocument/documentHighlight', at(".to('we"))
    expect(marks.map(({ kind }) => kind)).toEqual([3, 2, 2, 2, 2, 2])
  })

  test('tells what it is, who calls it, what it calls, and its scenarios', async () => {
    const { ask, at } = await opened()
    const text = async (place: string) =>
      ((await ask<Hover>('textDocument/hover', at(place))).contents as { value: string }).value
    expect(await text("connect('user', 'we")).toBe(
      '**web**, process `web` in web\n\nServes \\*pages\\*\n\nCalled by: User \\(web\\)\n\nCalls: Database\n\nScenarios: Buy a book',
    )
    expect(await ask('textDocument/hover', at('const '))).toBeNull()
  })

  test('is told soon from the last text, while the new one runs and runs', async () => {
    const cwd = folder({ 'topo.config.json': '{}', [path]: shop })
    const client = await editor({
      cwd,
      endlessText: 'for (;;);',
      params: { initializationOptions: { pictures: true } },
    })
    client.open(path)
    const hover = () =>
      client.ask<Hover | null>('textDocument/hover', {
        textDocument: { uri: client.uriOf(path) },
        position: client.after(path, "connect('us"),
      })
    const before = (await hover())?.contents as { value: string }
    expect(before.value).toContain('Calls: web')
    expect(before.value).toContain('![](data:image')

    const end = client.after(path, 'return flow')
    client.change(path, [{ range: { start: end, end }, text: '\nfor (;;);' }])
    const after = (await hover())?.contents as { value: string }
    expect(after.value).toContain('Calls: web')
    expect(after.value).not.toContain('![]')
  })

  test('is drawn with its neighbours where the client shows images', async () => {
    const cwd = folder({ 'topo.config.json': '{}', [path]: shop })
    const client = await editor({ cwd, params: { initializationOptions: { pictures: true } } })
    client.open(path)
    const asked = {
      textDocument: { uri: client.uriOf(path) },
      position: client.after(path, "connect('us"),
    }
    const { value } = (await client.ask<Hover>('textDocument/hover', asked)).contents as {
      value: string
    }
    const [, data = ''] = /!\[\]\(data:image\/svg\+xml;base64,([^)]+)\)$/.exec(value) ?? []
    const svg = Buffer.from(data, 'base64').toString()
    expect([...svg.matchAll(/data-node="([^"]+)"/g)].map(([, key]) => key).sort()).toEqual([
      'backend',
      'user',
      'web',
    ])
  })

  test('keeps working while the text has errors, as of the last text that ran', async () => {
    const { ask, at, change, places, diagnostics } = await opened()
    await ask('textDocument/definition', at("connect('us"))
    const end = { line: 19, character: 0 }
    change(path, [{ range: { start: end, end }, text: 't.connect(' }])
    expect(await diagnostics(path)).toHaveLength(1)
    expect(places(await ask('textDocument/definition', at("connect('us")))).toEqual([
      `${path}:9 user`,
    ])
  })
})

describe('rename', () => {
  const applied = (
    edit: WorkspaceEdit,
    client: { uriOf(path: string): string; text(path: string): string },
    file = path,
  ) => {
    const changed = edit.documentChanges?.flatMap((one) => ('edits' in one ? [one] : [])) ?? []
    const edits =
      edit.changes?.[client.uriOf(file)] ??
      (changed.find(({ textDocument }) => textDocument.uri === client.uriOf(file))
        ?.edits as TextEdit[])
    return TextDocument.applyEdits(TextDocument.create('', '', 0, client.text(file)), edits ?? [])
  }

  test('changes the id and every name of it, and no label', async () => {
    const client = await opened()
    const { ask, at } = client
    const edit = await ask<WorkspaceEdit>('textDocument/rename', {
      ...at(".to('we"),
      newName: 'site',
    })
    expect(applied(edit, client)).toBe(
      shop
        .replace("id: 'web'", "id: 'site'")
        .replace("'user', 'web'", "'user', 'site'")
        .replace('"web"', '"site"')
        .replace(".to('web')", ".to('site')")
        .replace("[['web', 'db'], ['user', 'web']]", "[['site', 'db'], ['user', 'site']]"),
    )
  })

  test('keeps the number of a replica, and names what cannot follow', async () => {
    const capabilities = {
      workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } },
      textDocument: { rename: { prepareSupport: true } },
    }
    const client = await opened({ [path]: shop }, [path], capabilities)
    const { ask, at, at: place, server } = client
    expect(server.renameProvider).toEqual({ prepareProvider: true })
    expect(await ask('textDocument/prepareRename', place("id: 'd"))).toMatchObject({
      placeholder: 'db',
    })
    const edit = await ask<WorkspaceEdit>('textDocument/rename', {
      ...at("id: 'd"),
      newName: 'store',
    })
    expect(applied(edit, client)).toContain("'store-2'")
    expect(edit.changeAnnotations?.rename?.description).toBe(
      'Comments on "db" on the service keep its old id.',
    )
  })

  const looped = `const t = new TopologyBuilder(true)
for (const n of [1, 2]) t.createProcess({ id: 'node-' + n, label: 'Node' })
t.connect('node-1', 'node-2')
await t.apply()
`
  test.each([
    [
      looped,
      "connect('no",
      'x',
      '"node-1" is computed at shop.topology.js:2, so it cannot be renamed.',
    ],
    [shop, "id: 'we", 'user', '"user" is already a node of shop.topology.js.'],
    [shop, "id: 'we", "it's", 'An id needs 1 to 200 characters, without quotes'],
    [shop, "id: 'we", '', 'An id needs 1 to 200 characters'],
  ])('is refused with the reason (%#)', async (code, text, newName, reason) => {
    const { ask, at } = await opened({ [path]: code })
    await expect(ask('textDocument/rename', { ...at(text), newName })).rejects.toThrow(reason)
  })

  test('is refused while the script has errors', async () => {
    const { ask, at, change, diagnostics } = await opened()
    await ask('textDocument/definition', at("connect('us"))
    const end = { line: 19, character: 0 }
    change(path, [{ range: { start: end, end }, text: 't.connect(' }])
    await diagnostics(path)
    const asked = ask('textDocument/rename', { ...at("connect('us"), newName: 'x' })
    await expect(asked).rejects.toThrow('shop.topology.js has errors. Fix them first.')
  })

  const files = {
    'nodes.ts':
      "export function add(t: TopologyBuilder): void {\n  t.createProcess({ id: 'web', label: 'web' })\n}\n",
    'a.topology.ts':
      "import { add } from './nodes.ts'\nconst t: TopologyBuilder = new TopologyBuilder(true)\nadd(t)\nt.createProcess({ id: 'db', label: 'Db' })\nt.connect('web', 'db')\nawait t.apply()\n",
    'b.topology.js':
      "import { add } from './nodes.ts'\nconst t = new TopologyBuilder(true)\nadd(t)\nt.createProcess({ id: 'x', label: 'X' })\nt.connect('x', 'web')\nawait t.apply()\n",
    'other.topology.js': script('other').replaceAll('other-web', 'web'),
  }

  test('follows imports, into scripts that are not open, and into no other script', async () => {
    const client = await opened(files, ['a.topology.ts', 'nodes.ts'])
    const { ask, at, uriOf } = client
    const named = at("connect('we", 'a.topology.ts')
    const edit = await ask<WorkspaceEdit>('textDocument/rename', { ...named, newName: 'site' })
    expect(Object.keys(edit.changes ?? {}).sort()).toEqual(
      ['a.topology.ts', 'b.topology.js', 'nodes.ts'].map(uriOf),
    )
    expect(applied(edit, client, 'nodes.ts')).toContain("id: 'site', label: 'web'")
    expect(applied(edit, client, 'a.topology.ts')).toContain("connect('site', 'db')")
    expect(edit.changes?.[uriOf('b.topology.js')]).toMatchObject([
      { newText: 'site', range: { start: { line: 4 } } },
    ])
    const fromImport = { ...at("id: 'we", 'nodes.ts'), newName: 'site' }
    expect(await ask('textDocument/rename', fromImport)).toEqual(edit)
  })

  test('counts columns after a byte order mark, as editors do', async () => {
    const firstLine =
      "import { add } from './nodes.ts'; const t = new TopologyBuilder(true); add(t); "
    const marked = `\uFEFF${firstLine}t.createProcess({ id: 'x', label: 'X' }); t.connect('x', 'web')\nawait t.apply()\n`
    const { ask, at, uriOf } = await opened({ ...files, 'b.topology.js': marked }, [
      'a.topology.ts',
    ])
    const edit = await ask<WorkspaceEdit>('textDocument/rename', {
      ...at("connect('we", 'a.topology.ts'),
      newName: 'site',
    })
    const [change] = edit.changes?.[uriOf('b.topology.js')] ?? []
    expect(change?.range.start).toEqual({ line: 0, character: marked.slice(1).indexOf("web')") })
  })

  test('is refused if another script that imports the file has errors', async () => {
    const broken = { ...files, 'b.topology.js': `${files['b.topology.js']}if (` }
    const { ask, at } = await opened(broken, ['a.topology.ts'])
    const asked = ask('textDocument/rename', {
      ...at("connect('we", 'a.topology.ts'),
      newName: 'site',
    })
    await expect(asked).rejects.toThrow(/b\.topology\.js imports the same file and has errors/)
  })
})

test('the outline has groups with their nodes, connections and scenarios', async () => {
  const hierarchical = {
    textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
  }
  const { ask, uriOf } = await opened({ [path]: shop }, [path], hierarchical)
  const symbols = await ask<DocumentSymbol[]>('textDocument/documentSymbol', {
    textDocument: { uri: uriOf(path) },
  })
  const tree = (all: DocumentSymbol[] = []): unknown[] =>
    all.map(({ name, detail, children }) => [name, detail, ...tree(children)])
  expect(tree(symbols)).toEqual([
    ['web', 'backend', ['web', 'web'], ['Database', 'db']],
    ['User', 'user'],
    ['user → web', 'web'],
    ['web → db-2', ''],
    ['Buy a book', 'scenario'],
  ])
  const [group, , , , scenario] = symbols
  expect([group?.range.start.line, group?.range.end.line]).toEqual([4, 6])
  expect([scenario?.range.start.line, scenario?.range.end.line]).toEqual([13, 16])
})

test('a client without trees gets a list', async () => {
  const { ask, uriOf } = await opened()
  const symbols = await ask<{ name: string; containerName?: string }[]>(
    'textDocument/documentSymbol',
    {
      textDocument: { uri: uriOf(path) },
    },
  )
  expect(symbols.map(({ name, containerName }) => [containerName, name])).toContainEqual([
    'web',
    'Database',
  ])
})

test('a header behind other comments folds, and a comment that only looks like one does not', async () => {
  const files = {
    [path]: '// SPDX\n// more\n/*---\nname: A\n---*/\n',
    'b.topology.js': 'f()\n/*---\nname: A\n---*/\n',
  }
  const { open, ask, uriOf } = await editor({ cwd: folder({ 'topo.config.json': '{}', ...files }) })
  const folds = (file: string) => {
    open(file)
    return ask<FoldingRange[]>('textDocument/foldingRange', { textDocument: { uri: uriOf(file) } })
  }
  expect(await folds(path)).toEqual([{ startLine: 2, endLine: 4, kind: 'comment' }])
  expect(await folds('b.topology.js')).toEqual([])
})

test('the header, groups and scenarios fold', async () => {
  const { ask, uriOf } = await opened()
  const ranges = await ask<FoldingRange[]>('textDocument/foldingRange', {
    textDocument: { uri: uriOf(path) },
  })
  expect(ranges).toEqual([
    { startLine: 0, endLine: 2, kind: 'comment' },
    { startLine: 4, endLine: 6, kind: 'region' },
    { startLine: 13, endLine: 16, kind: 'region' },
  ])
})

test('a group that ends in another file does not fold, and neither does one that is declared there', async () => {
  const files = {
    'nodes.ts': `// Declares a group, and the last node of another one.
export function add(t: TopologyBuilder, group: GroupBuilder): GroupBuilder {
  t.createGroup('far', { label: 'Far' })
    .addProcess({ id: 'x', label: 'X' })
  group
    .addProcess({ id: 'y', label: 'Y' })
  return t.createGroup('open', { label: 'Open' })
}
`,
    'shop.topology.ts': `import { add } from './nodes.ts'
const t = new TopologyBuilder(true)
const split = t.createGroup('split', { label: 'Split' })
t.createGroup('near', { label: 'Near' })
  .addProcess({ id: 'z', label: 'Z' })
const open = add(t, split)
t.createProcess({ id: 'v', label: 'V' })
t.createProcess({ id: 'u', label: 'U' })
open.addProcess({ id: 'w', label: 'W' })
await t.apply()
`,
  }
  const file = 'shop.topology.ts'
  const { ask, uriOf } = await opened(files, [file])
  const ranges = await ask<FoldingRange[]>('textDocument/foldingRange', {
    textDocument: { uri: uriOf(file) },
  })
  expect(ranges).toEqual([{ startLine: 3, endLine: 4, kind: 'region' }])
})
