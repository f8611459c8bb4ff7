/** Commands other than sync on other deployments: each does on the service what it says. */
import { describe, expect, test } from 'vitest'
import { oneOf } from '../cases.ts'
import { as } from '../cli/control.ts'
import { folder, script, topo } from '../cli/topo.ts'
import { service } from '../floor/service.ts'
import { deployed, files, slugs, variants } from './deployed.ts'

const csv = (slug: string) => `${slug},${slug},"${script(slug).replaceAll('"', '""')}"`
const twelve = (word: string) =>
  Array.from({ length: 12 }, (_, n) => `${word}${String(n).padStart(2, '0')}`)

describe.each(oneOf(2, variants))('%s', (_name, differences) => {
  test('import creates each row once, export is its inverse', { timeout: 60_000 }, async () => {
    const named = twelve('row-')
    const table = ['slug,name,code', ...named.map(csv)].join('\n')
    const { ok, written, stored, code, cwd } = await deployed(differences, { 'rows.csv': table })
    await ok('import', 'rows.csv')
    expect([written(), stored()]).toEqual([named.map(() => 'POST'), named])
    expect((await ok('import', 'rows.csv')).counts).toEqual({ unchanged: named.length })
    expect((await ok('export', 'backup')).totalCount).toBe(named.length)
    expect(written()).toEqual([])

    const other = await deployed(differences, {})
    expect((await other.ok('import', `${cwd}/backup`)).counts).toEqual({ created: named.length })
    expect(other.stored()).toEqual(named)
    for (const slug of named) expect(other.code(slug)?.trimEnd()).toBe(code(slug)?.trimEnd())
  })

  test('comments and collections are created, filled, listed and deleted', {
    timeout: 60_000,
  }, async () => {
    const two = Object.fromEntries(Object.entries(files).slice(0, 3))
    const { ok, control, script: row, url } = await deployed(differences, two)
    await ok('push')
    /** Sends all but the first, which a command has created. */
    const createRest = async (path: string, bodies: object[]) => {
      for (const body of bodies.slice(1)) {
        const headers = { 'x-api-key': 'ca_demo_erin', 'content-type': 'application/json' }
        const sent = await fetch(url + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        expect(sent.status).toBe(200)
      }
    }
    const remarks = twelve('remark ')
    await ok('comments', 'add', 'flow-00', String(remarks[0]), '--node', 'flow-00-web')
    await createRest(
      `/v1/scripts/${row('flow-00')?.id}/comments`,
      remarks.map((content) => ({ content, targetType: 'node', targetId: 'flow-00-web' })),
    )
    const left = () =>
      control.database.comments
        .all()
        .flatMap(({ content }) => (content.startsWith('remark') ? [content] : []))
    const { items } = await ok('comments', 'list', 'flow-00')
    expect([
      items.map(({ content }: { content: string }) => content).sort(),
      left().sort(),
    ]).toEqual([remarks, remarks])
    await ok('comments', 'delete', String(items[0].id), '--yes')
    expect(left().sort()).toEqual(remarks.filter((text) => text !== items[0].content))

    const names = twelve('Folder ')
    await ok('collections', 'create', String(names[0]))
    await createRest(
      '/v1/collections',
      names.map((name) => ({ name })),
    )
    const listed = (await ok('collections', 'list')).items.map(({ name }: { name: string }) => name)
    expect(listed.sort()).toEqual(names)
    const held = () => control.database.collected.all().map(({ scriptId }) => scriptId)
    const first = row('flow-00')?.id
    const second = row('flow-01')?.id
    await ok('collections', 'add', 'Folder 11', 'flow-00', 'flow-01')
    expect(held()).toEqual(expect.arrayContaining([first, second]))
    await ok('collections', 'remove', 'Folder 11', 'flow-00')
    expect([held().includes(first ?? ''), held().includes(second ?? '')]).toEqual([false, true])
  })

  test('script list, show and delete', { timeout: 60_000 }, async () => {
    const { ok, run, stored, read, written } = await deployed(differences)
    await ok('push')
    const list = async (...flags: string[]) =>
      (await ok('script', 'list', ...flags)).items.map(({ slug }: { slug: string }) => slug)
    expect((await list('--all')).sort()).toEqual(slugs)
    const some = await list('--limit', '15')
    expect([some.length, new Set(some).size]).toEqual([15, 15])
    const shown = await ok('script', 'show', 'flow-00')
    expect(shown).toMatchObject({ slug: 'flow-00', name: 'Flow zero' })
    expect(read('flow-00.topology.js')).toContain(shown.code.trimEnd())
    written()
    await ok('script', 'delete', 'flow-20', '--yes')
    expect([written(), stored().includes('flow-20')]).toEqual([['DELETE'], false])
    expect((await run('script', 'show', 'flow-20')).code).toBe(1)
  })

  test('api sends a request and prints what the service answers', async () => {
    const { url, ok, written } = await deployed(differences, {})
    expect(await ok('api', 'POST', '/v1/collections', '-F', 'name=Kept')).toBeInstanceOf(Object)
    expect(written()).toEqual(['POST'])
    const listed = await fetch(`${url}/v1/collections`, {
      headers: { 'x-api-key': 'ca_demo_erin' },
    })
    expect(await ok('api', '/v1/collections')).toEqual(await listed.json())
  })
})

test('a wrong key is exit 4, also where the service answers with a code alone', async () => {
  const { url } = await service({ differences: ['legacy'] })
  const env = { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_nobody_0123456789' }
  const { code, stdout } = await topo(['quota', '--json'], { cwd: folder(), env })
  expect([code, JSON.parse(stdout).error.code]).toEqual([4, 'TOPO_UNAUTHORIZED'])
})

describe('the rate limit of an auth layer', () => {
  const limited = async () => {
    const { url, asked, control } = await service({ differences: ['legacy'], rateLimit: 2 })
    const run = (...args: string[]) => topo([...args, '--json'], { cwd: folder(), env: as(url) })
    expect((await run('quota')).code).toBe(0)
    await run('quota')
    asked.length = 0
    return { run, asked, control }
  }

  test.each(
    oneOf(2, [
      ['a read that is forbidden with a code', ['quota']],
      ['a list', ['script', 'list']],
      [
        'a create that is unauthorized with Retry-After',
        ['api', 'POST', '/v1/collections', '-F', 'name=x'],
      ],
      [
        'an update that is forbidden with a sentence',
        ['api', 'PATCH', '/v1/scripts/x', '-F', 'name=x'],
      ],
    ]),
  )('is 75 for %s, and no word about the key', async (_what, args) => {
    const { run } = await limited()
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout + stderr]).toEqual([75, expect.not.stringContaining('topo login')])
  })

  test('is waited for, and the command goes on', async () => {
    const { run, asked, control } = await limited()
    // The service's hour ends in two seconds.
    control.advance(3598)
    const { code, stderr } = await run('quota')
    expect([code, stderr]).toEqual([0, expect.stringContaining('rate limited, retrying in')])
    expect(asked.map(({ status }) => status)).toEqual([403, 200])
  })
})
