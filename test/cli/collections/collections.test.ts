/** Collections: found by name or id, filled one script at a time, with a result for every script. */
import { expect, test } from 'vitest'
import { as, fault, forgetRequests, rows, writes } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, mock, script, topo } from '../topo.ts'

/** A database in which alice has collections, and a way to run commands on them. */
async function database(...names: string[]) {
  const { url } = await mock()
  const cwd = folder()
  const run = (...args: string[]) => topo(['collections', ...args], { cwd, env: as(url) })
  const ids: string[] = []
  for (const name of names) ids.push((await run('create', name)).stdout.trim())
  const held = async (id: string) => {
    const scripts = new Map((await rows(url, 'scripts')).map((row) => [row.id, row.slug]))
    return (await rows(url, 'collected'))
      .filter(({ collectionId }) => collectionId === id)
      .map(({ scriptId }) => scripts.get(String(scriptId)))
  }
  return { url, run, ids, held }
}

test('create and list print collections in a pipe and on a terminal', async () => {
  const { url, run } = await database()
  expect(await run('list')).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const made = await run(
    'create',
    'To review',
    '--description',
    'Before Friday',
    '--color',
    '#1f6feb',
    '--json',
  )
  const item = JSON.parse(made.stdout)
  expect(item).toMatchObject({ name: 'To review', description: 'Before Friday', color: '#1f6feb' })
  const { stdout } = await run('list')
  expect(stdout).toBe(`${item.id}\tTo review\t0\tBefore Friday\t#1f6feb\t${item.createdAt}\n`)
  const { screen } = await onScreen(['collections', 'list'], { env: as(url) })
  expect(screen).toMatch(
    /NAME +SCRIPTS +DESCRIPTION +COLOR +CREATED\s+To review +0 +Before Friday +#1f6feb +just now/,
  )
  expect(JSON.parse((await run('list', '--json', '--fields', 'name')).stdout)).toEqual({
    items: [{ name: 'To review' }],
    totalCount: 1,
  })
  const wrong = await run('create', 'X', '--color', 'red')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('a hex colour such as')])
})

test('create makes exactly one collection if the response is lost', async () => {
  const { url, run, ids } = await database('Favourites')
  await fault(url, { method: 'POST', path: '/v1/collections', kind: 'lost-response', times: 1 })
  const { code, stdout, stderr } = await run('create', 'Favourites')
  const all = (await rows(url, 'collections')).map(({ id }) => id)
  expect([code, all, stdout.trim()]).toEqual([0, [...ids, stdout.trim()], all[1]])
  expect(stderr).toContain('more than one collection is named "Favourites"')
})

test('add finds a collection by name or id, and scripts by slug, id, address and file', async () => {
  const { url, run, ids, held } = await database('Favourites', 'FAVOURITES')
  const [id = '', other = ''] = ids
  const hello = (await rows(url, 'scripts')).find(({ slug }) => slug === 'hello-topology')?.id ?? ''
  const { code, stdout } = await run('add', 'Favourites', hello, `${url}/v/alice-shop`)
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^added\thello-topology\t[0-9a-f-]{36}\nadded\talice-shop\t[0-9a-f-]{36}\n$/,
    ),
  ])
  const file = folder({ 'alice-notes.topology.js': script('notes') })
  await topo(['collections', 'add', other, 'alice-notes.topology.js'], { cwd: file, env: as(url) })
  expect([await held(id), await held(other)]).toEqual([
    ['hello-topology', 'alice-shop'],
    ['alice-notes'],
  ])

  const vague = await run('add', 'favourites', 'hello-topology', '--json')
  expect([vague.code, JSON.parse(vague.stdout).error]).toEqual([
    2,
    expect.objectContaining({
      code: 'TOPO_USAGE',
      message: '2 collections have the name "favourites".',
      details: { ids },
    }),
  ])
  const typo = await run('remove', 'Favorites!', 'hello-topology')
  expect([typo.code, typo.stderr]).toEqual([
    2,
    expect.stringMatching(/UNKNOWN_COLLECTION[\s\S]*Did you mean "F/),
  ])
})

test('add lists failures of single scripts and exits 1', async () => {
  const { run, ids, held } = await database('Favourites')
  const mixed = await run('add', 'favourites', 'hello-topology', 'nowhere', 'alice-shop', '--json')
  expect(mixed.code).toBe(1)
  expect(JSON.parse(mixed.stdout)).toMatchObject({
    totalCount: 3,
    items: [
      { name: 'hello-topology', slug: 'hello-topology', added: true, error: null },
      {
        name: 'nowhere',
        id: null,
        added: false,
        error: 'TOPO_NOT_FOUND',
        reason: expect.any(String),
      },
      { name: 'alice-shop', added: true },
    ],
  })
  expect(await held(ids[0] ?? '')).toEqual(['hello-topology', 'alice-shop'])

  const again = await run(
    'remove',
    'Favourites',
    'hello-topology',
    'payments-platform',
    'hello-topology',
  )
  expect([again.code, again.stdout]).toEqual([
    1,
    expect.stringMatching(
      /^removed\thello-topology\t.*\nfailed\tpayments-platform\t.*not in this collection.*\n$/,
    ),
  ])
  expect(await held(ids[0] ?? '')).toEqual(['alice-shop'])
  const alone = await run('add', 'Favourites', 'nowhere', '--json')
  expect([alone.code, JSON.parse(alone.stdout).error.code]).toEqual([1, 'TOPO_NOT_FOUND'])
})

test('add stops at an outage and lists what was not done', async () => {
  const { url, run } = await database('Favourites')
  await fault(url, { method: 'POST', path: '/v1/collections/*/scripts', status: 503 })
  const args = ['add', 'Favourites', 'hello-topology', 'alice-shop', 'free-case']
  const { code, stdout } = await run(...args, '--json')
  expect([code, JSON.parse(stdout).error.details]).toEqual([
    75,
    expect.objectContaining({ notDone: ['alice-shop', 'free-case'], totalCount: 1 }),
  ])
  expect((await run(...args)).stdout).toMatch(
    /^failed\thello-topology\t.*\nnot-done\talice-shop\t\nnot-done\tfree-case\t\n$/,
  )
})

test('--dry-run shows each request and sends none', async () => {
  const { url, run } = await database('Favourites')
  await forgetRequests(url)
  const { code, stdout } = await run(
    'add',
    'Favourites',
    'hello-topology',
    'nowhere',
    'alice-shop',
    '--dry-run',
  )
  expect([code, stdout.match(/^POST .*\/scripts$/gm)?.length]).toEqual([1, 2])
  expect(stdout).toContain('failed\tnowhere\t')
  expect((await run('create', 'More', '--dry-run')).stdout).toContain('POST /v1/collections')
  expect(await writes(url)).toEqual([])
})
