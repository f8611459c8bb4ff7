/** `topo status`: the six states of a script, and the exit code for CI. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as, edit, requests } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, mock, put, script, topo } from '../topo.ts'

test('status reports each of the six states', async () => {
  const { url } = await mock()
  const env = as(url)
  const names = ['here', 'both', 'gone', 'same', 'there']
  const cwd = folder({
    '.git/HEAD': '',
    ...Object.fromEntries(names.map((name) => [`${name}.topology.js`, script(name)])),
  })
  const status = (...flags: string[]) => topo(['status', ...flags], { cwd, env })
  await topo(['push'], { cwd, env })
  expect((await status('--exit-code')).code).toBe(0)

  await edit(url, ({ scripts = [] }) => {
    for (const row of scripts.filter(({ slug }) => slug === 'both' || slug === 'there'))
      Object.assign(row, { description: 'There', updatedAt: '2030-01-01T00:00:00.000Z' })
  })
  for (const name of ['both', 'here'])
    put(join(cwd, `${name}.topology.js`), script(name, 'tags: [here]'))
  put(join(cwd, 'new.topology.js'), script('new'))
  rmSync(join(cwd, 'gone.topology.js'))
  const { code, stdout } = await status('--exit-code', '--json')
  expect(code).toBe(3)
  const { items, totalCount } = JSON.parse(stdout)
  expect(totalCount).toBe(6)
  expect(
    items.map(({ slug, state, changed }: Record<string, unknown>) => [slug, state, changed]),
  ).toEqual([
    ['both', 'conflict', ['description', 'tags']],
    ['here', 'local-ahead', ['tags']],
    ['new', 'new', []],
    ['same', 'in-sync', []],
    ['there', 'remote-ahead', ['description']],
    ['gone', 'orphaned', []],
  ])
  expect((await status()).code).toBe(0)
  const { screen } = await onScreen(['status', '--exit-code'], { cwd, env })
  expect(screen).toMatch(/conflict\s+both.topology.js/)
})

test('status --all also reports what only the service has, and a push names it without a request for it', async () => {
  const { url } = await mock()
  const env = as(url)
  const cwd = folder({
    '.git/HEAD': '',
    'kept.topology.js': script('kept'),
    'gone.topology.js': script('gone'),
  })
  await topo(['push'], { cwd, env })
  rmSync(join(cwd, 'gone.topology.js'))
  // As in a job of CI: a fresh checkout has no records.
  rmSync(join(cwd, '.topo'), { recursive: true })
  const before = (await requests(url)).length
  const pushed = await onScreen(['push'], { cwd, env })
  expect(pushed.screen).toMatch(/Only on the service.*\bgone\b/)
  expect((await requests(url)).length - before).toBe(2)
  const chosen = await onScreen(['push', 'kept.topology.js'], { cwd, env })
  expect(chosen.screen).not.toContain('Only on')

  expect((await topo(['status', '--exit-code'], { cwd, env })).code).toBe(0)
  const { code, stdout } = await topo(['status', '--all', '--exit-code', '--json'], { cwd, env })
  expect(code).toBe(3)
  const { items } = JSON.parse(stdout) as {
    items: { path: string | null; slug: string; state: string }[]
  }
  expect(items[0]).toMatchObject({ slug: 'kept', state: 'in-sync' })
  expect(items).toContainEqual(
    expect.objectContaining({ path: null, slug: 'gone', state: 'only-remote' }),
  )
  expect((await topo(['status', '--all', 'kept.topology.js'], { cwd, env })).code).toBe(2)
})
