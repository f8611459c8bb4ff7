/** Errors of push, pull and publish, as a person sees them. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as, fault } from '../control.ts'
import { folder, mock, put, script, topo, topoOnTerminal } from '../topo.ts'

const json = async (args: string[], options: Parameters<typeof topo>[1]) => {
  const { code, stdout } = await topo([...args, '--json'], options)
  return { code, data: JSON.parse(stdout) }
}

test('publish keeps an unreadable file and reports it', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  await topo(['push', '--local'], { cwd })
  const text = Buffer.from(`\uFEFF${script('shop')}`, 'utf16le')
  writeFileSync(join(cwd, 'shop.topology.js'), text)
  const published = await topo(['publish', 'shop', '--local'], { cwd })
  expect(published.code).toBe(0)
  expect(published.stderr).toContain(
    'The script is public on the service, but shop.topology.js was not changed: The file is encoded as UTF-16 LE',
  )
  expect(readFileSync(join(cwd, 'shop.topology.js'))).toEqual(text)
  expect(
    (await json(['script', 'unpublish', 'shop', '--local'], { cwd })).data.items,
  ).toMatchObject([{ changed: true, file: null, note: expect.stringContaining('UTF-16') }])
})

test('publish takes any file that push takes', async () => {
  const cwd = folder({ 'bar.js': script('bar') })
  await topo(['push', 'bar.js', '--local'], { cwd })
  expect((await json(['publish', 'bar.js', '--local'], { cwd })).data.items).toMatchObject([
    { slug: 'bar', file: 'bar.js' },
  ])
  expect((await json(['push', 'bar.js', '--local'], { cwd })).data.counts).toEqual({ unchanged: 1 })
})

test('publish says which file it leaves changed in an outage, and what was not done', async () => {
  const { url } = await mock()
  const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
  const options = { cwd, env: as(url, 'bob') }
  await topo(['push'], options)
  await fault(url, { method: 'PATCH', path: '/v1/scripts/*', status: 500 })
  const { code, stdout, stderr } = await topo(['publish', 'a', 'b'], options)
  expect([code, stdout]).toEqual([75, expect.stringMatching(/^failed\ta\t.*\nnot-done\tb\t\n$/)])
  expect(stderr).toContain('a.topology.js says "public: true" already, so the next push sends it.')
  expect(readFileSync(join(cwd, 'a.topology.js'), 'utf8')).toContain('public: true')
})

test('publish makes several public; one that fails costs the others nothing', async () => {
  const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
  await topo(['push', '--local'], { cwd })
  const { code, stdout, stderr } = await topo(['publish', 'a', 'nope', 'b', 'a', '--local'], {
    cwd,
  })
  expect([code, stdout.split('\n'), stderr]).toEqual([
    1,
    ['a', expect.stringMatching(/^failed\tnope\t.*nope/), 'b', ''],
    '',
  ])
  const again = await json(['publish', 'a', 'b', '--local'], { cwd })
  expect(again.data.items).toMatchObject([
    { slug: 'a', isPublic: true, changed: false, error: null },
    { slug: 'b', isPublic: true, changed: false, error: null },
  ])
  const both = (await topoOnTerminal(['unpublish', 'a', 'b', '--local'], { cwd })).screen
  expect(both.trim().split(/\r?\n/)).toEqual([
    'a is now private',
    'Set public to false in the header of a.topology.js',
    'b is now private',
    'Set public to false in the header of b.topology.js',
  ])
})

test('a first push whose slug is taken names one that is free, also in a pipe', async () => {
  const cwd = join(folder(), 'My shop')
  const add = (slug: string) => put(join(cwd, `${slug}.topology.js`), script(slug))
  for (const slug of ['payments-platform', 'free-case']) add(slug)
  put(join(cwd, 'topo.config.json'), '{}')
  const { code, stdout } = await topo(['push', '--local'], { cwd })
  expect([code, stdout]).toEqual([
    6,
    expect.stringContaining('; "payments-platform-my-shop" is free'),
  ])
  for (const slug of ['payments-platform', 'free-case'])
    renameSync(join(cwd, `${slug}.topology.js`), join(cwd, `${slug}-my-shop.topology.js`))
  expect((await json(['push', '--local'], { cwd })).data.counts).toEqual({ created: 2 })
  // The name of this folder is already part of the slug.
  const other = join(folder(), 'My shop')
  put(join(other, 'free-case-my-shop.topology.js'), script('free-case-my-shop'))
  const env = { TOPO_API_KEY: 'ca_demo_bob', TOPO_LOCAL_DATA: join(cwd, '.topo/local') }
  const again = await json(['push', '--local'], { cwd: other, env })
  expect(again.data.items[0].hint).toContain('Set "slug: free-case-my-shop-2" in its header')
})

test('push without scripts is a usage error', async () => {
  for (const name of [' ', 'https://example.com/v/%E0']) {
    const { code, data } = await json(['script', 'show', name, '--local'], { cwd: folder() })
    expect([code, data.error.code], name).toEqual([2, 'TOPO_USAGE'])
    expect(data.error.message).toMatch(
      /^(The name of the script is empty|https:\S+ is not the address of a script)\.$/,
    )
  }
})

test('new refuses a slug that another file has', async () => {
  const cwd = folder({ 'shop.topology.ts': script('shop') })
  for (const force of [[], ['--force']]) {
    const { code, data } = await json(['script', 'new', 'shop', ...force], { cwd })
    expect([code, data.error.code]).toEqual([2, 'TOPO_FILE_EXISTS'])
  }
  put(join(cwd, 'other.topology.js'), '')
  expect((await topo(['script', 'new', 'other', '--force'], { cwd })).code).toBe(0)
})
