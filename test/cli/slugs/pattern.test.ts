/** `"slug"` in topo.config.json: teams may each have `docs/overview`, because the slug of a file has its folders. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { as, rows } from '../control.ts'
import { emptyRepository, folder, mock, put, script, topo } from '../topo.ts'

const config = (slug: string) => JSON.stringify({ slug })
const files = (slug: string, more: Record<string, string> = {}) => ({
  '.git/HEAD': '',
  'topo.config.json': config(slug),
  'shop/docs/overview.topology.js': script('shop'),
  'Bank & Söhne/docs/overview.topology.js': script('bank'),
  'top.topology.js': script('top'),
  ...more,
})
const slugsIn = async (cwd: string) => {
  const { stdout } = await topo(['status', '--local', '--json', '--fields', 'slug,path'], { cwd })
  return JSON.parse(stdout).items.map(({ slug, path }: Record<string, string>) => `${path} ${slug}`)
}

describe('slugs', () => {
  test.each([
    ['{path}-{name}', ['bank-sohne-docs-overview', 'shop-docs-overview', 'top']],
    ['{folder}-{name}', ['docs-overview', 'docs-overview', 'top']],
    [
      'team-{path}-{name}',
      ['team-bank-sohne-docs-overview', 'team-shop-docs-overview', 'team-top'],
    ],
    ['{name}', ['overview', 'overview', 'top']],
  ])('%s', async (pattern, slugs) => {
    const found = await slugsIn(folder(files(pattern)))
    expect(found.map((line: string) => line.split(' ').at(-1))).toEqual(slugs)
  })

  test('a header wins, and files with the same slug are findings', async () => {
    const cwd = folder(
      files('{folder}-{name}', { 'own.topology.js': `/*---\nslug: mine\n---*/\n${script('own')}` }),
    )
    expect(await slugsIn(cwd)).toContain('own.topology.js mine')
    const { code, stdout } = await topo(['validate'], { cwd })
    expect([code, stdout]).toEqual([1, expect.stringContaining('`docs-overview`')])
    expect(stdout).toContain('duplicate-slug')
  })

  test('commands find a script by its slug', async () => {
    const cwd = folder(files('{path}-{name}'))
    const { code, stdout } = await topo(['validate', 'shop-docs-overview', '--json'], { cwd })
    expect([code, JSON.parse(stdout).files.map(({ path }: { path: string }) => path)]).toEqual([
      0,
      ['shop/docs/overview.topology.js'],
    ])
  })
})

test.each([['{path}'], ['{file}-{name}'], ['Shop-{name}'], ['']])(
  'the pattern %j is refused with its place and an example',
  async (pattern) => {
    const { code, stderr } = await topo(['validate'], { cwd: folder(files(pattern)) })
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /topo\.config\.json:1:9.*`slug`[\s\S]+hint {2}Write it like "\{path\}-\{name\}"/,
      ),
    ])
  },
)

test('a new pattern renames the scripts on the service: nothing is created or deleted', async () => {
  const { url } = await mock()
  const env = as(url)
  const cwd = folder(files('{name}'))
  rmSync(join(cwd, 'Bank & Söhne'), { recursive: true })
  const own = async () =>
    (await rows(url, 'scripts'))
      .filter(({ slug }) => /overview|top$/.test(String(slug)))
      .map(({ id, slug }) => [slug, id])
  expect(await topo(['push'], { cwd, env })).toMatchObject({ code: 0 })
  const before = await own()
  const after = [] as unknown[][]
  put(join(cwd, 'topo.config.json'), config('{path}-{name}'))
  const { code, stdout } = await topo(['push'], { cwd, env })
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('renamed locally: overview → shop-docs-overview'),
  ])
  after.push(...(await own()))
  put(join(cwd, 'topo.config.json'), config('x-{path}-{name}'))
  const shown = await topo(['push', '--no-color'], { cwd, env, columns: 200 })
  expect(shown.stdout).toContain('overview.topology.js  shop-docs-overview → x-shop-docs-overview')
  put(join(cwd, 'topo.config.json'), config('{path}-{name}'))
  expect(await topo(['push'], { cwd, env })).toMatchObject({ code: 0 })
  const idOf = (list: unknown[][], slug: string) => list.find(([one]) => one === slug)?.[1]
  expect(after).toHaveLength(before.length)
  expect(idOf(after, 'shop-docs-overview')).toBe(idOf(before, 'overview'))

  // A pull changes neither header nor file.
  const text = readFileSync(join(cwd, 'shop/docs/overview.topology.js'), 'utf8')
  expect(await topo(['pull'], { cwd, env })).toMatchObject({ code: 0 })
  expect(readFileSync(join(cwd, 'shop/docs/overview.topology.js'), 'utf8')).toBe(text)
  expect((await topo(['status', '--exit-code'], { cwd, env })).code).toBe(0)
})

test('converted files have slugs after the pattern', async () => {
  const chart = 'flowchart LR\nA --> B\n'
  const cwd = folder({
    ...emptyRepository,
    'topo.config.json': config('{folder}-{name}'),
    'docs/a/overview.mmd': chart,
    'docs/b/overview.mmd': chart,
  })
  const { stdout } = await topo(['convert', 'docs', '--json'], { cwd })
  expect(JSON.parse(stdout).items.map(({ slug }: { slug: string }) => slug)).toEqual([
    'a-overview',
    'b-overview',
  ])
  expect(readFileSync(join(cwd, 'diagrams/docs/a/overview.topology.js'), 'utf8')).not.toContain(
    'slug:',
  )
})
