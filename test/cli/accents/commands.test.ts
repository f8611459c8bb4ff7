/** Commands other than sync over every accent: each does on the service what it says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { advanceClock, as, forgetRequests, requests, rows } from '../control.ts'
import { folder, mock, script, topo } from '../topo.ts'
import { accentedMock, slugs, variants } from './accented-mock.ts'

const table = (...named: string[]) =>
  ['slug,name,code', ...named.map((slug) => `${slug},${slug},"${script(slug).replaceAll('"', '""')}"`)].join(
    '\n',
  )

describe.each(variants)('%s', (_name, accents) => {
  test('import creates each row once, export is its inverse', { timeout: 60_000 }, async () => {
    const named = Array.from({ length: 12 }, (_, n) => `row-${String(n).padStart(2, '0')}`)
    const { ok, sent, stored, run } = await accentedMock(accents, { 'rows.csv': table(...named) })
    await ok('import', 'rows.csv')
    expect(await sent()).toEqual(named.map(() => 'POST'))
    expect((await stored()).map(({ slug }) => slug).sort()).toEqual(named)
    const again = await run(['import', 'rows.csv'])
    expect([again.code, again.data.counts]).toEqual([0, { unchanged: named.length }])
    expect(await sent()).toEqual([])

    const exported = await ok('export', 'backup')
    expect(exported.totalCount).toBe(named.length)
    expect(await sent()).toEqual([])
    const other = await accentedMock(accents, {})
    const target = folder()
    const files = await run(['export', target])
    expect(files.code).toBe(0)
    const imported = await other.run(['import', target])
    expect([imported.code, imported.data.counts]).toEqual([0, { created: named.length }])
    const code = (list: { slug: string; code: string }[]) =>
      list.map((row) => [row.slug, row.code.trimEnd()]).sort()
    expect(code(await other.stored())).toEqual(code(await stored()))
  })

  test('comments are added, listed and deleted', { timeout: 60_000 }, async () => {
    const { ok, run, url } = await accentedMock(accents, { 'flow-00.topology.js': script('flow-00') })
    await ok('push')
    for (let n = 0; n < 12; n++)
      await ok('comments', 'add', 'flow-00', `remark ${n}`, '--node', 'flow-00-web')
    const ours = async () =>
      (await rows(url, 'comments')).flatMap(({ content }) =>
        /^remark/.test(String(content)) ? [content] : [],
      )
    expect(await ours()).toHaveLength(12)
    const { items } = await ok('comments', 'list', 'flow-00')
    expect(items.map(({ content }: { content: string }) => content).sort()).toEqual((await ours()).sort())
    const [first] = items
    expect((await run(['comments', 'delete', String(first.id), '--yes'])).code).toBe(0)
    expect(await ours()).toEqual(expect.not.arrayContaining([first.content]))
    expect(await ours()).toHaveLength(11)
  })

  test('collections are created, filled, listed and emptied', { timeout: 60_000 }, async () => {
    const { ok, url, stored } = await accentedMock(accents, {
      'flow-00.topology.js': script('flow-00'),
      'flow-01.topology.js': script('flow-01'),
    })
    await ok('push')
    for (let n = 0; n < 12; n++) await ok('collections', 'create', `Folder ${n}`)
    const { items } = await ok('collections', 'list')
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(
      Array.from({ length: 12 }, (_, n) => `Folder ${n}`).sort(),
    )
    await ok('collections', 'add', 'Folder 11', 'flow-00', 'flow-01')
    const held = async () => {
      const known = new Map((await stored()).map(({ id, slug }) => [id, slug]))
      return (await rows(url, 'collected'))
        .flatMap(({ scriptId }) => known.get(String(scriptId)) ?? [])
        .sort()
    }
    expect(await held()).toEqual(['flow-00', 'flow-01'])
    await ok('collections', 'remove', 'Folder 11', 'flow-00')
    expect(await held()).toEqual(['flow-01'])
  })

  test('script list, show and delete', { timeout: 60_000 }, async () => {
    const { ok, run, stored, cwd, sent } = await accentedMock(accents)
    await ok('push')
    const list = async (...flags: string[]) =>
      (await ok('script', 'list', ...flags)).items.map(({ slug }: { slug: string }) => slug)
    expect((await list('--all')).sort()).toEqual(slugs)
    const some = await list('--limit', '15')
    expect([some.length, new Set(some).size]).toEqual([15, 15])
    const shown = await ok('script', 'show', 'flow-00')
    expect(shown).toMatchObject({ slug: 'flow-00', name: 'Flow zero' })
    expect(readFileSync(join(cwd, 'flow-00.topology.js'), 'utf8')).toContain(shown.code.trimEnd())
    await sent()
    expect((await run(['script', 'delete', 'flow-20', '--yes'])).code).toBe(0)
    expect(await sent()).toEqual(['DELETE'])
    expect((await stored()).map(({ slug }) => slug)).not.toContain('flow-20')
    expect((await run(['script', 'show', 'flow-20'])).code).toBe(1)
  })
})

test('a wrong key is exit 4, also where the service answers with a code alone', async () => {
  const { url } = await mock({ accents: ['legacy'] })
  const env = { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_nobody_0123456789' }
  const { code, stdout } = await topo(['quota', '--json'], { cwd: folder(), env })
  expect([code, JSON.parse(stdout).error.code]).toEqual([4, 'TOPO_UNAUTHORIZED'])
})

describe('the rate limit of an auth layer', () => {
  const limited = async () => {
    const { url } = await mock({ accents: ['legacy'], rateLimit: 2 })
    const run = (...args: string[]) => topo([...args, '--json'], { cwd: folder(), env: as(url) })
    const first = await run('quota')
    expect(first.code).toBe(0)
    await run('quota')
    return { url, run }
  }

  test.each([
    ['a read that is forbidden with a code', ['quota']],
    ['a list', ['script', 'list']],
    ['a create that is unauthorized with Retry-After', ['api', 'POST', '/v1/collections', '-F', 'name=x']],
    ['an update that is forbidden with a sentence', ['api', 'PATCH', '/v1/scripts/x', '-F', 'name=x']],
  ])('is 75 for %s, and no word about the key', async (_what, args) => {
    const { run } = await limited()
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout + stderr]).toEqual([75, expect.not.stringContaining('topo login')])
  })

  test('is waited for, and the command goes on', async () => {
    const { url, run } = await limited()
    // The service's hour ends in two seconds.
    await advanceClock(url, 3598)
    await forgetRequests(url)
    const { code, stderr } = await run('quota')
    expect([code, stderr]).toEqual([0, expect.stringContaining('rate limited, retrying in')])
    expect((await requests(url)).map(({ status }) => status)).toEqual([403, 200])
  })
})
