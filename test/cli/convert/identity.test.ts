/** `topo convert` looks at the whole project: no id means two things, and no run changes what an earlier one wrote. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, put, topo } from '../topo.ts'

const chart = (...lines: string[]) => `flowchart LR\n${lines.map((line) => `  ${line}\n`).join('')}`
const orders = chart('web[Web app] --> api[Orders API]', 'api --> store[(Orders)]')
const users = chart('web[Web App] --> login[Login]', 'login --> store[(Users)]')
const files = {
  'topo.config.json': '{}',
  'docs/orders.mmd': orders,
  'docs/users.mmd': users,
  'docs/signup.mmd': chart(
    'start[User comes] --> check{Is it a person?}',
    'check --> done[Welcome]',
  ),
  'docs/ship.mmd': chart('start[Order comes] --> check{Is it paid?}', 'check --> done[Shipped]'),
  'shop/compose.yaml':
    'services:\n  web: { image: nginx, depends_on: [db] }\n  db: { image: postgres }\n',
  'bank/compose.yaml':
    'services:\n  app: { image: app, depends_on: [db] }\n  db: { image: postgres }\n',
}

const run = async (cwd: string, ...args: string[]) => {
  const { code, stdout, stderr } = await topo(args, { cwd })
  return {
    code,
    stderr,
    rows: stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')),
  }
}
const actions = async (cwd: string, ...args: string[]) =>
  (await run(cwd, 'convert', ...args)).rows.map(([action]) => action)
const idsIn = (cwd: string, path: string) =>
  [...readFileSync(join(cwd, 'diagrams', path), 'utf8').matchAll(/(?:id: |Group\()'([^']+)'/g)].map(
    ([, id]) => id,
  )

const texts = (cwd: string) =>
  (readdirSync(join(cwd, 'diagrams'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => [name, readFileSync(join(cwd, 'diagrams', name), 'utf8')])

describe('a folder with local ids', () => {
  test('becomes scripts whose ids mean one thing each, says so, and stays as it is', async () => {
    const cwd = folder(files)
    const { code, stderr } = await run(cwd, 'convert', '.')
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        '2 ids were renamed after their labels and 2 scripts got a namespace (a prefix for their ids), because other diagrams give the same ids other labels.\n',
      ),
    ])
    expect(idsIn(cwd, 'docs/orders.topology.js')).toEqual(['orders-2', 'web', 'api', 'orders'])
    expect(idsIn(cwd, 'docs/users.topology.js')).toEqual(['users-2', 'web', 'login', 'users'])
    expect(readFileSync(join(cwd, 'diagrams/docs/ship.topology.js'), 'utf8')).toMatch(
      /^\/\*---\nnamespace: ship\ndirection: right\n---\*\/\n/,
    )
    const checked = await topo(['validate', '--fail-on', 'warning', '--json'], { cwd })
    expect(checked.code).toBe(0)
    expect((await run(cwd, 'query', 'web')).rows).toHaveLength(3)
    expect((await run(cwd, 'query', 'db')).rows).toHaveLength(2)
    expect((await run(cwd, 'query', '*/check')).rows).toHaveLength(2)

    const before = texts(cwd)
    for (const names of [['.'], ['docs/users.mmd'], ['shop', 'docs'], ['.', '--force']]) {
      const { rows, stderr: again } = await run(cwd, 'convert', ...names)
      expect(new Set(rows.map(([action]) => action))).toEqual(new Set(['unchanged']))
      expect(again).not.toContain('renamed')
    }
    expect(texts(cwd)).toEqual(before)
  })

  test('is the same in any order; what an earlier run wrote stays when more is converted', async () => {
    const written = async (...runs: string[][]) => {
      const cwd = folder(files)
      for (const names of runs) expect((await run(cwd, 'convert', ...names)).code).toBe(0)
      return { cwd, all: texts(cwd) }
    }
    const all = await written(['docs', 'shop', 'bank'])
    expect(
      (
        await written([
          'bank',
          'docs/users.mmd',
          'docs/ship.mmd',
          'shop',
          'docs/signup.mmd',
          'docs/orders.mmd',
        ])
      ).all,
    ).toEqual(all.all)

    const { cwd } = await written(['docs/users.mmd'], ['docs', 'shop'], ['.'])
    expect(idsIn(cwd, 'docs/users.topology.js')).toEqual(['users', 'web', 'login', 'store'])
    expect(idsIn(cwd, 'docs/orders.topology.js')).toEqual(['orders-2', 'web', 'api', 'orders'])
    expect((await topo(['validate', '--fail-on', 'warning'], { cwd })).code).toBe(0)
    expect(new Set(await actions(cwd, '.'))).toEqual(new Set(['unchanged']))
  })

  test('keeps ids that a person renamed, and scripts that a person edited', async () => {
    const cwd = folder(files)
    await run(cwd, 'convert', 'docs')
    expect((await topo(['script', 'rename', 'login', 'sign-in'], { cwd })).code).toBe(0)
    expect(new Set(await actions(cwd, 'docs'))).toEqual(new Set(['unchanged']))
    const file = join(cwd, 'diagrams/docs/users.topology.js')
    const edited = readFileSync(file, 'utf8').replace("'Login'", "'Log in here'")
    writeFileSync(file, edited)
    expect((await run(cwd, 'convert', 'docs/users.mmd')).rows[0]).toEqual([
      'failed',
      'diagrams/docs/users.topology.js',
      'docs/users.mmd',
      expect.stringContaining('already exists'),
    ])
    expect(readFileSync(file, 'utf8')).toBe(edited)
  })

  test('gives scripts of an older run other ids with --force only', async () => {
    const cwd = folder({ 'topo.config.json': '{}', 'a.mmd': orders, 'b.mmd': users })
    for (const [name, text] of [
      ['a', orders],
      ['b', users],
    ] as const) {
      const alone = folder({ 'topo.config.json': '{}', [`${name}.mmd`]: text })
      await run(alone, 'convert', '.')
      put(
        join(cwd, `diagrams/${name}.topology.js`),
        readFileSync(join(alone, `diagrams/${name}.topology.js`), 'utf8'),
      )
    }
    expect(await actions(cwd, '.')).toEqual(['unchanged', 'unchanged'])
    expect(idsIn(cwd, 'b.topology.js')).toContain('store')
    expect(await actions(cwd, '.', '--force')).toEqual(['overwritten', 'overwritten'])
    expect([idsIn(cwd, 'a.topology.js'), idsIn(cwd, 'b.topology.js')]).toEqual([
      ['a', 'web', 'api', 'orders'],
      ['b', 'web', 'login', 'users'],
    ])
    expect(await actions(cwd, '.', '--force')).toEqual(['unchanged', 'unchanged'])
  })
})

test('scripts that people wrote keep their ids, also beside a script that does not run', async () => {
  const cwd = folder({
    'topo.config.json': '{}',
    'own.topology.js':
      "const t = new TopologyBuilder(true)\nt.createProcess({ id: 'store', label: 'Files' })\nawait t.apply()\n",
    'broken.topology.js': 'nothing(',
    'a.mmd': orders,
  })
  const { stdout } = await topo(['convert', 'a.mmd', '--json'], { cwd })
  expect(JSON.parse(stdout).items[0]).toMatchObject({
    action: 'created',
    renamedIds: [{ from: 'store', to: 'orders' }],
    namespace: null,
  })
  // A folder outside of the project's scripts counts as well.
  const into = join(folder({}), 'other')
  expect(await actions(cwd, 'a.mmd', '--into', into)).toEqual(['created'])
  expect(await actions(cwd, 'a.mmd', '--into', into)).toEqual(['unchanged'])
})

test('views of a workspace stay joined, and differ from those of another workspace', async () => {
  const workspace = (store: string) =>
    [
      'workspace {',
      'model {',
      'u = person "User"',
      `s = softwareSystem "Shop ${store}" {`,
      `app = container "App of ${store}"`,
      `data = container "${store}"`,
      '}',
      'u -> app "Uses"',
      'app -> data "Reads"',
      '}',
      'views {',
      `container s "c-${store}" {`,
      'include *',
      '}',
      `systemLandscape "l-${store}" {`,
      'include *',
      '}',
      '}',
      '}',
    ].join('\n')
  const cwd = folder({
    'topo.config.json': '{}',
    'a/workspace.dsl': workspace('Orders'),
    'b/workspace.dsl': workspace('Users'),
  })
  await run(cwd, 'convert', '.')
  expect((await topo(['validate', '--fail-on', 'warning'], { cwd })).code).toBe(0)
  const { rows } = await run(cwd, 'query', '*')
  const diagrams = (label: string) =>
    new Map(
      rows.filter((row) => row.includes(label)).map((row) => [row[1]?.replace(/:.*/, ''), row[0]]),
    )
  const shop = diagrams('Shop Orders')
  expect([shop.size, new Set(shop.values()).size]).toEqual([2, 1])
  expect([...diagrams('Orders').values()]).not.toEqual([...diagrams('Users').values()])
  expect(new Set(await actions(cwd, '.'))).toEqual(new Set(['unchanged']))
})
