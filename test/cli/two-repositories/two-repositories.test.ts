/** Two repositories with one account and one slug: nobody overwrites the other's script with the line of `init --ci`. */
// @module-tag git
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, git, repository, step } from '../../action/step.ts'
import { oneOf } from '../../cases.ts'
import { as, requests, setClock } from '../control.ts'
import { folder, mock, put, script, topo, topoOnTerminal } from '../topo.ts'

const file = 'shop.topology.js'
/** What `topo init --ci` writes. */
const line = [
  'push',
  '--incremental',
  '--if-newer',
  '--on-conflict',
  'overwrite',
  '--fail-on',
  'warning',
]
const labelled = (label: string, header = '') =>
  script('shop', header).replace("'Web'", `'${label}'`)

/** A service, and repositories whose commits are pushed from clones without records. */
async function world() {
  // Published before each commit, so that only the content decides.
  const { url } = await mock({ clock: new Date(Date.now() - 3600_000).toISOString() })
  const stored = async () => {
    const headers = { authorization: 'Bearer ca_demo_alice' }
    const { item } = await (await fetch(`${url}/v1/scripts/shop`, { headers })).json()
    return item as {
      id: string
      code: string
      name: string
      description: string
      isPublic: boolean
    }
  }
  const clone = (origin: string, ...how: string[]) => {
    const cwd = folder()
    git(cwd, 'clone', '-q', ...how, how.length > 0 ? `file://${origin}` : origin, '.')
    return cwd
  }
  const push = async (cwd: string, words: readonly string[] = line) => {
    const run = await topo([...words, '--json'], { cwd, env: { ...as(url), CI: 'true' } })
    const { items = [], counts, error } = JSON.parse(run.stdout)
    return { ...run, counts, error, item: items[0] }
  }
  const edit = async (fields: object) =>
    fetch(`${url}/v1/scripts/${(await stored()).id}`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer ca_demo_alice', 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
  return { url, stored, clone, push, edit }
}

test('the first repository goes on', async () => {
  const { clone, push } = await world()
  const first = repository({ [file]: labelled('First') })
  expect((await push(clone(first))).counts).toEqual({ created: 1 })
  commit(first, { [file]: labelled('First again') })
  expect((await push(clone(first))).counts).toEqual({ updated: 1 })
})

test('the second repository is refused on every merge', async () => {
  const { stored, clone, push } = await world()
  const first = repository({ [file]: labelled('First') })
  const second = repository({ [file]: labelled('Second') })
  expect((await push(clone(first))).counts).toEqual({ created: 1 })
  for (const label of ['Second, later', 'Second again']) {
    commit(second, { [file]: labelled(label) })
    const refused = await push(clone(second))
    expect([refused.code, refused.item]).toMatchObject([
      6,
      {
        action: 'conflict',
        reason: 'never synced by this repository, and the remote version is in none of its commits',
        hint: expect.stringMatching(/"slug": "team-\{name\}".*--adopt/),
      },
    ])
    expect((await stored()).code).toContain("'First'")
  }
})

test('--adopt takes a script over, and then the other repository is refused', async () => {
  const { stored, clone, push } = await world()
  const first = repository({ [file]: labelled('First') })
  const second = repository({ [file]: labelled('Second') })
  await push(clone(first))
  const taking = clone(second)
  expect((await push(taking, [...line, '--adopt'])).counts).toEqual({ updated: 1 })
  expect((await stored()).code).toContain("'Second'")
  const [run = ''] = readdirSync(join(taking, '.topo/backup'))
  expect(readFileSync(join(taking, '.topo/backup', run, 'shop.remote.json'), 'utf8')).toContain(
    "'First'",
  )
  commit(first, { [file]: labelled('First again') })
  expect((await push(clone(first))).code).toBe(6)
  commit(second, { [file]: labelled('Second again') })
  expect((await push(clone(second))).counts).toEqual({ updated: 1 })
})

test('a dry run, a saved plan and a push without --incremental are refused for the same reason', async () => {
  const { clone, push } = await world()
  await push(clone(repository({ [file]: labelled('First') })))
  const second = clone(repository({ [file]: labelled('Second') }))
  for (const words of [
    [...line, '--dry-run'],
    ['push', '--on-conflict', 'overwrite'],
    ['push', file, '--on-conflict', 'overwrite'],
    ['push', '--on-conflict', 'overwrite', '--shard', '1/1'],
    ['push', '--on-conflict', 'overwrite', '--plan-out', 'x.plan.json'],
    ['push', '--plan', 'x.plan.json'],
  ]) {
    const { code, item } = await push(second, words)
    if (words.includes('--plan')) expect(item.hint).toContain('--adopt')
    expect([words, code, item?.reason]).toEqual([
      words,
      6,
      expect.stringContaining('never synced by this'),
    ])
  }
  expect((await push(second, ['push', '--adopt', '--plan-out', 'x.plan.json'])).code).toBe(0)
  expect((await push(second, ['push', '--plan', 'x.plan.json', '--yes'])).counts).toEqual({
    updated: 1,
  })
})

describe('what proves that a script came from this repository', () => {
  test('any version in its history, also of a file that was moved, with imports, or with another readme', async () => {
    const { clone, push } = await world()
    const typed = (label: string) =>
      `import { label } from './label.ts'\nconst t = new TopologyBuilder(true)\nt.createGroup('${label}', { label })\nawait t.apply()\n`
    const origin = repository({
      'shop.topology.ts': typed('one'),
      'label.ts': "export const label: string = 'A'\n",
    })
    const versions: (() => unknown)[] = [
      () => put(join(origin, 'label.ts'), "export const label: string = 'B'\n"),
      () => put(join(origin, 'shop.md'), 'About the shop\n'),
      () => git(origin, 'mv', 'shop.topology.ts', 'label.ts', 'shop.md', 'docs/'),
      () => put(join(origin, 'docs/shop.topology.ts'), typed('two')),
    ]
    put(join(origin, 'docs/keep'), '')
    commit(origin)
    expect((await push(clone(origin))).counts).toEqual({ created: 1 })
    for (const change of versions) {
      change()
      commit(origin)
    }
    // All of them at once: the service has the first one, which had another path.
    expect((await push(clone(origin))).counts).toEqual({ updated: 1 })
  })

  test('a version of a branch: then --if-newer says that the job is old', async () => {
    const { url, clone, push } = await world()
    await setClock(url, new Date(Date.now() + 3600_000).toISOString())
    const origin = repository({ [file]: labelled('First') })
    const older = git(origin, 'rev-parse', 'HEAD')
    commit(origin, { [file]: labelled('Second') })
    expect((await push(clone(origin))).counts).toEqual({ created: 1 })
    const slow = clone(origin)
    git(slow, 'checkout', '-q', older)
    expect((await push(slow)).item).toMatchObject({
      reason: expect.stringContaining('is older than the remote'),
    })
  })

  test('the cache of the last job, also in a shallow clone; which is told without it', async () => {
    const { stored, clone, push, edit } = await world()
    const origin = repository({ [file]: labelled('First') })
    const first = clone(origin)
    await push(first)
    const cache = readFileSync(join(first, '.topo/remote.json'), 'utf8')
    commit(origin, { [file]: labelled('Second') })
    const shallow = (files: Record<string, string>) => {
      const cwd = clone(origin, '--depth', '1')
      for (const [name, text] of Object.entries(files)) put(join(cwd, name), text)
      return cwd
    }
    const words = ['push', '--on-conflict', 'overwrite']
    expect((await push(shallow({}), words)).item).toMatchObject({
      action: 'conflict',
      reason: expect.stringContaining('as far as its shallow clone shows'),
      hint: expect.stringMatching(/fetch its full history \(fetch-depth: 0\).*--adopt/),
    })
    // What somebody else sent since is not in the cache.
    const { code } = await stored()
    await edit({ code: code.replace("'First'", "'By hand'") })
    expect((await push(shallow({ '.topo/remote.json': cache }), words)).code).toBe(6)
    await edit({ code })
    expect((await push(shallow({ '.topo/remote.json': cache }), words)).counts).toEqual({
      updated: 1,
    })
  })

  test.each(
    oneOf(2, [
      ['name: First', 'name: Second'],
      ['description: First', 'description: Second'],
      ['tags: [first]', 'tags: [second]'],
      ['public: true', 'description: Second'],
    ] as const),
  )('not the same code with other metadata in the file: %s', async (header, other) => {
    const { clone, push } = await world()
    const first = repository({ [file]: labelled('Same', header) })
    expect((await push(clone(first), [...line, '--adopt'])).code).toBe(0)
    const second = repository({ [file]: labelled('Same', other) })
    expect((await push(clone(second))).code).toBe(6)
  })

  test('the same code, whatever was set on the service of what the file leaves open', async () => {
    const { stored, clone, push, edit } = await world()
    const plain = repository({ [file]: labelled('Same') })
    await push(clone(plain), [...line, '--adopt'])
    await edit({ description: 'Written on the service', isPublic: true })
    commit(plain, { [file]: labelled('Next') })
    expect((await push(clone(plain))).counts).toEqual({ updated: 1 })
    expect(await stored()).toMatchObject({ description: '', isPublic: false })
  })
})

test('a script that was made on the service, or edited there, is a conflict with the way out', async () => {
  const { url, clone, push, edit, stored } = await world()
  const headers = { authorization: 'Bearer ca_demo_alice', 'content-type': 'application/json' }
  const body = JSON.stringify({
    slug: 'shop',
    name: 'Shop',
    type: 'topology',
    code: script('made-there'),
  })
  await fetch(`${url}/v1/scripts`, { method: 'POST', headers, body })
  const origin = repository({ [file]: labelled('First') })
  const refused = await push(clone(origin))
  expect([refused.code, refused.item.hint]).toEqual([6, expect.stringContaining('--adopt')])
  expect((await push(clone(origin), ['push', '--adopt'])).counts).toEqual({ updated: 1 })
  await edit({ code: script('edited-there') })
  commit(origin, { [file]: labelled('Second') })
  expect((await push(clone(origin))).code).toBe(6)
  expect((await stored()).code).toContain('edited-there')
})

test('a folder without a repository proves nothing; sync records do', async () => {
  const { clone, push } = await world()
  await push(clone(repository({ [file]: labelled('First') })))
  const plain = folder({ 'topo.config.json': '{}', [file]: labelled('Second') })
  const words = ['push', '--on-conflict', 'overwrite']
  expect((await push(plain, words)).item).toMatchObject({
    action: 'conflict',
    reason: 'never synced from this folder, which is in no git repository',
  })
  expect((await push(plain, ['push', '--on-conflict', 'skip'])).counts).toEqual({ skipped: 1 })
  expect((await push(plain, ['push', '--adopt'])).counts).toEqual({ updated: 1 })
  put(join(plain, file), labelled('Third'))
  expect((await push(plain, ['push'])).counts).toEqual({ updated: 1 })
})

test('whoever answers "overwrite" at a terminal has seen the remote version', {
  tags: 'terminal',
}, async () => {
  const { url, stored, clone, push } = await world()
  await push(clone(repository({ [file]: labelled('First') })))
  const cwd = clone(repository({ [file]: labelled('Second') }))
  const answer = { 'were never synced': 'o\r' }
  const { code, screen } = await topoOnTerminal(['push'], { cwd, env: as(url), answer })
  expect([code, screen]).toEqual([0, expect.stringContaining("'First'")])
  expect((await stored()).code).toContain("'Second'")
})

test('the proof costs no request', async () => {
  const { url, clone, push } = await world()
  const origin = repository({ [file]: labelled('First') })
  const words = ['push', '--on-conflict', 'overwrite']
  await push(clone(origin), words)
  commit(origin, { [file]: labelled('Second') })
  const sent = async (cwd: string, ...more: string[]) => {
    const before = (await requests(url)).length
    expect((await push(cwd, [...words, ...more])).counts).toEqual({ updated: 1 })
    return (await requests(url)).length - before
  }
  const proved = await sent(clone(origin))
  commit(origin, { [file]: labelled('Third') })
  expect(await sent(clone(origin), '--adopt')).toBe(proved)
})

test('the Action keeps a script of another repository, and takes it over with its input adopt', async () => {
  const { url, stored, clone, push } = await world()
  await push(clone(repository({ [file]: labelled('First') })))
  const cwd = repository({ [file]: labelled('Second') })
  for (const command of oneOf(2, ['push', 'publish'])) {
    const inputs = { command, 'api-key': 'ca_demo_alice', 'base-url': url }
    const kept = await step({ cwd, inputs })
    expect([kept.code, kept.outputs.conflict, kept.outputs.changed]).toEqual([6, 'true', 'false'])
    expect(kept.summary).toContain('never synced by this repository')
    expect(kept.log).toMatch(/^::warning .*`adopt: true`/m)
  }
  expect((await stored()).code).toContain("'First'")
  const inputs = { command: 'push', adopt: 'true', 'api-key': 'ca_demo_alice', 'base-url': url }
  expect((await step({ cwd, inputs })).outputs.updated).toBe('1')
  expect((await stored()).code).toContain("'Second'")
})
