/** `topo query` over the scripts of a project: places, impact, paths, pictures and exit codes. */
import { expect, test } from 'vitest'
import { folder, put, topo } from '../topo.ts'

const diagram = (...lines: string[]) =>
  ['const t = new TopologyBuilder(true)', ...lines, 'await t.apply()', ''].join('\n')

const node = (id: string, label: string) => `t.createProcess({ id: '${id}', label: '${label}' })`

/** An overview, one part in detail, and a diagram with its own names. */
const project = {
  'overview.topology.js': diagram(
    node('web', 'Web'),
    node('orders', 'Orders'),
    "t.connect('web', 'orders', { type: 'http', label: 'places' })",
  ),
  'parts/orders.topology.js': diagram(
    "const g = t.createGroup('orders', { label: 'Orders' })",
    "g.addProcess({ id: 'orders-api', label: 'API', replicas: 3 })",
    "g.addProcess({ id: 'orders-db', label: 'Database' }).autoResize()",
    "t.connect('orders-api-2', 'orders-db', { type: 'tcp' })",
  ),
  'bank.topology.js': `/*---\nnamespace: bank\n---*/\n${diagram(
    node('orders-db', 'Bookings'),
    node('ledger', 'Ledger'),
    "t.connect('ledger', 'orders-db', { type: 'tcp' })",
  )}`,
}

const asked = async (cwd: string, ...args: string[]) => {
  const { stdout, stderr, code } = await topo(['query', ...args], { cwd })
  return { stdout: stdout.trimEnd(), stderr: stderr.trimEnd(), code }
}

test('lists each diagram that draws an id, with label, group, callers and callees', async () => {
  const cwd = folder(project)
  expect(await asked(cwd, 'orders*')).toEqual({
    stdout: [
      'orders\toverview.topology.js:3\tOrders\t\tweb\t',
      'orders\tparts/orders.topology.js:2\tOrders\t\t\t',
      'orders-api\tparts/orders.topology.js:3\tAPI\torders\t\torders-db',
      'orders-db\tparts/orders.topology.js:4\tDatabase\torders\torders-api',
    ].join('\n'),
    stderr: 'ID\tPLACE\tLABEL\tGROUP\tCALLERS\tCALLEES',
    code: 0,
  })
  const { stdout } = await asked(
    cwd,
    'bank/orders-db',
    '--json',
    '--fields',
    'id,path,line,callers',
  )
  expect(JSON.parse(stdout)).toEqual({
    items: [{ id: 'bank/orders-db', path: 'bank.topology.js', line: 5, callers: ['bank/ledger'] }],
    totalCount: 1,
    skipped: [],
  })
})

test('follows connections and groups through all diagrams', async () => {
  const cwd = folder(project)
  const impact = await asked(cwd, 'orders-db', '--impact')
  expect(impact.stdout.split('\n').map((line) => line.split('\t').slice(0, 4))).toEqual([
    ['orders', 'Orders', '1', 'orders-db'],
    ['orders-api', 'API', '1', 'orders-db'],
    ['web', 'Web', '2', 'orders'],
  ])
  expect((await asked(cwd, 'web', '--to', 'orders-db')).stdout).toBe(
    'web → orders → orders-db\toverview.topology.js:4, parts/orders.topology.js:4',
  )
  const dot = await asked(cwd, 'orders-db', '--impact', '--format', 'dot')
  expect(dot.stdout).toContain('"web" -> "orders" [label="places"]')
  expect(dot.stdout).toContain('"orders" -> "orders-db" [label="contains"]')
  put(`${cwd}/topo.config.json`, '{ "style": { "background": "#fffbeb", "text": "#b8a88a" } }')
  const page = await asked(cwd, '*', '--format', 'html')
  expect(page.stdout).toMatch(/^<!doctype html>[\s\S]*\.canvas\{fill:#fffbeb\}/)
  expect(page.stderr).toContain('WCAG AA')
})

test('says what nothing draws, with a guess, and exits with 3 if asked to', async () => {
  const cwd = folder(project)
  expect(await asked(cwd, 'ordrs-db')).toEqual({
    stdout: '',
    stderr: 'No diagram draws "ordrs-db". Did you mean "orders-db"?',
    code: 0,
  })
  expect(await asked(cwd, 'ledger', '--exit-code')).toMatchObject({
    stderr: 'No diagram draws "ledger". Did you mean "bank/ledger"?',
    code: 3,
  })
  expect(await asked(cwd, 'orders-db', '--to', 'web', '--exit-code')).toMatchObject({
    stderr: 'No connections lead from "orders-db" to "web".',
    code: 3,
  })
})

test('skips scripts with errors, and says so', async () => {
  const cwd = folder(project)
  put(`${cwd}/broken.topology.js`, diagram("t.connect('web', 'nowhere', { type: 'http' })"))
  const { stdout, stderr, code } = await asked(cwd, 'web', '--json', '--fields', 'path')
  expect(JSON.parse(stdout)).toMatchObject({
    items: [{ path: 'overview.topology.js' }],
    skipped: ['broken.topology.js'],
  })
  expect({ stderr, code }).toEqual({ stderr: '', code: 1 })
  expect((await asked(cwd, 'web')).stderr).toContain('broken.topology.js')
})

test('a namespace is a word like a slug', async () => {
  const cwd = folder({
    'a.topology.js': `/*---\nnamespace: My Shop\n---*/\n${diagram(node('a', 'A'))}`,
  })
  expect((await asked(cwd, 'a')).stderr).toContain('Write `namespace: my-shop`.')
})
