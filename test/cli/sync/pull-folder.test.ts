/** `topo pull` writes new scripts to the folder of the project's scripts, and says so. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as } from '../control.ts'
import { folder, script, sharedMock, topo } from '../topo.ts'

const service = sharedMock()
const name = 'alice-notes.topology.js'

async function pull(files: Record<string, string>, args: string[] = [], below = '.') {
  const root = folder({ 'topo.config.json': '{}', ...files })
  const cwd = join(root, below)
  const { code, stderr } = await topo(['pull', 'alice-notes', ...args], {
    cwd,
    env: as(service.url),
  })
  return { root, code, stderr }
}

const own = {
  'docs/diagrams/a.topology.js': script('a'),
  'docs/diagrams/b.topology.js': script('b'),
}

test.each([
  ['the folder of all scripts', own, 'docs/diagrams'],
  ['the folder with most scripts', { ...own, 'more/c.topology.js': script('c') }, 'docs/diagrams'],
  [
    'the folder that include names',
    { 'topo.config.json': '{ "include": ["pictures/**"] }' },
    'pictures',
  ],
])('%s gets new scripts', async (_, files, place) => {
  const { root, code, stderr } = await pull(files)
  expect([code, existsSync(join(root, place, name))]).toEqual([0, true])
  expect(stderr).toContain(`${place}; --dir`)
})

test('the working folder gets them if it has scripts, or if no folder has', async () => {
  const more = { ...own, 'more/c.topology.js': script('c') }
  const inside = await pull(more, [], 'more')
  expect(existsSync(join(inside.root, 'more', name))).toBe(true)
  const first = await pull({})
  expect([existsSync(join(first.root, name)), first.stderr]).toEqual([
    true,
    expect.not.stringContaining('--dir'),
  ])
})

test('--dir decides, also for the working folder', async () => {
  const { root, stderr } = await pull(own, ['--dir', '.'])
  expect([existsSync(join(root, name)), stderr]).toEqual([
    true,
    expect.not.stringContaining('--dir'),
  ])
})

test('a dry run says where, and a script that has a file stays there', async () => {
  const { root, stderr } = await pull(own, ['--dry-run'])
  expect([existsSync(join(root, 'docs/diagrams', name)), stderr]).toEqual([
    false,
    expect.stringContaining('docs/diagrams; --dir'),
  ])
  const cwd = root
  expect(
    (await topo(['pull', 'alice-notes', '--dir', 'else'], { cwd, env: as(service.url) })).code,
  ).toBe(0)
  const again = await topo(['pull', 'alice-notes'], { cwd, env: as(service.url) })
  expect([again.code, again.stderr, existsSync(join(root, 'docs/diagrams', name))]).toEqual([
    0,
    expect.not.stringContaining('--dir'),
    false,
  ])
})
