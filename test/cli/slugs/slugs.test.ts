/** A slug names the local file in every command that takes scripts; each command prints the file. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { as } from '../control.ts'
import { folder, heard, script, sharedMock, startLive, topo } from '../topo.ts'

const service = sharedMock()
const header = '/*---\nslug: checkout\n---*/\n'

test('a slug works in every command that takes a script', async () => {
  const cwd = folder({
    'topo.config.json': '{}',
    'diagrams/shop.topology.js': header + script('checkout'),
    'diagrams/cart.topology.js': script('cart'),
  })
  const env = as(service.url)
  const said = (outcome: { stderr: string }) =>
    outcome.stderr.includes('checkout is diagrams/shop.topology.js')
  const run = (...args: string[]) => topo(args, { cwd, env })

  const validated = await run('validate', 'checkout', '--format', 'unix')
  expect([validated.code, said(validated)]).toEqual([0, true])
  const pushed = await run('push', 'checkout', '--json')
  expect([pushed.code, said(pushed)]).toEqual([0, true])
  expect(JSON.parse(pushed.stdout).items).toMatchObject([{ slug: 'checkout', action: 'created' }])
  const status = await run('status', 'checkout', 'cart', '--fields', 'path,state', '--json')
  expect(JSON.parse(status.stdout).items).toEqual([
    { path: 'diagrams/cart.topology.js', state: 'new' },
    { path: 'diagrams/shop.topology.js', state: 'in-sync' },
  ])
  const drawn = await run('script', 'render', 'checkout', '--format', 'mermaid')
  expect([drawn.code, said(drawn)]).toEqual([0, true])
  const diff = await run('script', 'diff', 'checkout', '--json')
  expect(JSON.parse(diff.stdout)).toMatchObject({ after: 'diagrams/shop.topology.js', same: true })

  for (const [words, code] of [
    [['validate', 'chekout'], 2],
    [['script', 'render', 'chekout'], 1],
    [['script', 'diff', 'chekout'], 2],
  ] as const) {
    const typo = await run(...words)
    expect([typo.code, typo.stderr]).toEqual([
      code,
      expect.stringContaining('Did you mean "checkout"'),
    ])
  }
})

test('watch and preview follow the file of a slug', async () => {
  const cwd = folder({
    'a/shop.topology.js': header + script('checkout'),
    'cart.topology.js': script('cart'),
  })
  const first = async (args: string[]) => {
    const { stdout, stderr, kill, ended } = await startLive(args, { cwd, env: as(service.url) })
    const told = heard(stdout)
    const said = heard(stderr)
    await expect.poll(told, { timeout: 10_000 }).toContain('\n')
    kill('SIGINT')
    await ended
    return said() + told()
  }
  expect(await first(['watch', 'checkout', '--json'])).toContain(
    'checkout is a/shop.topology.js\n{"type":"watching","scripts":1}',
  )
  expect(await first(['preview', 'checkout', '--port', '0', '--no-open'])).toContain(
    'checkout is a/shop.topology.js\n',
  )
})

test('a new script is created in the folder of the others', async () => {
  const cwd = folder({ 'topo.config.json': '{}', 'diagrams/cart.topology.js': script('cart') })
  mkdirSync(join(cwd, 'src'))
  const made = await topo(['script', 'new', 'checkout'], { cwd: join(cwd, 'src') })
  expect([made.code, made.stdout.trim()]).toEqual([
    0,
    join('..', 'diagrams', 'checkout.topology.js'),
  ])
  expect(existsSync(join(cwd, 'diagrams/checkout.topology.js'))).toBe(true)
})

test('a name without Latin letters needs --slug', async () => {
  const cwd = folder()
  const refused = await topo(['new', '注文'], { cwd })
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('--slug order-pipeline'),
  ])
  const made = await topo(['new', '注文', '--slug', 'orders'], { cwd })
  expect([made.code, made.stdout]).toEqual([0, 'orders.topology.js\n'])
  expect(readFileSync(join(cwd, 'orders.topology.js'), 'utf8')).toContain('注文')
  const wrong = await topo(['new', 'Shop', '--slug', '../Shop A'], { cwd })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('like --slug shop-a.')])
})

test('a typo in the slug of a remote script leads to the nearest script of the project, else of the account', async () => {
  const env = as(service.url)
  const project = folder({ '.git/HEAD': '', 'warehouse.topology.js': script('warehouse') })
  expect((await topo(['push'], { cwd: project, env })).code).toBe(0)
  const elsewhere = folder()
  for (const words of oneOf(4, [
    'publish warehose',
    'unpublish warehose',
    'show warehose',
    'open warehose',
    'script star warehose',
    'script versions warehose',
    'comments list warehose',
    'comments add warehose Hello',
    'script delete warehose --yes',
    'pull warehose',
    'report warehose --reason "It shows internal names"',
  ])) {
    const args = [...words.matchAll(/"([^"]+)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    )
    const here = await topo(args, { cwd: project, env })
    expect([words, here.code, here.stderr]).toEqual([
      words,
      1,
      expect.stringContaining('Did you mean "warehouse" (warehouse.topology.js)?'),
    ])
    expect((await topo(args, { cwd: elsewhere, env })).stderr).toContain(
      'Did you mean "warehouse"?',
    )
  }
})
