/** `topo rename` in all scripts of a project: words, patch, refusals. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../action/step.ts'
import { folder, topo } from '../topo.ts'

const diagram = (...lines: string[]) =>
  ['const t = new TopologyBuilder(true)', ...lines, 'await t.apply()', ''].join('\n')

/** A script, one with a scenario and replicas, one with Windows line ends and a mark, and one with its own names. */
const project = {
  'a.topology.js': diagram(
    "t.createProcess({ id: 'web', label: 'orders' })",
    "t.createProcess({ id: 'orders', label: 'Orders' })",
    "t.connect('web', 'orders', { type: 'http' })",
  ),
  'b.topology.js': `\uFEFF${diagram(
    't.createProcess({ id: "orders", label: "Orders", replicas: 2 })',
    "t.createProcess({ id: 'db', label: 'DB' })",
    "t.connect('orders-2', 'db', { type: 'tcp' })",
  )}const f = new FlowBuilder()\nf.scenario('buy', 'Buy').from('orders').to('db')\nreturn f\n`.replaceAll(
    '\n',
    '\r\n',
  ),
  'shop.topology.js': `/*---\nnamespace: shop\n---*/\n${diagram("t.createProcess({ id: 'orders', label: 'O' })")}`,
}

const read = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8')
const all = (cwd: string) => Object.keys(project).map((name) => read(cwd, name))
const rename = async (cwd: string, ...args: string[]) => topo(['rename', ...args], { cwd })

test('changes the id and what names it in all scripts of its namespace, and nothing else', async () => {
  const cwd = folder(project)
  expect(await rename(cwd, 'orders', 'sales')).toMatchObject({
    code: 0,
    stdout: 'a.topology.js\t2\nb.topology.js\t3\n',
  })
  expect(all(cwd)).toEqual([
    project['a.topology.js']
      .replaceAll("id: 'orders'", "id: 'sales'")
      .replace("'web', 'orders'", "'web', 'sales'"),
    project['b.topology.js']
      .replace('"orders"', '"sales"')
      .replace('orders-2', 'sales-2')
      .replace("'orders'", "'sales'"),
    project['shop.topology.js'],
  ])
  expect(await rename(cwd, 'shop/orders', 'sales')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Write shop/sales.'),
  })
  expect(await rename(cwd, 'shop/orders', 'shop/sales')).toMatchObject({
    code: 0,
    stdout: 'shop.topology.js\t1\n',
  })
})

test.each(['', 'sub'])('prints a patch that git applies, in "%s"', { tags: 'git' }, async (sub) => {
  const cwd = repository({ ...project, 'sub/readme.txt': '' })
  const { stdout, stderr, code } = await rename(join(cwd, sub), 'orders', 'sales', '--dry-run')
  expect([code, all(cwd)]).toEqual([0, Object.values(project)])
  expect(stderr.includes('Apply the patch in')).toBe(sub !== '')
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd, input: stdout })
  const applied = all(cwd)
  execFileSync('git', ['checkout', '-q', '.'], { cwd })
  await rename(cwd, 'orders', 'sales')
  expect(applied).toEqual(all(cwd))
})

test('changes the file that scripts import, once', async () => {
  const cwd = folder({
    'parts.js': "export const orders = (t) => t.createProcess({ id: 'orders', label: 'Orders' })\n",
    'a.topology.js': `import { orders } from './parts.js'\n${diagram('orders(t)')}`,
    'b.topology.ts': `import { orders } from './parts.js'\n${diagram('orders(t)', "t.createProcess({ id: 'x', label: 'X' })", "t.connect('x', 'orders')")}`,
  })
  expect(await rename(cwd, 'orders', 'sales')).toMatchObject({ code: 0 })
  expect(read(cwd, 'parts.js')).toContain("id: 'sales'")
  expect(read(cwd, 'b.topology.ts')).toContain("t.connect('x', 'sales')")
})

test('refuses an id that is taken where the old one is drawn, and says where', async () => {
  const cwd = folder(project)
  const { code, stderr } = await rename(cwd, 'orders', 'db')
  expect(code).toBe(1)
  expect(stderr).toContain('"db" is already drawn at b.topology.js:3:3.')
  expect(stderr).toContain('TOPO_ID_TAKEN')
  expect(all(cwd)).toEqual(Object.values(project))
})

test('says if another diagram draws the new id', async () => {
  const cwd = folder(project)
  const { code, stderr } = await rename(cwd, 'web', 'db')
  expect(code).toBe(0)
  expect(stderr).toMatch(/^"db" is also drawn in b\.topology\.js: it is the same thing now\.\n/)
})

test.each([
  ['ordres', 'sales', 1, 'No script of the project draws "ordres".', 'Did you mean "orders"?'],
  ['orders', "it's", 2, 'cannot be an id', 'without quotes'],
])('refuses %s to %s', async (old, now, code, ...texts) => {
  const run = await rename(folder(project), old, now)
  expect(run.code).toBe(code)
  for (const text of texts) expect(run.stderr).toContain(text)
})

test.each([
  ['[TOPO_ID_COMPUTED]', diagram("const id = 'orders'", 't.createProcess({ id, label: id })')],
  ['so topo cannot see if it draws "orders"', 'const orders ='],
  [
    'would cause a problem at c.topology.js:3: "sales-2" is also a replica of "sales"',
    diagram(
      "t.createProcess({ id: 'orders', label: 'Orders', replicas: 2 })",
      "t.createProcess({ id: 'sales-2', label: 'Two' })",
    ),
  ],
])('changes nothing: %s', async (text, script) => {
  const cwd = folder({ ...project, 'c.topology.js': script })
  const { stderr, code } = await rename(cwd, 'orders', 'sales')
  expect([code, stderr]).toEqual([1, expect.stringContaining(text)])
  expect(all(cwd)).toEqual(Object.values(project))
})
