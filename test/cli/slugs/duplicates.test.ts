/** Files with the same slug are a finding at each of them; every other script gets its verdict, and is sent. */
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { step } from '../../action/step.ts'
import { oneOf } from '../../cases.ts'
import { brief } from '../../lsp/client.ts'
import { as, rows, writes } from '../control.ts'
import { editorProcess } from '../lsp/process.ts'
import { folder, heard, mock, put, script, startLive, topo } from '../topo.ts'

const named = (slug: string) => script('api', `slug: ${slug}`)
const broken = 'const t = new TopologyBuilder(true)\n'
const files = {
  'topo.config.json': '{}',
  'a/overview.topology.js': script('a'),
  'b/overview.topology.js': script('b'),
  'c/third.topology.js': named('overview'),
  'broken.topology.js': broken,
  'shop.topology.js': script('shop'),
}
const duplicates = ['a/overview.topology.js', 'b/overview.topology.js', 'c/third.topology.js']

interface Report {
  files: { path: string; findings: { rule: string; line: number; message: string }[] }[]
}

describe('topo validate', () => {
  test('names all files with the slug, and validates the other scripts', async () => {
    const cwd = folder(files)
    const { code, stdout } = await topo(['validate', '--json'], { cwd })
    const report = JSON.parse(stdout) as Report
    const found = report.files.flatMap(({ path, findings }) =>
      findings.map(({ rule, line }) => `${path}:${line} ${rule}`),
    )
    expect([code, found.filter((one) => one.endsWith('duplicate-slug'))]).toEqual([
      1,
      [
        'a/overview.topology.js:1 duplicate-slug',
        'b/overview.topology.js:1 duplicate-slug',
        'c/third.topology.js:2 duplicate-slug',
      ],
    ])
    expect(found).toContain('broken.topology.js:1 calls-apply')
    expect(report.files.find(({ path }) => path === 'shop.topology.js')?.findings).toEqual([])
    expect(report.files[0]?.findings[0]?.message).toBe(
      'The slug `overview` is also the slug of b/overview.topology.js and c/third.topology.js.',
    )
  })

  test('also on worker threads, and in each shard', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`many/s${n}.topology.js`, script(`s${n}`)]),
    )
    const cwd = folder({ ...files, ...many })
    const found: string[] = []
    for (const shard of ['1/2', '2/2']) {
      const { stdout } = await topo(['validate', '--json', '--shard', shard], { cwd })
      for (const { path, findings } of (JSON.parse(stdout) as Report).files)
        for (const { rule } of findings) if (rule === 'duplicate-slug') found.push(path)
    }
    expect(found).toEqual(duplicates)
  })

  test('a slug that differs in case only is the same', async () => {
    const cwd = folder({
      'a/shop.topology.js': script('shop'),
      'b/Shop.topology.js': script('shop'),
    })
    const { code, stdout } = await topo(['validate', '--json'], { cwd })
    const rules = (JSON.parse(stdout) as Report).files.map(({ findings }) =>
      findings.map(({ rule }) => rule),
    )
    expect([code, rules]).toEqual([1, [['duplicate-slug'], ['header', 'duplicate-slug']]])
  })

  test('the same file named twice is one script', async () => {
    const cwd = folder({ 'a.topology.js': script('a') })
    expect((await topo(['validate', 'a', 'a.topology.js', './a.topology.js'], { cwd })).code).toBe(
      0,
    )
    expect((await topo(['render', 'a', 'a.topology.js', '-o', 'pictures/'], { cwd })).code).toBe(0)
  })
})

test('push sends the others, status lists all, and a plan does the same', async () => {
  const { url } = await mock()
  const cwd = folder({ ...files, 'cart.topology.js': script('cart') })
  const run = (...args: string[]) => topo([...args], { cwd, env: as(url) })
  const items = (text: string): string[] =>
    (JSON.parse(text) as { items: { path: string; action?: string; state?: string }[] }).items.map(
      ({ path, action, state }) => `${path} ${action ?? state}`,
    )
  const invalid = ['a/overview', 'b/overview', 'broken'].map(
    (name) => `${name}.topology.js invalid`,
  )
  const third = 'c/third.topology.js invalid'

  const status = await run('status', '--json')
  expect([status.code, items(status.stdout)]).toEqual([
    0,
    [
      ...invalid.slice(0, 2),
      'broken.topology.js new',
      third,
      'cart.topology.js new',
      'shop.topology.js new',
    ].toSorted(),
  ])
  const planned = await run('push', '--plan-out', 'push.plan.json')
  expect([planned.code, await writes(url)]).toEqual([1, []])
  const pushed = await run('push', '--plan', 'push.plan.json', '--json')
  expect([pushed.code, items(pushed.stdout)]).toEqual([
    1,
    [...invalid, third, 'cart.topology.js created', 'shop.topology.js created'].toSorted(),
  ])
  const again = await run('push', '--json')
  expect([again.code, items(again.stdout)]).toEqual([
    1,
    [...invalid, third, 'cart.topology.js unchanged', 'shop.topology.js unchanged'].toSorted(),
  ])
  expect((await run('push')).stderr).toContain('also the slug of')
  expect((await rows(url, 'scripts')).some(({ slug }) => slug === 'overview')).toBe(false)
})

test('a slug of several files is refused with their names, by every command that takes one', async () => {
  const { url } = await mock()
  const cwd = folder(files)
  for (const words of oneOf(3, [
    ['push'],
    ['validate'],
    ['status'],
    ['render'],
    ['diff'],
    ['preview'],
  ])) {
    const { code, stderr } = await topo([...words, 'overview'], { cwd, env: as(url) })
    expect([words, code, stderr]).toEqual([
      words,
      2,
      expect.stringMatching(/3 files have the slug "overview": .*\[TOPO_USAGE\]/),
    ])
    expect(stderr).toContain(`${duplicates.slice(0, 2).join(', ')} and ${duplicates[2]}`)
  }
})

test('render draws the other scripts, and does not write two scripts to one file', async () => {
  const cwd = folder(files)
  const all = await topo(['render', '-o', 'pictures/', '--format', 'svg'], { cwd })
  expect([all.code, readdirSync(join(cwd, 'pictures'))]).toEqual([1, ['shop.svg']])
  const two = await topo(['render', ...duplicates.slice(0, 2), '-o', 'two/', '--force'], { cwd })
  expect([two.code, two.stderr]).toEqual([1, expect.stringContaining('also the slug of')])
  const one = await topo(['render', 'a/overview.topology.js', '-o', 'one.svg'], { cwd })
  expect(one.code).toBe(0)
})

test('a step of a workflow annotates each file, and pushes the others', async () => {
  const { url } = await mock()
  const cwd = folder(files)
  // Without a repository, nothing can tell an old job.
  const inputs = { 'base-url': url, 'api-key': as(url).TOPO_API_KEY ?? '', 'if-newer': 'false' }
  for (const command of oneOf(2, ['push', 'validate'])) {
    const { code, log } = await step({
      cwd,
      inputs: { ...inputs, command },
    })
    expect([command, code]).toEqual([command, 1])
    for (const path of duplicates) expect(log).toContain(`file=${path}`)
  }
  expect((await rows(url, 'scripts')).some(({ slug }) => slug === 'shop')).toBe(true)
})

test('an editor shows the finding, until the other file is renamed', async () => {
  const cwd = folder({
    'topo.config.json': '{}',
    'a/x.topology.js': script('x'),
    'b/x.topology.js': script('x'),
  })
  const { open, until } = await editorProcess({ cwd })
  open('a/x.topology.js')
  await until('a/x.topology.js', (found) => String(brief(found)) === '1:1 duplicate-slug')
  renameSync(join(cwd, 'b/x.topology.js'), join(cwd, 'b/y.topology.js'))
  await until('a/x.topology.js', (left) => left.length === 0)
})

test('an editor finds a duplicate that is new while somebody types, and one that was moved', async () => {
  const cwd = folder({ 'topo.config.json': '{}', 'x.topology.js': script('x') })
  const { open, change, diagnostics, until } = await editorProcess({ cwd })
  open('x.topology.js')
  expect(brief(await diagnostics('x.topology.js'))).toEqual([])
  put(join(cwd, 'new.topology.js'), named('x'))
  const start = { line: 0, character: 0 }
  const typed = async () => {
    change('x.topology.js', [{ range: { start, end: start }, text: ' ' }])
    return (await diagnostics('x.topology.js')).map(({ message }) => message)
  }
  const other = (file: string) => `The slug \`x\` is also the slug of ${file}.`
  await expect
    .poll(typed, { timeout: 10_000 })
    .toEqual([expect.stringContaining(other('new.topology.js'))])
  renameSync(join(cwd, 'new.topology.js'), join(cwd, 'moved.topology.js'))
  await until('x.topology.js', ([found]) =>
    String(found?.message).includes(other('moved.topology.js')),
  )
})

test('topo watch sends the others, refuses a new duplicate, and sends a file whose duplicate is gone', async () => {
  const { url } = await mock()
  const cwd = folder({ ...files, 'c/third.topology.js': script('third') })
  const text = heard((await startLive(['watch', '--json'], { cwd, env: as(url) })).stdout)
  const event = (type: string, path: string) =>
    expect
      .poll(() => text().split('\n'), { timeout: 10_000, interval: 10 })
      .toContainEqual(
        expect.stringMatching(
          new RegExp(`"type":"${type}".*"path":"${path}"|"path":"${path}".*"type":"${type}"`),
        ),
      )
  await event('sent', 'shop.topology.js')
  await event('invalid', 'a/overview.topology.js')
  await event('invalid', 'b/overview.topology.js')
  put(join(cwd, 'd/shop.topology.js'), script('other'))
  await event('invalid', 'd/shop.topology.js')
  renameSync(join(cwd, 'b/overview.topology.js'), join(cwd, 'b/second.topology.js'))
  await event('sent', 'a/overview.topology.js')
  await event('sent', 'b/second.topology.js')
  const slugs = (await rows(url, 'scripts')).map(({ slug }) => slug)
  expect(slugs).toEqual(expect.arrayContaining(['overview', 'second', 'shop', 'third']))
  expect(slugs.filter((slug) => slug === 'shop')).toEqual(['shop'])
})
