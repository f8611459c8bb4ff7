/** `topo convert`: files of other tools become scripts of the project; each file has its own result. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyRepository, folder, topo, topoOnTerminal } from '../topo.ts'

const flow = `flowchart LR
  subgraph shop [Shop]
    web[Web app] -->|asks| api
  end
  style web fill:#f9f
`
const fenced = (text: string) => `\`\`\`mermaid\n${text}\`\`\`\n`
const files = {
  ...emptyRepository,
  'docs/shop/flow.mmd': flow,
  'docs/guide.md': `# Guide\n## First steps\n${fenced('sequenceDiagram\n  A->>B: Hi\n')}## All\n${fenced('graph TD\n  A --> B\n')}`,
  'docs/compose.yaml':
    'services:\n  web:\n    image: nginx\n    depends_on: [db]\n  db:\n    image: postgres\n',
  'docs/bank.dsl':
    'workspace "Bank" {\n  model {\n    u = person "Customer"\n    s = softwareSystem "Bank"\n    u -> s "Uses"\n  }\n  views {\n    systemContext s "Context" {\n      include *\n    }\n  }\n}\n',
  'docs/bad.mmd': 'flowchart LR\n  A[\n',
  'docs/old.puml': '@startuml\nA -> B\n@enduml\n',
  'docs/kinds.mmd': 'classDiagram\n  A <|-- B\n',
  'docs/package.json': '{ "name": "docs" }',
  'docs/.gitlab-ci.yml': 'include:\n  - local: a.yml\nservices:\n  - docker:dind\n',
  'docs/node_modules/x/readme.md': fenced('graph TD\n  X --> Y\n'),
}

const rows = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

describe('a folder', () => {
  test('is converted below diagrams with its folders; other files are listed, and a bad one costs no other', async () => {
    const cwd = folder(files)
    const { code, stdout, stderr } = await topo(['convert', 'docs'], { cwd })
    expect(code).toBe(1)
    expect(rows(stdout).map((row) => row.slice(0, 3))).toEqual([
      ['failed', '', 'docs/bad.mmd'],
      ['created', 'diagrams/docs/context.topology.js', 'docs/bank.dsl'],
      ['created', 'diagrams/docs/docs.topology.js', 'docs/compose.yaml'],
      ['created', 'diagrams/docs/guide-first-steps.topology.js', 'docs/guide.md:4'],
      ['created', 'diagrams/docs/guide-all.topology.js', 'docs/guide.md:9'],
      ['skipped', '', 'docs/kinds.mmd'],
      ['skipped', '', 'docs/old.puml'],
      ['created', 'diagrams/docs/shop/flow.topology.js', 'docs/shop/flow.mmd'],
    ])
    expect(stdout).toContain('Line 2: the text of "A" does not end. Put the text in quotes')
    expect(stdout).toContain('This is PlantUML; topo reads Mermaid, Compose and Structurizr.')
    expect(stderr).toContain('Left out:\ndocs/shop/flow.mmd:5\tstyle of web\n')
    expect(stderr).toContain('1 failed, 5 created, 2 skipped')
    expect(readFileSync(join(cwd, 'diagrams/docs/shop/flow.topology.js'), 'utf8')).toBe(`/*---
direction: right
---*/
const topology = new TopologyBuilder(true)

const shop = topology.createGroup('shop', { label: 'Shop' })
shop
  .addProcess({ id: 'web', label: 'Web app' })
  .newRow()
  .addProcess({ id: 'api', label: 'api' })
  .autoResize()

topology.connect('web', 'api', { label: 'asks' })

await topology.apply()
`)
    expect(await topo(['validate', '--fail-on', 'warning'], { cwd })).toMatchObject({ code: 0 })
  })

  test('converted again is unchanged; an edited script is kept, unless forced', async () => {
    const cwd = folder({ ...emptyRepository, 'a.mmd': flow })
    const script = join(cwd, 'diagrams/a.topology.js')
    expect((await topo(['convert', '.'], { cwd })).stderr).toMatch(/\nNext: topo validate\n$/)
    expect(rows((await topo(['convert', '.'], { cwd })).stdout)[0]?.[0]).toBe('unchanged')
    const edited = `// mine\n${readFileSync(script, 'utf8')}`
    const other = folder({ ...emptyRepository, 'a.mmd': flow, 'diagrams/a.topology.js': edited })
    const refused = await topo(['convert', 'a.mmd', '--json'], { cwd: other })
    expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([2, 'TOPO_FILE_EXISTS'])
    expect(readFileSync(join(other, 'diagrams/a.topology.js'), 'utf8')).toBe(edited)
    expect((await topo(['convert', 'a.mmd', '--force'], { cwd: other })).stdout).toMatch(
      /^overwritten\t/,
    )
    expect(readFileSync(join(other, 'diagrams/a.topology.js'), 'utf8')).not.toContain('mine')
  })

  test('has each workspace with the files that it includes, and a file that is not UTF-8 fails', async () => {
    const cwd = folder({
      ...emptyRepository,
      'docs/model.dsl': 'u = person "User"\ns = softwareSystem "S"\nu -> s "Reads\\nand writes"\n',
      'docs/styles.dsl': 'element "Person" {\n  shape person\n}\n',
      'docs/workspace.dsl':
        'workspace {\nmodel {\n!include model.dsl\n}\nviews {\nsystemContext s "All" {\ninclude *\n}\nstyles {\n!include styles.dsl\n}\n}\n}\n',
    })
    writeFileSync(join(cwd, 'docs/other.mmd'), Buffer.from(`\uFEFF${flow}`, 'utf16le'))
    const { code, stdout } = await topo(['convert', 'docs'], { cwd })
    expect([code, rows(stdout)]).toEqual([
      1,
      [
        ['failed', '', 'docs/other.mmd', expect.stringContaining('UTF-16')],
        ['created', 'diagrams/docs/all.topology.js', 'docs/workspace.dsl', '2 nodes, 1 connection'],
      ],
    ])
    expect(readFileSync(join(cwd, 'diagrams/docs/all.topology.js'), 'utf8')).toContain(
      "'Reads\\nand writes'",
    )
  })

  test('without a diagram is an error', async () => {
    const cwd = folder({ 'docs/readme.md': '# No diagram', 'docs/a.json': '{}' })
    expect(await topo(['convert', 'docs'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No diagram found in docs. [TOPO_NO_DIAGRAM]'),
    })
  })
})

test('--dry-run and --json say what would be written, and write nothing', async () => {
  const cwd = folder({ ...emptyRepository, 'a.mmd': flow })
  const { code, stdout } = await topo(
    ['convert', 'a.mmd', '--into', 'x/y', '--dry-run', '--json'],
    { cwd },
  )
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      items: [
        {
          action: 'created',
          source: 'a.mmd',
          line: 1,
          path: 'x/y/a.topology.js',
          slug: 'a',
          nodes: 2,
          connections: 1,
          scenarios: 0,
          renamedIds: [],
          namespace: null,
          leftOut: [{ line: 5, what: 'style of web' }],
          error: null,
          reason: '',
          hint: null,
        },
      ],
      totalCount: 1,
    },
  ])
  expect(existsSync(join(cwd, 'x'))).toBe(false)
})

test('standard input is read in the language that --from names', async () => {
  const cwd = folder({ ...emptyRepository })
  const input = 'services:\n  web:\n    image: nginx\n'
  expect(await topo(['convert', '-', '--from', 'compose'], { cwd, input })).toMatchObject({
    code: 0,
    stdout: 'created\tdiagrams/diagram.topology.js\tstandard input\t1 node, 0 connections\n',
  })
  expect(await topo(['convert', '-', '--from', 'structurizr'], { cwd, input })).toMatchObject({
    code: 1,
  })
})

test('a file that is not there, or in no known language, says what to do', async () => {
  const cwd = folder({ 'a.puml': '@startuml\n', 'b.txt': 'hello' })
  const said = async (file: string) => {
    const { code, stdout, stderr } = await topo(['convert', file], { cwd })
    return [code, stdout + stderr] as const
  }
  expect(await said('no.mmd')).toEqual([
    2,
    expect.stringContaining('File or folder not found: no.mmd.'),
  ])
  expect(await said('a.puml')).toEqual([
    2,
    expect.stringContaining('This is PlantUML; topo reads Mermaid'),
  ])
  expect(await said('b.txt')).toEqual([2, expect.stringContaining('No diagram was recognised')])
})

test('diagrams of the same name in two folders have slugs of their own', async () => {
  const cwd = folder({
    ...emptyRepository,
    'docs/a/overview.mmd': flow,
    'docs/b/overview.mmd': flow,
  })
  const { stdout } = await topo(['convert', 'docs', '--json'], { cwd })
  expect(
    JSON.parse(stdout).items.map(({ path, slug }: Record<string, string>) => [path, slug]),
  ).toEqual([
    ['diagrams/docs/a/overview.topology.js', 'overview'],
    ['diagrams/docs/b/overview.topology.js', 'b-overview'],
  ])
  expect(readFileSync(join(cwd, 'diagrams/docs/b/overview.topology.js'), 'utf8')).toContain(
    'slug: b-overview\n',
  )
  expect(await topo(['validate'], { cwd })).toMatchObject({ code: 0 })
})

test('compose files of two folders are two scripts, and a wider folder changes none of them', async () => {
  const compose = 'services:\n  web:\n    image: nginx\n'
  const cwd = folder({
    ...emptyRepository,
    'a/compose.yaml': compose,
    'b/compose.yaml': compose,
    'b/overview.mmd': flow,
    'overview.mmd': flow,
  })
  const converted = async (...names: string[]) => {
    const { stdout } = await topo(['convert', ...names], { cwd })
    return rows(stdout).map((row) => row.slice(0, 2).join(' '))
  }
  expect(await converted('a/compose.yaml')).toEqual(['created diagrams/a/a.topology.js'])
  expect(await converted('b/compose.yaml')).toEqual(['created diagrams/b/b.topology.js'])
  expect(await converted('b')).toEqual([
    'unchanged diagrams/b/b.topology.js',
    'created diagrams/b/overview.topology.js',
  ])
  expect(await converted('.')).toEqual([
    'unchanged diagrams/a/a.topology.js',
    'unchanged diagrams/b/b.topology.js',
    'unchanged diagrams/b/overview.topology.js',
    'created diagrams/overview.topology.js',
  ])
  const slugs = await topo(['validate', '--json'], { cwd })
  expect(slugs.code).toBe(0)
  expect(readFileSync(join(cwd, 'diagrams/overview.topology.js'), 'utf8')).toContain('slug: ')
})

test('a repository that git refuses is named, and files that it may ignore are read', async () => {
  const cwd = folder({ '.git/HEAD': '', '.gitignore': 'a.mmd\n', 'a.mmd': flow })
  const { code, stdout } = await topo(['convert', '.'], { cwd })
  const [refused, converted] = rows(stdout)
  expect(code).toBe(0)
  expect(refused?.join(' ')).toMatch(/^skipped .*git .* Files that git ignores are read too\.$/)
  expect(converted?.slice(0, 2)).toEqual(['created', 'diagrams/a.topology.js'])
})

test('a folder names what it does not read: ignored files, files of others, exports of a workspace', async () => {
  const workspace =
    'workspace {\nmodel {\nu = person "U"\ns = softwareSystem "S"\nu -> s "Uses"\n}\nviews {\nsystemContext s "Seen" {\ninclude *\n}\n}\n}\n'
  const cwd = folder({
    '.gitignore': 'build/\n*.tmp.mmd\n',
    '.github/flow.mmd': flow,
    'build/out.mmd': flow,
    'old.tmp.mmd': flow,
    'vendor/lib/flow.mmd': flow,
    'workspace.dsl': workspace,
    'workspace.json': '{ "model": {}, "views": {} }',
  })
  execFileSync('git', ['init', '-q'], { cwd })
  const { code, stdout } = await topo(['convert', '.'], { cwd })
  expect([code, rows(stdout)]).toEqual([
    0,
    [
      ['skipped', '', 'build', 'git ignores it.'],
      ['skipped', '', 'old.tmp.mmd', 'git ignores it.'],
      ['skipped', '', 'vendor', 'Its files come from elsewhere; name the folder to read it.'],
      ['created', 'diagrams/github/flow.topology.js', '.github/flow.mmd', expect.anything()],
      ['created', 'diagrams/seen.topology.js', 'workspace.dsl', '2 nodes, 1 connection'],
      ['skipped', '', 'workspace.json', 'The .dsl file beside it draws the same.'],
    ],
  ])
  expect(rows((await topo(['convert', 'vendor'], { cwd })).stdout)[0]?.slice(0, 2)).toEqual([
    'created',
    'diagrams/vendor/lib/flow.topology.js',
  ])
})

test('each row has the line of its block, and blocks that are no diagrams are skipped', async () => {
  const blocks = [
    '# Guide',
    fenced('gantt\n  title A plan\n'),
    fenced('{{ include "flow.mmd" }}\n'),
    fenced('flowchart LR\n  A[\n'),
    '```sh\n# no heading\n```',
    fenced(flow),
    '',
  ].join('\n')
  const cwd = folder({ ...emptyRepository, 'guide.md': blocks })
  const { code, stdout } = await topo(['convert', 'guide.md'], { cwd })
  expect(rows(stdout).map((row) => row.slice(0, 3))).toEqual([
    ['skipped', '', 'guide.md:3'],
    ['skipped', '', 'guide.md:8'],
    ['failed', '', 'guide.md:12'],
    ['created', 'diagrams/guide-guide.topology.js', 'guide.md:20'],
  ])
  expect(code).toBe(1)
})

test.each([
  ['colons', `::: mermaid\n${flow}:::\n`],
  ['HTML', `<pre class="mermaid">\n${flow.replaceAll('>', '&gt;')}</pre>\n`],
  ['HTML in one element', `<div class='mermaid big'>${flow.replaceAll('>', '&gt;')}</div>\n`],
])(
  'a diagram between %s is read, and a single one has the name of its heading',
  async (_, text) => {
    const cwd = folder({ ...emptyRepository, 'readme.md': `# The shop\n\n${text}` })
    const { stdout } = await topo(['convert', 'readme.md'], { cwd })
    expect(rows(stdout)[0]?.slice(0, 2)).toEqual(['created', 'diagrams/the-shop.topology.js'])
  },
)

test('hostile names and texts stay texts, and no secret gets into a script', async () => {
  const cwd = folder({
    ...emptyRepository,
    'docs/--force\u001B[31m.mmd': `flowchart LR\n  A["'); process.exit(1); ('"] -->|"\u202Ex */ \`\${1}"| B["postgres://u:hunter22@db/x"]\n`,
  })
  const { code, stdout, stderr } = await topo(['convert', 'docs'], { cwd })
  expect(code).toBe(0)
  expect(stdout + stderr).not.toContain('\u001B')
  const text = readFileSync(join(cwd, 'diagrams/docs/force-31m.topology.js'), 'utf8')
  expect(text).not.toContain('hunter22')
  expect(text).not.toContain('\u202E')
  expect(await topo(['validate'], { cwd })).toMatchObject({ code: 0 })
})

test('included files are read inside of the project only', async () => {
  const cwd = folder({
    'secret.yaml': 'services:\n  hidden:\n    image: x\n',
    'project/.git/HEAD': '',
    'project/compose.yaml':
      'include:\n  - ../secret.yaml\n  - more.yaml\nservices:\n  web:\n    image: nginx\n',
    'project/more.yaml': 'services:\n  db:\n    image: postgres\n',
  })
  const { stdout, stderr } = await topo(['convert', 'compose.yaml'], { cwd: join(cwd, 'project') })
  expect(stdout).toContain('2 nodes')
  expect(stderr).toContain('compose.yaml:2\tfile ../secret.yaml, which is outside of the project')
})

test('an example in a longer fence is no diagram, and other fences hide none', async () => {
  const cwd = folder({
    ...emptyRepository,
    'a.md': `\`\`\`\`md\n${fenced(flow)}\`\`\`\`\n\`\`\`js\nx\n\`\`\`\n${fenced(flow)}`,
  })
  expect(rows((await topo(['convert', 'a.md'], { cwd })).stdout)).toEqual([
    ['created', 'diagrams/a.topology.js', 'a.md:14', '2 nodes, 1 connection'],
  ])
  const others = ['- ```bash\n  x\n  ```\n', '  ```bash\nx\n```\n', '> ```js\n> x\n>```\n']
  const names = others.map((text, n) => [`b${n}.md`, `${text}${fenced(flow)}`])
  const more = folder({ ...emptyRepository, ...Object.fromEntries(names) })
  expect(
    rows((await topo(['convert', '.'], { cwd: more })).stdout).map(([action]) => action),
  ).toEqual(others.map(() => 'created'))
})

test('a name that Windows reserves gets another file, and stays the slug', async () => {
  const cwd = folder({ ...emptyRepository, 'aux.mmd': flow })
  expect((await topo(['convert', 'aux.mmd'], { cwd })).stdout).toContain(
    'diagrams/_aux.topology.js',
  )
  expect((await topo(['new', 'con'], { cwd })).stdout).toBe('diagrams/_con.topology.js\n')
  const { stdout } = await topo(['status', '--local', '--json'], { cwd })
  expect(JSON.parse(stdout).items.map(({ slug }: { slug: string }) => slug)).toEqual(['aux', 'con'])
})

test('blocks that topo itself keeps up to date are not converted back', async () => {
  const own = `<!-- topo shop -->\n${fenced('graph TD\n  X --> Y\n')}<!-- /topo -->\n`
  const cwd = folder({ ...emptyRepository, 'a.md': `${own}${fenced('graph TD\n  A --> B\n')}` })
  expect(rows((await topo(['convert', 'a.md'], { cwd })).stdout)).toEqual([
    ['created', 'diagrams/a.topology.js', 'a.md:8', '2 nodes, 1 connection'],
  ])
})

test('a terminal shows a table, then what was left out', { tags: 'terminal' }, async () => {
  const cwd = folder({ ...emptyRepository, 'a.mmd': flow })
  const { screen } = await topoOnTerminal(['convert', 'a.mmd'], { cwd, columns: 80 })
  expect(screen).toMatch(
    /RESULT +SCRIPT +SOURCE +DRAWS\s+created +diagrams\/a\.topology\.js +a\.mmd +2 nodes, 1 connection/,
  )
  expect(screen).toMatch(/Left out:\s+PLACE +WHAT\s+a\.mmd:5 +style of web/)
})

test('topo import says what to do with a diagram', async () => {
  const cwd = folder({ 'a.mmd': flow })
  expect(await topo(['import', 'a.mmd'], { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /This is Mermaid[^\n]*\[TOPO_IMPORT_INVALID\]\nhint {2}Run: topo convert a\.mmd\n/,
    ),
  })
})

test('a folder of Mermaid files becomes a validated, queried and published project in five commands', async () => {
  const charts = [
    'orders',
    'payments',
    'shipping',
    'returns',
    'billing',
    'basket',
    'mail',
    'stock',
  ].map((name) => [
    `docs/${name}.mmd`,
    `flowchart LR\n  web --> ${name}[${name} service]\n  ${name} --> orders-db[(Orders)]\n`,
  ])
  const cwd = folder({ ...emptyRepository, ...Object.fromEntries(charts) })
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await topo(args, { cwd })
    expect([args, code, stderr]).toEqual([args, 0, stderr])
    return stdout
  }
  await run('convert', 'docs')
  await run('validate')
  expect(rows(await run('query', 'orders-db'))).toHaveLength(8)
  await run('push', '--local')
  expect(await run('publish', '--local', 'orders')).toBe('orders\n')
})
