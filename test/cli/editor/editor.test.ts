/** After `topo init`, an editor knows the types of scripts: seen with TypeScript's own language server. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as words from '../../../src/validator/vocabulary.ts'
import { folder, put, topo } from '../topo.ts'
import { languageServer } from './language-server.ts'

const root = resolve(import.meta.dirname, '../../..')
const hello = 'diagrams/hello.topology.js'

/** A project with every starter. */
async function project() {
  const cwd = folder()
  await topo(['init'], { cwd })
  for (const starter of ['hello', 'web-service', 'event-pipeline', 'three-regions']) {
    await topo(['script', 'new', starter, '--starter', starter], { cwd })
  }
  const regions = 'diagrams/three-regions.topology.ts'
  // The same names in a second file, and the starters in both languages.
  copyFileSync(join(cwd, regions), join(cwd, 'diagrams/other-regions.topology.ts'))
  for (const name of ['hello', 'web-service', 'event-pipeline']) {
    copyFileSync(
      join(cwd, `diagrams/${name}.topology.js`),
      join(cwd, `diagrams/typed-${name}.topology.ts`),
    )
  }
  const typed = ['hello', 'web-service', 'event-pipeline'].map(
    (name) => `diagrams/typed-${name}.topology.ts`,
  )
  const scripts = ['web-service', 'event-pipeline'].map((name) => `diagrams/${name}.topology.js`)
  return {
    cwd,
    paths: [hello, ...scripts, ...typed, regions, 'diagrams/other-regions.topology.ts'],
  }
}

/** Without types, `any` is no error: a checked copy shows that the types allow what the starters do. */
const checked = (cwd: string) => {
  const file = join(cwd, 'diagrams/tsconfig.json')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('"allowJs"', '"checkJs": true,\n    "allowJs"'),
  )
}

test('no starter has an error, in JavaScript and TypeScript, side by side', async () => {
  const { cwd, paths } = await project()
  expect(paths).toHaveLength(8)
  const server = await languageServer(cwd)
  for (const path of paths) server.open(path)
  for (const path of paths) expect([path, await server.problems(path)]).toEqual([path, []])
  checked(cwd)
  const strict = await languageServer(cwd)
  for (const path of paths) strict.open(path)
  for (const path of paths) expect([path, await strict.problems(path)]).toEqual([path, []])
})

test('a hover shows the builders, their results and the documentation of options', async () => {
  const { cwd, paths } = await project()
  const server = await languageServer(cwd)
  for (const path of paths) server.open(path)
  expect(await server.hover(hello, 'new TopologyBuilder')).toMatch(
    /^constructor TopologyBuilder\(autoLayout: boolean\): TopologyBuilder\n[\s\S]*computes positions/,
  )
  expect(await server.hover(hello, 'const topology')).toBe('const topology: TopologyBuilder')
  expect(await server.hover(hello, 'const app')).toBe('const app: TopologyBuilder.Group')
  expect(await server.hover(hello, 'const flow')).toBe('const flow: FlowBuilder')
  expect(await server.hover(hello, '.addProcess')).toContain(
    'addProcess(config: TopologyBuilder.ProcessConfig)',
  )
  expect(await server.hover('diagrams/web-service.topology.js', "label: 'API', icon")).toMatch(
    /icon\?: TopologyBuilder\.Icon[\s\S]*picture/,
  )
  const regions = 'diagrams/three-regions.topology.ts'
  expect(await server.hover(regions, 'const region')).toBe('const regions: Region[]')
  expect(await server.hover(regions, '  const region')).toBe('const region: TopologyBuilder.Group')
})

test('completion offers the options, their values and the methods that topo knows', async () => {
  const cwd = folder()
  await topo(['init'], { cwd })
  const path = 'diagrams/a.topology.js'
  put(
    join(cwd, path),
    `const t = new TopologyBuilder(true)
const g = t.createGroup('g', { label: 'G' }).addGroup({ /*group*/ })
g.addProcess({ /*node*/ icon: '', state: '', shape: '', shardRole: '' , capacity: { /*capacity*/ } })
t.connect('a', 'b', { /*connection*/ type: '' })
const leaf = t.createNode('n', { label: 'N' })
t.apply(); g.layer('l'); leaf.layer('l')
await t.apply()
const flow = new FlowBuilder()
flow.scenario('s', 'S', '', { /*scenario*/ })
export default flow
`,
  )
  const server = await languageServer(cwd)
  server.open(path)
  const offered = async (before: string) => (await server.completions(path, before)).sort()
  const sorted = (names: readonly string[]) => [...names].sort()
  const { group, node, connection, scenario } = words.OPTIONS
  expect(await offered('{ /*group*/')).toEqual(sorted(group))
  const given = ['icon', 'state', 'shape', 'shardRole', 'capacity']
  expect(await offered('{ /*node*/')).toEqual(
    sorted([...node.filter((name) => !given.includes(name)), 'x', 'y']),
  )
  expect(await offered('{ /*connection*/')).toEqual(
    sorted(connection.filter((name) => name !== 'type')),
  )
  expect(await offered('{ /*scenario*/')).toEqual(sorted(scenario))
  expect(await offered('{ /*capacity*/')).toEqual(sorted(words.OPTIONS["node's capacity"]))
  expect(await offered("icon: '")).toEqual(sorted(words.ICONS))
  expect(await offered("state: '")).toEqual(sorted(words.STATES))
  expect(await offered("shape: '")).toEqual(sorted(words.SHAPES))
  expect(await offered("shardRole: '")).toEqual(sorted(words.SHARD_ROLES))
  expect(await offered("type: '")).toEqual(sorted(words.CONNECTION_TYPES))
  expect(await offered('t.')).toEqual(sorted(words.METHODS.topology))
  expect(await offered('; g.')).toEqual(sorted(words.METHODS.group))
  expect(await offered('leaf.')).toEqual(sorted(words.METHODS.node))
  expect(await offered('flow.')).toEqual(sorted(words.METHODS.flow))
})

test('init renews types of an older topo, and keeps those of a newer one and the settings of the user', async () => {
  const cwd = folder()
  const [types, settings] = ['diagrams/topology.d.ts', 'diagrams/tsconfig.json'] as const
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
  const init = async () => {
    const { items, todo } = JSON.parse((await topo(['init', '--json'], { cwd })).stdout) as {
      items: { path: string; action: string }[]
      todo: string[]
    }
    return [
      ...[types, settings].map((path) => items.find((item) => item.path === path)?.action),
      todo.length,
    ]
  }
  expect(await init()).toEqual(['written', 'written', 0])
  const [first, ...rest] = read(types).split('\n')
  expect(await init()).toEqual(['kept', 'kept', 0])

  // The same types from another version, or checked out on Windows, are no reason to change a file.
  put(join(cwd, types), [first?.replace(/cli [\d.]+/, 'cli 0.0.1'), ...rest].join('\r\n'))
  expect(await init()).toEqual(['kept', 'kept', 0])
  put(join(cwd, types), `${first?.replace(/cli [\d.]+/, 'cli 0.0.9')}\n// old\n`)
  expect(await init()).toEqual(['renewed', 'kept', 0])
  expect(read(types)).toBe([first, ...rest].join('\n'))
  put(join(cwd, types), `${first?.replace(/cli [\d.]+/, 'cli 99.0.0')}\n// newer\n`)
  expect(await init()).toEqual(['kept', 'kept', 0])
  expect(read(types)).toContain('// newer')

  put(join(cwd, settings), '{ "compilerOptions": {} }')
  put(join(cwd, types), 'declare class TopologyBuilder {}\n')
  expect(await init()).toEqual(['kept', 'kept', 1])
  expect([read(settings), read(types)]).toEqual([
    '{ "compilerOptions": {} }',
    'declare class TopologyBuilder {}\n',
  ])
  expect((await topo(['init'], { cwd })).stdout).toContain(
    'to do\tCheck that the tsconfig.json or jsconfig.json',
  )
})

test('settings are not written beside a jsconfig.json', async () => {
  const cwd = folder({ 'diagrams/jsconfig.json': '{}' })
  const { stdout } = await topo(['init'], { cwd })
  expect(stdout).toContain('to do\tCheck that')
  expect(existsSync(join(cwd, 'diagrams/tsconfig.json'))).toBe(false)
})

test('where topo is installed, scripts can name its types, and topo removes the import', async () => {
  const cwd = folder()
  await topo(['init'], { cwd })
  const installed = join(cwd, 'node_modules/topo-cli')
  mkdirSync(installed, { recursive: true })
  for (const name of ['package.json', 'templates'])
    cpSync(join(root, name), join(installed, name), { recursive: true })
  const path = 'diagrams/a.topology.ts'
  const script = (imported: string) => `${imported} { Group, Icon } from 'topo-cli/dsl'
const icon: Icon = 'api'
const add = (group: Group) => group.addProcess({ id: 'a', label: 'A', icon }).autoResize()
const t = new TopologyBuilder(true)
add(t.createGroup('g', { label: 'G' }))
await t.apply()
export {}
`
  put(join(cwd, path), script('import type'))
  const server = await languageServer(cwd)
  server.open(path)
  expect(await server.problems(path)).toEqual([])
  expect(await server.hover(path, '(group')).toMatch(/group: (TopologyBuilder\.)?Group/)
  expect(JSON.parse((await topo(['validate', path, '--json'], { cwd })).stdout)).toMatchObject({
    errorCount: 0,
  })

  put(
    join(cwd, path),
    "import { TopologyBuilder } from 'topo-cli/dsl'\nnew TopologyBuilder(true)\n",
  )
  expect((await topo(['validate', path], { cwd })).stdout).toContain(
    '`topo-cli/dsl` contains only types',
  )
})
