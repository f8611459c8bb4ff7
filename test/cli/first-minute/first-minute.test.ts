/** First use, in an empty folder with three scripts: validate, push, push again, pull elsewhere. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, script, topo } from '../topo.ts'

const files = {
  'checkout.topology.js': script(
    'checkout',
    'name: Check-out\ndescription: "Card payments: from cart to ledger"\ntags: [payments, kafka]\npublic: true',
  ),
  'diagrams/orders.topology.js': script('orders'),
  'diagrams/orders.md': '# Orders\n\nHow an order is placed.\n',
  'diagrams/stock.topology.js': script('stock', 'description: Stock').replaceAll('\n', '\r\n'),
}

test('O15 F7: three scripts are validated, created, then unchanged, and pulled elsewhere byte for byte', async () => {
  const cwd = folder(files)
  const validated = await topo(['validate'], { cwd })
  expect(validated).toMatchObject({ code: 0, stderr: '' })
  expect(validated.stdout).toContain('3 scripts are valid')

  const first = await topo(['push', '--local', '--json'], { cwd })
  expect(first).toMatchObject({ code: 0, stderr: '' })
  const created = JSON.parse(first.stdout)
  expect(created).toMatchObject({ totalCount: 3, counts: { created: 3 } })

  const again = JSON.parse((await topo(['push', '--local', '--json'], { cwd })).stdout)
  expect(again.counts).toEqual({ unchanged: 3 })
  const revisions = (items: { slug: string; updatedAt: string }[]) =>
    items.map(({ slug, updatedAt }) => [slug, updatedAt])
  expect(revisions(again.items)).toEqual(revisions(created.items))
  const { quotas } = JSON.parse((await topo(['quota', '--local', '--json'], { cwd })).stdout)
  expect(quotas.slice(0, 2)).toMatchObject([
    { key: 'publishPerDay', used: 1 },
    { key: 'draftsPerDay', used: 3 },
  ])

  const elsewhere = folder()
  const env = { TOPO_LOCAL_DATA: join(cwd, '.topo/local') }
  const pulled = await topo(['pull', '--local', 'checkout', 'orders', 'stock', '--json'], {
    cwd: elsewhere,
    env,
  })
  expect(JSON.parse(pulled.stdout).counts).toEqual({ pulled: 3 })
  for (const [name, text] of Object.entries(files)) {
    const flat = name.replace('diagrams/', '')
    expect(readFileSync(join(elsewhere, flat), 'utf8').replaceAll('\r\n', '\n'), name).toBe(
      text.replaceAll('\r\n', '\n'),
    )
  }
  expect(readFileSync(join(elsewhere, 'checkout.topology.js'), 'utf8')).toBe(
    files['checkout.topology.js'],
  )

  const back = JSON.parse(
    (await topo(['push', '--local', '--json'], { cwd: elsewhere, env })).stdout,
  )
  expect(back.counts).toEqual({ unchanged: 3 })
})

test('the next steps of a first project work', async () => {
  const cwd = folder()
  await topo(['init'], { cwd })
  await topo(['script', 'new', 'Order pipeline'], { cwd })
  expect((await topo(['validate'], { cwd })).stdout).toBe('2 scripts are valid\n')
  expect(JSON.parse((await topo(['push', '--local', '--json'], { cwd })).stdout).counts).toEqual({
    created: 2,
  })
  for (let n = 0; n < 2; n++) expect((await topo(['pull', '--local'], { cwd })).code).toBe(0)
})

test('parallel commands lose nothing', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `s${n}`)
  const cwd = folder(Object.fromEntries(names.map((name) => [`${name}.topology.js`, script(name)])))
  const runs = await Promise.all(
    names.map((name) => topo(['push', '--local', `${name}.topology.js`], { cwd })),
  )
  expect(runs.map(({ code }) => code)).toEqual(names.map(() => 0))
  const { totalCount } = JSON.parse(
    (await topo(['script', 'list', '--local', '--json'], { cwd })).stdout,
  )
  expect(totalCount).toBe(2 + names.length)
})

test('git ignores the sync records', async () => {
  const looked = folder()
  await topo(['script', 'list', '--local'], { cwd: looked })
  expect(readFileSync(join(looked, '.topo/.gitignore'), 'utf8')).toBe('*\n')
  const cwd = folder(files)
  await topo(['push', '--local'], { cwd })
  expect(readFileSync(join(cwd, '.topo/.gitignore'), 'utf8')).toBe('*\n')
  expect(existsSync(join(cwd, '.topo/state.json'))).toBe(true)
})
