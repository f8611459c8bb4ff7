/** Export: writes everything that a user owns to a folder, for import into another service. */
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { advanceClock, as, fault, rows, writes } from '../control.ts'
import { ended, folder, mock, script, start, topo } from '../topo.ts'

test('export and import copy everything between two services, except comments of other users', async () => {
  const first = await mock()
  const second = await mock({ fixtures: 'none' })
  const cwd = folder({
    'con.topology.js': script('con', 'name: "Con, \\u202e"\ntags: [a, b]\npublic: true'),
    'con.md': '# Read\r\nme',
  })
  expect(await topo(['push'], { cwd, env: as(first.url) })).toMatchObject({ code: 0 })
  await topo(['comments', 'add', 'con', 'Mine'], { cwd, env: as(first.url) })
  await topo(['comments', 'add', 'con', 'Not mine'], { cwd, env: as(first.url, 'bob') })

  const before = await writes(first.url)
  const exported = await topo(['script', 'export', 'out', '--json'], { cwd, env: as(first.url) })
  expect([exported.code, exported.stderr, JSON.parse(exported.stdout).counts]).toEqual([
    0,
    '',
    { exported: 3 },
  ])
  expect(await writes(first.url)).toEqual(before)
  expect(readdirSync(join(cwd, 'out')).sort()).toEqual([
    '.topo',
    '_con.comments.json',
    '_con.md',
    '_con.topology.js',
    'alice-notes.topology.js',
    'alice-shop.topology.js',
    'topo.config.json',
  ])

  const import_ = ['script', 'import', 'out', '--comments-by', 'alice']
  const imported = await topo(import_, { cwd, env: as(second.url) })
  expect(imported.code).toBe(0)
  expect(imported.stderr).toContain('1 comment is not imported')
  const carried = async (url: string) =>
    (await rows(url, 'scripts'))
      .filter(({ slug }) => /^(con|alice-\w+)$/.test(String(slug)))
      .map(({ slug, name, description, type, code, readme, tags, isPublic, engineVersion }) => ({
        slug,
        name,
        description,
        type,
        code,
        readme,
        tags,
        isPublic,
        engineVersion,
      }))
      .sort((a, b) => (String(a.slug) < String(b.slug) ? -1 : 1))
  expect(await carried(second.url)).toEqual(await carried(first.url))
  expect((await rows(second.url, 'comments')).map(({ content }) => content)).toEqual(['Mine'])
})

test('F8: export keeps existing files; --force overwrites and saves them', async () => {
  const { url } = await mock()
  const cwd = folder()
  const run = (...more: string[]) => topo(['script', 'export', '.', ...more], { cwd, env: as(url) })
  expect((await run()).code).toBe(0)
  const file = join(cwd, 'alice-shop.topology.js')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, 'mine')
  const refused = await run()
  expect([refused.code, refused.stdout]).toEqual([6, expect.stringContaining('local files differ')])
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect((await run('--force')).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(readdirSync(join(cwd, '.topo/backup'))).toHaveLength(1)
})

test('export reports its progress at a rate limit and at Ctrl-C, and the next run resumes', {
  tags: 'signals',
}, async () => {
  const { url } = await mock({ rateLimit: 4 })
  const cwd = folder()
  const args = ['script', 'export', 'out', '--concurrency', '1']
  const first = await topo(args, { cwd, env: as(url) })
  expect([first.code, first.stderr]).toEqual([
    75,
    expect.stringMatching(
      /hint +1 of 2; run again after \d\d:\d\d( \(.+\))? to resume\. Try again in/,
    ),
  ])
  await advanceClock(url, 3600)
  await fault(url, { method: 'GET', path: '/v1/scripts/*/comments', kind: 'hang' })
  const child = start([...args, '--json-stream'], { cwd, env: as(url) })
  const run = ended(child)
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await run).toMatchObject({
    code: 130,
    stderr: 'Exporting was interrupted: 1 of 2; run the same command again to resume.\n',
  })
})
