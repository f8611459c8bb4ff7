/**
 * Every command that checks scripts uses what another one found. A lookup that fails would write
 * its file again.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { commit, git, repository } from '../../action/step.ts'
import { as } from '../control.ts'
import { folder, heard, mock, script, startLive, topoProcess } from '../topo.ts'

let cache = ''
beforeEach(() => {
  cache = join(folder(), 'cache')
})

const inCache = (cwd: string, env: Record<string, string> = {}) => {
  return async (...args: string[]) => {
    const { code, stdout, stderr } = await topoProcess(args, {
      cwd,
      env: { TOPO_CACHE: cache, ...env },
    })
    return { code, output: stdout + stderr }
  }
}

/** Each file with the time at which it was written. */
function written(): Map<string, number> {
  const files = readdirSync(join(cache, 'verdicts'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(files.map((file) => [file, statSync(file).mtimeMs]))
}

const files = { 'shop.topology.js': script('shop'), 'web.topology.js': script('web') }

test.each([
  ['validate', ['validate']],
  ['query', ['query', 'web']],
  ['push', ['push']],
])('%s finds the verdicts of its first run', async (_name, args) => {
  const { url } = await mock()
  const run = inCache(folder(files), as(url))
  await run(...args)
  const before = written()
  expect(before.size).toBeGreaterThan(0)
  expect((await run(...args)).code).toBe(0)
  expect(written()).toEqual(before)
})

test('watch finds the verdicts of validate', { tags: 'signals' }, async () => {
  const { url } = await mock()
  const cwd = folder(files)
  await inCache(cwd)('validate')
  const before = written()
  const env = { TOPO_CACHE: cache, ...as(url) }
  const watch = await startLive(['watch', '--json'], { cwd, env })
  await expect.poll(heard(watch.stdout), { timeout: 10_000 }).toMatch(/"sent"[\s\S]*"sent"/)
  expect(written()).toEqual(before)
})

test('review finds its verdicts, blocks and pictures, and tells a stale one after it', {
  tags: 'git',
}, async () => {
  const page = '<!-- topo shop -->\n<!-- /topo -->\n'
  const cwd = repository({ ...files, 'page.md': page })
  const run = inCache(cwd)
  await run('render', '-o', 'pictures/', '--write')
  commit(cwd)
  git(cwd, 'branch', 'base')
  writeFileSync(join(cwd, 'shop.topology.js'), script('shop').replace("'Web'", "'Site'"))
  await run('render', '-o', 'pictures/', '--write')
  await run('render', '--write')
  const review = () => run('script', 'review', 'base', '--fail-on', 'warning')
  const first = await review()
  expect(first.code).toBe(0)
  const before = written()
  expect(await review()).toEqual(first)
  expect(written()).toEqual(before)
  writeFileSync(join(cwd, 'page.md'), page)
  expect(await review()).toMatchObject({ code: 1, output: expect.stringContaining('page.md') })
})

test.each([
  ['those that git tracks', ['render']],
  ['those of a folder', ['render', '-o', 'pictures/']],
  ['pages and their index', ['render', '-o', 'site/', '--format', 'html']],
])(
  'render --check draws nothing twice, and finds each change: %s',
  {
    tags: 'git',
  },
  async (_name, render) => {
    const page =
      '<!-- topo shop -->\n<!-- /topo -->\n<!-- topo web format=text -->\n<!-- /topo -->\n'
    const cwd = repository({ ...files, 'page.md': page })
    const run = inCache(cwd)
    await run('render', '-o', 'pictures/', '--write')
    await run(...render, '--write')
    commit(cwd)
    const check = (...more: string[]) => run(...render, '--check', ...more)
    expect(await check()).toMatchObject({ code: 0 })
    const before = written()
    expect(await check()).toMatchObject({ code: 0 })
    expect(written()).toEqual(before)

    const shop = join(cwd, 'shop.topology.js')
    const original = readFileSync(shop, 'utf8')
    writeFileSync(shop, original.replace("'Web'", "'Site'"))
    const changed = await check()
    expect(changed).toMatchObject({ code: 3, output: expect.stringContaining('shop') })
    expect(await check()).toEqual(changed)
    expect(await check('--no-cache')).toEqual(changed)
    writeFileSync(shop, `${original}throw new Error('no')\n`)
    const broken = await check()
    expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('no') })
    expect(await check('--no-cache')).toEqual(broken)
    writeFileSync(shop, original)
    expect(await check()).toMatchObject({ code: 0 })

    writeFileSync(join(cwd, 'page.md'), page)
    expect(await check()).toMatchObject({ code: 3, output: expect.stringContaining('page.md:1') })
  },
)

const isolated = `import { label } from './shared.js'
const t = new TopologyBuilder(true)
// topo-disable-next-line isolated-nodes -- meant
t.createProcess({ id: 'a', label })
t.createProcess({ id: 'b', label: 'B' })
t.createProcess({ id: 'c', label: 'C' })
t.connect('b', 'c')
await t.apply()
`

test('a comment that no longer suppresses an error fails a check of pictures that are kept as current', async () => {
  const rules = JSON.stringify({ rules: { 'isolated-nodes': 'error' } })
  const shared = "export const label = 'A'\n"
  const cwd = folder({
    'topo.config.json': rules,
    'shared.js': shared,
    'a.topology.js': isolated,
  })
  const run = inCache(cwd)
  await run('render', '-o', 'pics/', '--format', 'svg')
  const check = () => run('render', '-o', 'pics/', '--format', 'svg', '--check')
  expect((await check()).code).toBe(0)
  expect((await check()).code).toBe(0)
  writeFileSync(join(cwd, 'a.topology.js'), isolated.replace(/.*topo-disable.*\n/, ''))
  expect((await check()).code).toBe(1)
})

test('the style of the project and that of a flag draw alike, but a file records the flag', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const run = inCache(cwd)
  const render = ['render', '-o', 'pics/', '--format', 'svg']
  await run(...render, '--style', 'print')
  expect((await run(...render, '--style', 'print', '--check')).code).toBe(0)
  writeFileSync(join(cwd, 'topo.config.json'), '{ "style": "print" }')
  const kept = await run(...render, '--check')
  expect(kept).toEqual(await run(...render, '--check', '--no-cache'))
  expect(kept.code).toBe(3)
})
