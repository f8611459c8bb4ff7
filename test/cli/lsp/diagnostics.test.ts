/** Findings while typing: the same as those of `topo validate`, of the text in the editor. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from 'vscode-languageserver-protocol'
import { calls } from '../../../src/lsp/checks/calls.ts'
import { testAll } from '../../cases.ts'
import { brief, editor } from '../../lsp/client.ts'
import { folder, put, script, topo } from '../topo.ts'
import { editorProcess } from './process.ts'

const path = 'a.topology.js'
const lonely =
  "const t = new TopologyBuilder(true)\nt.createProcess({ id: 'a', label: 'A', icon: 'serverr' })\nawait t.apply()\n"

/** What `topo validate` reports: `line:column rule`. */
async function validated(
  cwd: string,
  file: string,
  ...flags: string[]
): Promise<Record<string, string[]>> {
  const { stdout } = await topo(['validate', file, '--json', ...flags], { cwd })
  const { files } = JSON.parse(stdout) as {
    files: { path: string; findings: { line: number; column: number; rule: string }[] }[]
  }
  return Object.fromEntries(
    files.map(({ path: filePath, findings }) => [
      filePath,
      findings.map((f) => `${f.line}:${f.column} ${f.rule}`),
    ]),
  )
}

describe('the text in the editor', () => {
  test('is checked when it is opened, changed and closed', async () => {
    const cwd = folder({ 'topo.config.json': '{}', [path]: script('shop') })
    const { open, change, close, diagnostics, until, after } = await editorProcess({ cwd })
    open(path)
    expect(await diagnostics(path)).toEqual([])
    const end = after(path, "connect('shop-web', 'shop-db'")
    change(path, [{ range: { start: end, end }, text: " + 'x'" }])
    const [found] = await diagnostics(path)
    expect(found).toMatchObject({
      severity: 1,
      code: 'known-connection-ends',
      source: 'topo',
      codeDescription: { href: expect.stringMatching(/docs\/rules\.md#known-connection-ends$/) },
    })
    expect(found?.message).toMatch(
      /^"shop-dbx" is not a node or group.*\.\nDid you mean "shop-db"\?$/,
    )
    close(path)
    await until(path, (left) => left.length === 0)
  })

  test('has the findings of topo validate, with the settings of the project', async () => {
    const text = `${lonely}// topo-disable-next-line isolated-nodes -- none\nnew FlowBuilder().scenario('s', 'S')\n`
    const cwd = folder({
      'topo.config.json': '{ "rules": { "unknown-icon": "error" } }',
      [path]: text,
    })
    const { open, diagnostics } = await editor({ cwd })
    open(path)
    expect(brief(await diagnostics(path))).toEqual((await validated(cwd, path))[path])
    expect(brief(await diagnostics(path))).toContain('2:46 unknown-icon')
  })

  test.each([true, false])(
    'without a project, the folder of the editor is the root, by URI: %s',
    async (knowsFolders) => {
      const imported = "import { id } from '../b.ts'\nexport default id\n"
      const cwd = join(
        folder({ 'a#b/in/a.topology.ts': imported, 'a#b/b.ts': 'export const id = 1\n' }),
        'a#b',
      )
      const { open, diagnostics } = await editor({
        cwd,
        params: knowsFolders ? {} : { workspaceFolders: null, rootPath: cwd },
      })
      open('in/a.topology.ts')
      expect(brief(await diagnostics('in/a.topology.ts'))).toEqual([
        '1:1 uses-topology-builder',
        '1:1 calls-apply',
        '1:1 not-empty',
      ])
    },
  )

  test('is not checked if topo validate would not check its file', async () => {
    const cwd = folder({
      '.topoignore': 'b.topology.js\n',
      'topo.config.json': '{ "include": ["own/*.js"] }',
    })
    put(join(cwd, 'own/c.js'), 'null')
    const { open, diagnostics, isPublished } = await editor({ cwd })
    for (const name of ['b.topology.js', 'other.js']) open(name, 'null')
    open('own/c.js')
    expect(await diagnostics('own/c.js')).toHaveLength(3)
    expect(await diagnostics('b.topology.js')).toEqual([])
    expect(await diagnostics('other.js')).toEqual([])
    open('untitled.txt', 'x')
    expect(isPublished('untitled.txt')).toBe(false)
  })

  test('is checked again without its .topoignore, in its folder or above it', async () => {
    const names = ['a/b.topology.js', 'c/d.topology.js']
    const ignores = ['.topoignore', 'c/.topoignore']
    const cwd = folder({ 'topo.config.json': '{}', '.topoignore': 'a\n', 'c/.topoignore': 'd.*\n' })
    const { open, diagnostics, until } = await editor({ cwd })
    for (const name of names) open(name, 'null')
    for (const name of names) expect(await diagnostics(name)).toEqual([])
    for (const ignore of ignores) rmSync(join(cwd, ignore))
    for (const name of names) await until(name, (found) => found.length === 3)
  })

  test('has related places, tags and the page of a rule', async () => {
    const text = `const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: 'A' })
t.createProcess({ id: 'a', label: 'B' }) // topo-disable-line long-labels -- none
t.connect('a', 'a')
await t.apply()
`
    const cwd = folder({ 'topo.config.json': '{}' })
    const publishDiagnostics = { relatedInformation: true, tagSupport: { valueSet: [1 as const] } }
    const full = await editor({ cwd, capabilities: { textDocument: { publishDiagnostics } } })
    full.open(path, text)
    const [twice, unused] = await full.diagnostics(path)
    expect(twice?.relatedInformation?.map(({ location }) => full.at(path, location.range))).toEqual(
      ["createProcess({ id: 'a', label: 'A' })"],
    )
    expect(twice?.message).not.toContain('on line')
    expect(unused).toMatchObject({ code: 'suppression', tags: [1], severity: 4 })

    const plain = await editor({ cwd })
    plain.open(path, text)
    const [told, hint] = await plain.diagnostics(path)
    expect(told?.message).toContain(', on line 2.')
    expect([told?.relatedInformation, hint?.tags]).toEqual([undefined, undefined])
  })
})

describe('a slug that another file has too', () => {
  const withSlug = (slug: string) => `/*---\nslug: ${slug}\n---*/\n${script('shop')}`
  const rules = (found: readonly Diagnostic[]) => found.map(({ code }) => code)

  test('is reported, also of a file that is created later', async () => {
    const cwd = folder({ 'topo.config.json': '{}', 'b.topology.js': withSlug('a') })
    const dynamicRegistration = true
    const { open, change, connection, diagnostics, until, uriOf } = await editor({
      cwd,
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration } } },
    })
    const save = (name: string, text: string) => {
      put(join(cwd, name), text)
      const changes = [{ uri: uriOf(name), type: 2 }]
      void connection.sendNotification('workspace/didChangeWatchedFiles', { changes })
    }
    open(path, script('shop'))
    await until(path, (found) => String(rules(found)) === 'duplicate-slug')
    change(path, [{ text: `${script('shop')}// typed\n` }])
    expect(rules(await diagnostics(path))).toEqual(['duplicate-slug'])
    save('b.topology.js', withSlug('other'))
    await until(path, (found) => found.length === 0)
    save('new.topology.js', withSlug('A'))
    await until(path, ([found]) => String(found?.message).includes('new.topology.js'))
    change(path, [{ text: withSlug('mine') }])
    await until(path, (found) => found.length === 0)
  })

  test('is searched while nobody waits for it', async () => {
    const { open, diagnostics } = await editor({
      cwd: folder({ 'topo.config.json': '{}' }),
      endless: 'slugs',
    })
    open(path, lonely)
    expect(brief(await diagnostics(path))).toEqual(['2:46 unknown-icon'])
  })

  test('is not searched around a file whose folder nobody has opened', async () => {
    const files = { 'in/a.topology.js': script('shop'), 'in/b.topology.js': withSlug('a') }
    const cwd = folder(files)
    const file = join(cwd, 'in/a.topology.js')
    expect((await calls.slugs({ file, folders: [join(cwd, 'other')] })).size).toBe(0)
    expect([...(await calls.slugs({ file, folders: [cwd] })).values()]).toEqual(['a', 'a'])
  })
})

describe('imported files', () => {
  const files = {
    'topo.config.json': '{}',
    'a.topology.ts':
      "import { add } from './nodes.ts'\nconst t: TopologyBuilder = new TopologyBuilder(true)\nadd(t)\nawait t.apply()\n",
    'nodes.ts':
      "export const add = (t: TopologyBuilder) => {\n  t.createProcess({ id: 'a', label: 'A', icon: 'serverr' })\n}\n",
  }

  test('show their own findings, also those of texts that are not saved', async () => {
    const cwd = folder(files)
    const { open, change, close, diagnostics, until } = await editor({ cwd })
    open('a.topology.ts')
    await diagnostics('a.topology.ts')
    await until('nodes.ts', (found) => brief(found).includes('2:48 unknown-icon'))
    expect(await validated(cwd, 'a.topology.ts')).toEqual({
      'a.topology.ts': brief(await diagnostics('a.topology.ts')),
      'nodes.ts': ['2:48 unknown-icon'],
    })
    open('nodes.ts')
    change('nodes.ts', [{ text: files['nodes.ts'].replace("'serverr'", "'server'") }])
    await until('nodes.ts', (found) => found.length === 0)
    close('nodes.ts')
    await until('nodes.ts', (found) => found.length === 1)
    close('a.topology.ts')
    await until('nodes.ts', (found) => found.length === 0)
  })

  test('that are links show their findings under the name that is open', {
    tags: 'links',
  }, async () => {
    const cwd = folder({ ...files, 'real.ts': files['nodes.ts'] })
    rmSync(join(cwd, 'nodes.ts'))
    symlinkSync('real.ts', join(cwd, 'nodes.ts'))
    const { open, until } = await editor({ cwd })
    open('nodes.ts')
    open('a.topology.ts')
    await until('nodes.ts', (found) => found.length === 1)
  })

  test.each([true, false])(
    'are read again when they change on disk, reported by the editor: %s',
    async (reports) => {
      const cwd = folder(files)
      const dynamicRegistration = reports
      const { open, connection, diagnostics, until, registered, uriOf } = await editor({
        cwd,
        capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration } } },
      })
      open('a.topology.ts')
      await diagnostics('a.topology.ts')
      await until('nodes.ts', (found) => found.length === 1)
      expect(registered.map(({ method }) => method)).toEqual(
        reports ? ['workspace/didChangeWatchedFiles'] : [],
      )
      const changed = (name: string) => {
        if (!reports) return
        const changes = [{ uri: uriOf(name), type: 2 }]
        void connection.sendNotification('workspace/didChangeWatchedFiles', { changes })
      }
      // The watcher of files starts with the first check.
      await new Promise((done) => setTimeout(done, reports ? 0 : 500))
      put(join(cwd, 'nodes.ts'), files['nodes.ts'].replace("'serverr'", "'server'"))
      changed('nodes.ts')
      await until('nodes.ts', (found) => found.length === 1)
      put(
        join(cwd, 'topo.config.json'),
        '{ "rules": { "isolated-nodes": "off", "unknown-icon": "off" } }',
      )
      changed('topo.config.json')
      await until('nodes.ts', (found) => found.length === 0)
      rmSync(join(cwd, 'nodes.ts'))
      changed('nodes.ts')
      await until('a.topology.ts', (found) => found[0]?.code === 'import')
    },
  )
})

test('a client that refuses what it offered still gets diagnostics, also of changes on disk', async () => {
  const cwd = folder({ 'topo.config.json': '{}', 'ids.js': "export const id = 'a'\n" })
  const registers = { dynamicRegistration: true }
  const { open, change, connection, diagnostics, until, when, log } = await editorProcess({
    cwd,
    refuses: true,
    capabilities: {
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        didChangeConfiguration: registers,
        didChangeWatchedFiles: registers,
      },
    },
  })
  void connection.sendNotification('workspace/didChangeWorkspaceFolders', {
    event: { added: [], removed: [] },
  })
  open(path, 'for (;;);')
  const refused = [
    'client/registerCapability',
    'workspace/configuration',
    'workspace/workspaceFolders',
  ]
  for (const method of [...refused, 'window/workDoneProgress/create'])
    await when(() => log.includes(`Unhandled method ${method}`))
  change(path, [{ text: `import { id } from './ids.js'\n${lonely.replace("'a'", 'id')}` }])
  expect(brief(await diagnostics(path))).toEqual(['3:45 unknown-icon'])
  put(join(cwd, 'ids.js'), 'export const id = 1\n')
  await until(path, (found) => found.length === 2)
})

const strange = {
  'a file as a folder': './nodes.ts/x',
  'a link to itself': './loop.ts',
  'a name that is too long': `./${'x'.repeat(300)}.ts`,
  'a path that is too long': `./${'y/'.repeat(4000)}z.ts`,
  'a zero byte': './a\\0.ts',
}

test.each(Object.entries(strange))(
  'an import of %s is reported',
  { tags: 'links' },
  async (_, name) => {
    const text = `import { a } from '${name}'\n${lonely}`
    const cwd = folder({
      'topo.config.json': '{}',
      'nodes.ts': 'export const a = 1\n',
      [path]: text,
    })
    symlinkSync('loop.ts', join(cwd, 'loop.ts'))
    const { open, diagnostics } = await editor({ cwd })
    open(path)
    expect(brief(await diagnostics(path))).toEqual((await validated(cwd, path))[path])
    expect(brief(await diagnostics(path))).toContain('1:1 import')
  },
)

// Some of them come while the first text is checked.
test.each([0, 8, 12, 16, 20, 30, 40])(
  'another document that changes after %i ms costs no check',
  async (pause) => {
    const connected = "import { id } from './ids.js'\n".concat(
      script('shop').replace("connect('shop-web', 'shop-db'", "connect('shop-web', id"),
    )
    const cwd = folder({ 'topo.config.json': '{}', 'ids.js': "export const id = 'shop-db'\n" })
    const { open, change, until, diagnostics, ask, uriOf } = await editor({ cwd })
    open('ids.js')
    open(path, connected)
    await new Promise((done) => setTimeout(done, pause))
    open('b.topology.js', script('other'))
    await ask('textDocument/documentSymbol', { textDocument: { uri: uriOf(path) } })
    expect(await diagnostics(path)).toEqual([])
    change(path, [{ text: `${connected}// again\n` }])
    await new Promise((done) => setTimeout(done, pause))
    change('ids.js', [{ text: "export const id = 'nope'\n" }])
    await until(path, ([found]) => found?.code === 'known-connection-ends')
  },
)

describe('settings', () => {
  test('with an error are shown in their file, and scripts are still checked', async () => {
    const cwd = folder({ 'topo.config.json': '{\n  "rules": { "long-label": "off" }\n}' })
    const { open, diagnostics, until } = await editor({ cwd })
    open(path, lonely)
    expect(brief(await diagnostics(path))).toContain('2:46 unknown-icon')
    await until('topo.config.json', ([found]) => found?.range.start.line === 1)
  })

  test('that cannot be read are named in the script', async () => {
    const cwd = folder({ 'topo.config.json': '{}' })
    writeFileSync(join(cwd, '.topoignore'), Buffer.from([0xff]))
    const { open, diagnostics } = await editor({ cwd })
    open(path, lonely)
    expect(await diagnostics(path)).toMatchObject([
      {
        code: 'runtime',
        message: expect.stringMatching(
          /topoignore: it is not UTF-8: invalid byte.*\nMake it a UTF-8 text/s,
        ),
      },
    ])
  })

  test('of the editor name a baseline, which hides recorded findings', async () => {
    const cwd = folder({ 'topo.config.json': '{}', [path]: lonely })
    await topo(['validate', path, '--write-baseline', 'base.json'], { cwd })
    let baseline: string | undefined = 'base.json'
    const { open, diagnostics, until, connection } = await editor({
      cwd,
      capabilities: { workspace: { configuration: true } },
      configuration: () => baseline && { baseline },
    })
    open(path)
    await until(path, (found) => found.length === 0)
    expect(await diagnostics(path)).toEqual([])
    baseline = 'missing.json'
    void connection.sendNotification('workspace/didChangeConfiguration', { settings: null })
    await until('missing.json', ([found]) => String(found?.message).startsWith('No baseline found'))
    expect(brief(await diagnostics(path))).toContain('2:46 unknown-icon')
    baseline = '../outside.json'
    void connection.sendNotification('workspace/didChangeConfiguration', { settings: null })
    await until(baseline, ([found]) => String(found?.message).includes('is outside of'))
    baseline = undefined
    void connection.sendNotification('workspace/didChangeConfiguration', { settings: null })
    await until('missing.json', (found) => found.length === 0)
  })
})

describe('positions', () => {
  const line = "t.createProcess({ id: 'a', label: '🙂🙂', icon: 'serverr' })"
  const text = `const t = new TopologyBuilder(true)\n${line}\nawait t.apply()\n`
  const before = line.slice(0, line.indexOf("'serverr'"))
  const widths = {
    'utf-8': Buffer.byteLength(before),
    'utf-16': before.length,
    'utf-32': [...before].length,
  }

  test.each(Object.entries(widths))('count %s', async (encoding, column) => {
    const { open, change, diagnostics, server } = await editor({
      cwd: folder({ 'topo.config.json': '{}' }),
      capabilities: { general: { positionEncodings: ['utf-7', encoding, 'utf-16'] } },
    })
    expect(server.positionEncoding).toBe(encoding)
    open(path, text)
    const icon = (await diagnostics(path)).find(({ code }) => code === 'unknown-icon')
    expect(icon?.range).toEqual({
      start: { line: 1, character: column },
      end: { line: 1, character: column + 9 },
    })
    // The changes refer to the text after those before them.
    const at = (lineNumber: number, character: number) => ({
      start: { line: lineNumber, character },
      end: { line: lineNumber, character },
    })
    const long = (character: number) => ({
      start: { line: 1, character: character + 8 },
      end: { line: 1, character: character + 9 },
    })
    const edits = (columnNumber: number) => [
      { range: long(columnNumber - 1), text: 'x' },
      { range: at(0, 0), text: '// 🙂\n' },
    ]
    change(path, edits(before.length), edits(column))
    const [changed] = await diagnostics(path)
    expect(String(changed?.message)).toContain('"serverx" is not a documented icon')
    expect(changed?.range.start).toEqual({ line: 2, character: column })
  })

  test('are right with a byte order mark, and with every kind of line end', async () => {
    const { open, diagnostics } = await editor({ cwd: folder({ 'topo.config.json': '{}' }) })
    open(path, `\uFEFFconst t = new TopologyBuilder(1)\r\n${line}\r\nawait t.apply()`)
    expect(brief(await diagnostics(path))).toContain(`2:${before.length + 1} unknown-icon`)
    open('b.topology.js', `const t = new TopologyBuilder(true)\r${line}\rawait t.apply()`)
    expect(brief(await diagnostics('b.topology.js'))).toContain(
      `2:${before.length + 1} unknown-icon`,
    )
  })
})

describe('a script that never ends', () => {
  test('blocks neither the next text nor other scripts', async () => {
    const { open, change, diagnostics, isPublished } = await editorProcess({
      cwd: folder({ 'topo.config.json': '{}' }),
    })
    open(path, `for (;;) new Array(9).fill('x').map((a) => a + a)\n${lonely}`)
    await new Promise((done) => setTimeout(done, 100))
    open('b.topology.js', lonely)
    expect(brief(await diagnostics('b.topology.js'))).toEqual(['2:46 unknown-icon'])
    expect(isPublished(path)).toBe(false)
    change(path, [{ text: `\n${lonely}` }])
    expect(brief(await diagnostics(path))).toEqual(['3:46 unknown-icon'])
  })

  testAll('has its finding in the end', async () => {
    const { open, diagnostics } = await editorProcess({ cwd: folder({ 'topo.config.json': '{}' }) })
    open(path, 'for (;;);')
    expect(brief(await diagnostics(path))).toEqual(['1:1 timeout'])
  })

  test('blocks no request about another script, nor about its next text', async () => {
    const { open, change, ask, uriOf, after } = await editorProcess({
      cwd: folder({ 'topo.config.json': '{}' }),
    })
    const loop = 'while (true);\n'
    open(path, `${loop}${script('a')}`)
    open('b.topology.js', script('b'))
    const definition = (file: string, text: string) =>
      ask<unknown[]>('textDocument/definition', {
        textDocument: { uri: uriOf(file) },
        position: after(file, text),
      })
    const stuck = definition(path, "connect('a-w")
    const other = definition('b.topology.js', "connect('b-w")
    expect(await Promise.race([other.then(() => 'other'), stuck.then(() => 'stuck')])).toBe('other')
    const start = { line: 0, character: 0 }
    change(path, [{ range: { start, end: { line: 1, character: 0 } }, text: '' }])
    expect(await definition(path, "connect('a-w")).toHaveLength(1)
  })
})
