/** The rules, the types in templates/topology.d.ts and the builders share one vocabulary. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { validate } from '../../src/validator/index.ts'
import * as words from '../../src/validator/vocabulary.ts'

const types = readFileSync(join(import.meta.dirname, '../../templates/topology.d.ts'), 'utf8')

const union = (name: string) => {
  const [, body = ''] =
    new RegExp(`  type ${name} =([^;]*?)(?=\\n\\n|\\n  type )`).exec(types) ?? []
  return [...body.matchAll(/'([^']+)'/g)].map(([, word]) => word)
}
const members = (name: string) => {
  const [, body = ''] =
    new RegExp(`interface ${name} \\{([^}]*(?:\\{[^}]*\\}[^}]*)?)\\n  \\}`).exec(types) ?? []
  return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, word]) => word)
}

it.each([
  ['Shape', words.SHAPES],
  ['ProcessState', words.STATES],
  ['ConnectionType', words.CONNECTION_TYPES],
  ['Icon', words.ICONS],
  ['ShardRole', words.SHARD_ROLES],
])('%s', (name, known) => {
  expect(union(name)).toEqual(known)
})

it.each([
  // Some scripts set the position in the config (spec/dsl.md).
  ['ProcessConfig', [...words.OPTIONS.node, 'x', 'y']],
  ['GroupConfig', words.OPTIONS.group.filter((name) => name !== 'id')],
  ['ConnectOptions', words.OPTIONS.connection],
  ['ScenarioOptions', words.OPTIONS.scenario],
])('%s', (name, known) => {
  expect(members(name).sort()).toEqual([...known].sort())
})

it('the builders record every option of the vocabulary', async () => {
  const all = (names: readonly string[]) => `{ ${names.map((name) => `${name}: '1'`).join(', ')} }`
  const { findings } = await validate(
    `const t = new TopologyBuilder(true)
    t.createGroup(${all(words.OPTIONS.group)}).addProcess(${all(words.OPTIONS.node)})
    t.connect('1', '1', ${all(words.OPTIONS.connection)})
    await t.apply()
    return new FlowBuilder().scenario('1', '1', '1', ${all(words.OPTIONS.scenario)})`,
    { rules: {} },
  )
  expect(findings.filter(({ rule }) => rule === 'unknown-option')).toEqual([])
})

it('topo-cli/dsl exports every type', () => {
  const [, namespace = ''] =
    /declare namespace TopologyBuilder \{\n([\s\S]*?)\n\}/.exec(types) ?? []
  const names = [...namespace.matchAll(/^ {2}(?:type|interface) (\w+)/gm)].map(([, name]) => name)
  const exported = readFileSync(join(import.meta.dirname, '../../templates/dsl.d.ts'), 'utf8')
  expect(names.length).toBeGreaterThan(10)
  for (const name of names)
    expect(exported).toContain(`export type ${name} = TopologyBuilder.${name}\n`)
})

it.each(['send', 'call', 'sendTo', 'request'])(
  'a step of other tools, %s(), leads to from() and to()',
  async (name) => {
    const script = `const t = new TopologyBuilder(true)\nt.createProcess({ id: 'a' }).createProcess({ id: 'b' }).connect('a', 'b', {})\nawait t.apply()\nconst f = new FlowBuilder()\nf.${name}('a', 'b')\nreturn f\n`
    const { findings } = await validate(script)
    expect(findings.find(({ rule }) => rule === 'unknown-method')?.fix).toMatch(
      /^A step is to\(id\), .* from\('a'\)\.to\('b'\)/,
    )
  },
)

const built = (calls: string) =>
  `const t = new TopologyBuilder(true)\nconst g = t.createGroup('g', { label: 'G' })\ng.addProcess({ id: 'a' })\n${calls}\nawait t.apply()\n`

it.each([
  [
    "t.connect('a', 'g').label('reads')",
    "label is an option: write connect('a', 'b', { label: '…' }).",
  ],
  [
    "t\n  .connect('a', 'g')\n  .type('tcp')",
    "type is an option: write connect('a', 'b', { type: '…' }).",
  ],
  [
    "t.connect('a', 'g').title('reads')",
    "label is an option: write connect('a', 'b', { label: '…' }).",
  ],
  [
    "t.connect('a', 'g').secure().setPort(80)",
    "port is an option: write connect('a', 'b', { port: 2 }).",
  ],
  [
    "g.addProcess({ id: 'b' }).icon('api')",
    "icon is an option: write addProcess({ id: 'a', icon: '…' }).",
  ],
  [
    "t.createDatabase('db', {}).label('x')",
    "label is an option: write createDatabase('a', { label: '…' }).",
  ],
  ["g.setColor('red')", "color is an option: write createGroup('a', { color: '…' })."],
  ["g.addNode({ id: 'n' })", "Write addProcess({ id: 'a', label: 'A' })."],
  [
    "t.addService({ id: 'n' })",
    "Write addProcess({ id: 'a', label: 'A' }) on what createGroup() returns.",
  ],
  ["t.addNode('n')", 'Did you mean createNode()?'],
  ["t.addEdge('a', 'g')", "A connection is made by the TopologyBuilder: write connect('a', 'b')."],
  ["g.connectTo('g')", "A connection is made by the TopologyBuilder: write connect('a', 'b')."],
  ['t.build()', 'Write await t.apply() after the last element.'],
  ["t.setDirection('right')", 'Write direction: right in the header of the file.'],
  ["new FlowBuilder().start('a')", "A flow starts with from(id): write from('a').to('b')."],
  [
    "new FlowBuilder().from('a').wait(5)",
    'Remove it: a flow has no pauses, and ends with its last step.',
  ],
])('a word of other tools leads to the right one: %s', async (calls, fix) => {
  const { findings } = await validate(built(calls))
  const found = findings.findLast(({ rule }) => ['runtime', 'unknown-method'].includes(rule))
  expect(found?.fix).toBe(fix)
})

it.each(["new FlowBuilder().label('x')", "t.connect('a', 'g').icon('api')", 'const f = 1; f()'])(
  'what is no option of the call before is not called one: %s',
  async (calls) => {
    const { findings } = await validate(built(calls))
    expect(findings.filter(({ fix }) => fix?.includes('is an option'))).toEqual([])
    expect(findings).not.toEqual([])
  },
)
