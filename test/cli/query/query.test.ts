/** `topo query` over the scripts of a project: places, impact, paths, pictures and exit codes. */
import { describe, expect, test } from 'vitest'
import { columnsOf } from '../../../src/text/safe/for-report.ts'
import { onScreen } from '../on-screen.ts'
import { folder, put, topo, topoOnPseudoTerminal, withoutProgress } from '../topo.ts'

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
    joins: [],
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

test('an empty answer is said on a terminal, and prints no empty line', {
  tags: 'terminal',
}, async () => {
  const { screen } = await onScreen(['query', 'nonsense'], { cwd: folder(project) })
  expect(screen).toContain('No results.')
  expect(screen).not.toMatch(/^\n/)
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
  expect((await asked(cwd, 'nonsense')).stderr).toBe(
    `No diagram draws "nonsense". Run "topo query '*'" to see all ids.`,
  )
  expect((await asked(cwd, 'nonsense*')).stderr).toBe('No diagram draws "nonsense*".')
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

/** Two diagrams that mean different things by "db". */
const twoMeanings = {
  'overview.topology.js': diagram(
    node('web', 'Web shop'),
    node('orders', 'Orders'),
    node('db', 'Orders database'),
    "t.connect('web', 'orders', { type: 'http' })",
    "t.connect('orders', 'db', { type: 'tcp' })",
  ),
  'parts/warehouse.topology.js': diagram(
    node('db', 'Stock database'),
    node('replica', 'Replica'),
    node('report', 'Reports of the whole warehouse'),
    "t.connect('db', 'replica', { type: 'tcp' })",
    "t.connect('report', 'db', { type: 'tcp' })",
  ),
}
const joins = [
  {
    id: 'db',
    labels: [
      { label: 'Orders database', path: 'overview.topology.js' },
      { label: 'Stock database', path: 'parts/warehouse.topology.js' },
    ],
  },
]

test('a depth leaves out what is further away, and says how much', async () => {
  const cwd = folder(project)
  const ids = (run: { stdout: string }) =>
    run.stdout.split('\n').map((line) => line.split('\t').slice(0, 2).join(' '))
  const impact = await asked(cwd, 'orders-db', '--impact', '--depth', '1')
  expect(ids(impact)).toEqual(['orders Orders', 'orders-api API'])
  expect(impact.stderr).toContain('1 more is further away: ask with --depth 2.')
  const whole = await asked(cwd, 'orders-db', '--impact', '--depth', '2')
  expect(ids(whole)).toHaveLength(3)
  expect(whole.stderr).not.toContain('further')
  const around = await asked(cwd, 'orders-api', '--depth', '1')
  expect(ids(around)).toEqual(['orders-api 0', 'orders-db 1'])
  expect(around.stderr).toBe('ID\tDISTANCE\tPLACE\tLABEL\tGROUP\tCALLERS\tCALLEES')
  const { stdout } = await asked(cwd, 'orders-db', '--impact', '--depth', '1', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ items: [{}, {}], totalCount: 3 })
  const dot = await asked(cwd, 'orders-db', '--impact', '--depth', '1', '--format', 'dot')
  expect(dot.stdout).not.toContain('"web"')
  expect((await asked(cwd, 'web', '--to', 'orders', '--depth', '1')).code).toBe(2)
  expect((await asked(cwd, 'web', '--depth', '0')).code).toBe(2)
})

test('a path or an impact that joins two meanings of an id says so', async () => {
  const cwd = folder(twoMeanings)
  const said =
    'The answer joins diagrams at "db", which is "Orders database" in overview.topology.js, but "Stock database" in parts/warehouse.topology.js.'
  for (const question of [
    ['web', '--to', 'replica'],
    ['replica', '--impact'],
    ['replica', '--depth', '2'],
  ])
    expect((await asked(cwd, ...question)).stderr).toContain(said)
  const { stdout } = await asked(cwd, 'web', '--to', 'replica', '--json', '--fields', 'joins')
  expect(JSON.parse(stdout)).toMatchObject({ joins })
  for (const question of [
    ['web', '--to', 'db'],
    ['web', '--impact'],
    ['report', '--to', 'replica'],
  ])
    expect((await asked(cwd, ...question)).stderr).not.toContain('joins')
})

test.each(['DB', 'db', 'orders Database', ''])(
  'a path joins the same thing if its other label is "%s"',
  async (label) => {
    const { 'parts/warehouse.topology.js': text } = twoMeanings
    const cwd = folder({
      ...twoMeanings,
      'parts/warehouse.topology.js': text.replace(
        node('db', 'Stock database'),
        label === '' ? "t.createProcess({ id: 'db' })" : node('db', label),
      ),
    })
    const isOther = label === 'DB'
    const { stderr } = await asked(cwd, 'web', '--to', 'replica')
    expect(stderr.includes('joins diagrams')).toBe(isOther)
  },
)

test('a path that one diagram draws whole joins nothing', async () => {
  const cwd = folder({
    ...twoMeanings,
    'z.topology.js': diagram(
      node('orders', 'Orders'),
      node('db', 'Orders database'),
      node('replica', 'Replica'),
      "t.connect('orders', 'db', { type: 'tcp' })",
      "t.connect('db', 'replica', { type: 'tcp' })",
    ),
  })
  expect((await asked(cwd, 'web', '--to', 'replica')).stderr).not.toContain('joins')
})

describe.each([40, 80])('on a terminal of %i columns', (columns) => {
  test.each([
    ['places', ['db'], ['parts/warehouse.topology.js:2', 'Stock database', 'report', 'replica']],
    [
      'impact',
      ['db', '--impact'],
      ['report', 'Reports of the whole', 'warehouse', '2', 'orders', 'overview.topology.js'],
    ],
    ['around', ['db', '--depth', '2'], ['replica', 'Orders database', 'web', '2']],
    ['path', ['web', '--to', 'replica'], ['web → orders → db → replica', 'overview.topology.js:5']],
  ])('an answer says all: %s', async (_, question, parts) => {
    const { screen } = await onScreen(['query', ...question], { cwd: folder(twoMeanings), columns })
    const words = screen.replace(/\s+/g, ' ')
    for (const part of parts) expect(words).toContain(part)
    expect(screen).not.toContain('…')
    for (const line of screen.trimEnd().split('\n'))
      expect(columnsOf(line)).toBeLessThanOrEqual(columns)
  })
})

test('a real terminal of 40 columns shows a list, and one of 80 a table', {
  tags: 'terminal',
}, async () => {
  const cwd = folder(twoMeanings)
  const narrow = await topoOnPseudoTerminal(['query', 'db'], { cwd, columns: 40 })
  expect(withoutProgress(narrow.raw)).toMatch(
    /^db\s+place {4}overview\.topology\.js:4\s+label {4}Orders database/m,
  )
  expect(narrow.screen).toContain('  callees  replica')
  const wide = await topoOnPseudoTerminal(['query', 'db'], { cwd, columns: 80 })
  expect(wide.screen).toContain('CALLEES')
  expect(wide.screen).toMatch(/Stock database +report +replica/)
})
