/** A drawing becomes a script that a person would have written, whatever its texts are. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Drawing } from '../../../src/convert/drawing/drawing.ts'
import { redacted, scriptOfDrawing } from '../../../src/convert/index.ts'
import { readTopology } from '../../../src/topology/index.ts'
import { validate } from '../../../src/validator/index.ts'
import { anyCharacter } from '../../any-character.ts'
import { cases } from '../../cases.ts'
import { scriptOf } from '../script-of.ts'

const drawing = (given: Partial<Drawing>): Drawing => ({
  name: 'shop',
  groups: [],
  nodes: [],
  connections: [],
  scenarios: [],
  leftOut: [],
  ...given,
})
const node = (id: string, more: object = {}) => ({ id, label: id, line: 1, ...more })
const connection = (from: string, to: string, more: object = {}) => ({ from, to, line: 1, ...more })

test('Nodes without groups are in one, in rows by rank, with only the calls of the core', () => {
  const nodes = ['Web', 'api', 'A', 'B2', 'orders db'].map((id) => node(id))
  nodes[2] = node('A', { label: 'Login page', shape: 'diamond' })
  const steps = [
    { from: 'Web', to: 'api', message: 'it\'s a "test"' },
    { from: 'api', to: 'Web' },
    { from: 'A', to: 'A', message: 'alone' },
  ]
  const scenarios = [{ id: 'x', title: 'Once', steps }]
  const connections = [
    connection('Web', 'api', { label: 'GET', port: 80 }),
    connection('A', 'orders db'),
  ]
  expect(
    scriptOf(drawing({ title: 'My shop', nodes, connections, scenarios })),
  ).toBe(`const topology = new TopologyBuilder(true)

const myShop = topology.createGroup('my-shop', { label: 'My shop' })
myShop
  .addProcess({ id: 'Web', label: 'Web' })
  .addProcess({ id: 'login-page', label: 'Login page', shape: 'diamond' })
  .newRow()
  .addProcess({ id: 'api', label: 'api' })
  .addProcess({ id: 'orders-db', label: 'orders db' })
  .newRow()
  .addProcess({ id: 'b2', label: 'B2' })
  .autoResize()

topology.connect('Web', 'api', { label: 'GET', port: 80 })
topology.connect('login-page', 'orders-db')

await topology.apply()

export default new FlowBuilder()
  .from('Web')
  .to('api')
  .showMessage("it's a \\"test\\"")
  .to('Web')
  .from('login-page')
  .showMessage('alone')
`)
})

test('Groups are nested, and inner ones are resized first', () => {
  const groups = [
    { id: 'cluster', label: 'Cluster', kind: 'cloud' as const },
    { id: 'await', label: 'Await', parent: 'cluster', description: 'Inside' },
    { id: 'empty', label: '' },
  ]
  const nodes = [
    node('web', { group: 'await', replicas: 2 }),
    node('web-1'),
    node('user', { external: true }),
  ]
  const scenarios = ['a', 'b'].map((id) => ({
    id,
    title: id,
    steps: [{ from: 'user', to: 'web' }],
  }))
  expect(
    scriptOf(drawing({ groups, nodes, scenarios })),
  ).toBe(`const topology = new TopologyBuilder(true)

topology
  .createProcess({ id: 'web-1-node', label: 'web-1' })
  .createProcess({ id: 'user', label: 'user', external: true })

const cluster = topology.createCloud('cluster', { label: 'Cluster' })
const awaitGroup = cluster.addGroup({ id: 'await', label: 'Await', description: 'Inside' })
awaitGroup
  .addProcess({ id: 'web', label: 'web', replicas: 2 })
  .autoResize()
cluster.autoResize()

topology.createGroup('empty', { label: ' ' })

await topology.apply()

export default new FlowBuilder()
  .scenario('a', 'a')
  .from('user')
  .to('web-1')
  .scenario('b', 'b')
  .from('user')
  .to('web-1')
`)
})

const nested = drawing({
  groups: [
    { id: 'shop', label: 'Shop' },
    { id: 'stores', label: 'Stores', parent: 'shop' },
    { id: 'empty', label: 'Empty', parent: 'shop' },
  ],
  nodes: [
    node('web', { group: 'shop' }),
    node('log', { group: 'shop' }),
    node('db', { group: 'stores' }),
  ],
})

test('Groups and nodes are in the rows that are chosen', () => {
  const rows = new Map([['shop', [['web'], ['stores', 'empty'], ['log']]]])
  expect(scriptOfDrawing(redacted(nested), { chooseRows: () => rows })).toContain(`
const shop = topology.createGroup('shop', { label: 'Shop' })
shop
  .addProcess({ id: 'web', label: 'web' })
  .newRow()
const stores = shop.addGroup({ id: 'stores', label: 'Stores' })
stores
  .addProcess({ id: 'db', label: 'db' })
  .autoResize()
shop.addGroup({ id: 'empty', label: 'Empty' })
shop
  .newRow()
  .addProcess({ id: 'log', label: 'log' })
shop.autoResize()
`)
})

test('Without chosen rows, the content of a group is in one', () => {
  expect(scriptOfDrawing(redacted(nested))).not.toContain('newRow')
})

const secrets = [
  'postgres://user:hunter2@db/x',
  'ghp_abcdefghijklmnop1234',
  'PASSWORD=swordfish',
  'api_key: abc123def',
  'Authorization: Bearer abcdefghijklmnop',
  'Basic dXNlcjpwYXNzd29yZA==',
  'Bearer a1b2c3d4e5f6',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
  'd41d8cd98f00b204e9800998ecf8427e',
]

test.each(secrets)('%s is no part of a script', (secret) => {
  const code = scriptOf(
    drawing({
      nodes: [node(secret), node('x', { description: `see ${secret}` })],
      connections: [connection('x', secret, { label: secret })],
    }),
  )
  expect(code).toContain('[REDACTED]')
  for (const part of secret
    .split(/[\s:@/=]+/)
    .filter(
      (one) => one.length > 6 && !/^(?:postgres|authorization|bearer|password|api_key)$/i.test(one),
    ))
    expect(code).not.toContain(part)
})

test.each([
  'Reset password: send a mail',
  'Token service: v2',
  'Secret store',
  'Basic configuration',
  'Bearer authentication',
  'Basic Authentication',
  'password rules',
  'OrderProcessingServiceImplementation2',
  '0f1e2d3c-4b5a-4678-8a9b-0c1d2e3f4a5b',
])('%s is no secret', (label) => {
  const clean = redacted(drawing({ nodes: [node('x', { label })] }))
  expect(scriptOfDrawing(clean)).toContain(label)
  expect(clean.leftOut).toEqual([])
})

test('a credential is listed with its place, and not shown', () => {
  const label = 'PASSWORD=swordfish'
  const { leftOut } = redacted(
    drawing({
      nodes: [node('x', { label, line: 7 })],
      connections: [connection('x', 'y', { label })],
    }),
  )
  expect(leftOut).toEqual([
    { line: 7, what: 'credential in x' },
    { line: 1, what: 'credential in the connection from x to y' },
  ])
})

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    ...'\'|"|`|\\|${a}|*/|\n|\u2028|\u202e|__proto__|constructor|</script>|end|--'.split('|'),
  ),
  fc.string(),
)

test('no text ends its literal: the script has the nodes of the drawing and no error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(text, { minLength: 1, maxLength: 6 }),
      fc.array(text),
      async (ids, labels) => {
        const groups = [{ id: 'g', label: labels[0] ?? '', description: labels[1] }]
        const own = ids.filter((id) => id !== 'g' && id !== '')
        const nodes = own.map((id, i) =>
          node(id, { label: labels[i] ?? '', group: i % 2 ? 'g' : undefined, description: id }),
        )
        const connections = own.map((id) => connection('g', id, { label: id, protocol: id }))
        const steps = own.map((id) => ({ from: id, to: id, message: id }))
        const code = scriptOf(
          drawing({
            name: ids[0] ?? '',
            groups,
            nodes,
            connections,
            scenarios: [{ id: 's', title: 's', steps }],
          }),
        )
        const { topology, problems } = await readTopology(code.replace('export default', 'return'))
        expect(problems).toEqual([])
        expect(topology?.nodes).toHaveLength(own.length + 1)
        expect(new Set(topology?.nodes.map(({ id }) => id)).size).toBe(own.length + 1)
        const { findings } = await validate(code.replace('export default', 'return'))
        expect(findings.filter(({ severity }) => severity !== 'hint')).toEqual([])
      },
    ),
    { numRuns: cases(300) },
  )
})
