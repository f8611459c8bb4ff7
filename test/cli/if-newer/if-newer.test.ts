/** `push --if-newer`: two merges in a row, and the older commit publishes last, in clones of a real repository. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { as, setClock } from '../control.ts'
import { folder, mock, put, type RunOptions, script, topo } from '../topo.ts'

const file = 'shop.topology.js'
const identity = ['user.name=x', 'user.email=x@example.com', 'maintenance.auto=false'].flatMap(
  (set) => ['-c', set],
)
/** Start of the service's clock; commits are dated relative to it. */
const start = Date.parse('2026-03-01T12:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()

/** A repository, a service, and the steps of a pipeline: clone one commit, push it. */
async function pipeline() {
  const { url } = await mock({ clock: at(0) })
  const origin = folder()
  const git = (cwd: string, words: string[], date = at(0)) =>
    execFileSync('git', [...identity, ...words], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    }).trim()
  git(origin, ['init', '-q', '--template=', '-b', 'main'])
  const commit = (text: string, seconds: number, name = file) => {
    put(join(origin, name), text)
    git(origin, ['add', '-A'])
    git(origin, ['commit', '-qm', 'x'], at(seconds))
    return readFileSync(join(origin, '.git/refs/heads/main'), 'utf8').trim()
  }
  const clone = (id: string, ...how: string[]) => {
    const cwd = folder()
    // Only a shallow clone needs a server.
    git(cwd, [
      'clone',
      '-q',
      '--no-checkout',
      ...how,
      how.length > 0 ? `file://${origin}` : origin,
      '.',
    ])
    git(cwd, ['checkout', '-q', id])
    return cwd
  }
  const push = async (
    cwd: string,
    seconds: number,
    words: string[] = ['--if-newer'],
    more: RunOptions = {},
  ) => {
    await setClock(url, at(seconds))
    const env = { ...as(url), CI: 'true', ...more.env }
    const run = await topo(['push', '--on-conflict', 'overwrite', '--json', ...words], { cwd, env })
    const { items = [], error } = JSON.parse(run.stdout)
    return { ...run, item: items[0], error }
  }
  return { url, origin, commit, clone, push, git }
}

describe('C7: an older commit that publishes last', () => {
  test.each(
    oneOf(2, [
      ['in a shallow clone', ['--depth', '2']],
      ['with its history', []],
    ] as const),
  )('is refused %s, with exit code 6 and the reason', { tags: 'git' }, async (_, how) => {
    const { commit, clone, push } = await pipeline()
    commit(script('one'), 0)
    const older = commit(script('two'), 100)
    const newer = commit(script('three'), 130)
    const slow = clone(older, ...how)
    expect((await push(clone(newer), 200)).item).toMatchObject({ action: 'created', exitCode: 0 })
    const late = await push(slow, 300)
    expect(late.code).toBe(6)
    expect(late.item).toMatchObject({
      action: 'conflict',
      reason: `commit ${older.slice(0, 12)} of ${at(100)} is older than the remote version, published ${at(200)}`,
      hint: expect.stringContaining(how.length > 0 ? 'shallow' : '--if-newer'),
    })
    // A dry run is refused for the same reason; without the flag nothing is.
    expect((await push(slow, 310, ['--if-newer', '--dry-run'])).code).toBe(6)
    expect((await push(slow, 320, [])).item).toMatchObject({ action: 'updated' })
  })

  const text = (name: string) =>
    `/*---\nname: ${name}\n---*/\nimport { label } from './group.ts'\nconst t = new TopologyBuilder(true)\nt.createGroup('g', { label })\nawait t.apply()\n`

  test.each(
    oneOf(2, [
      ['header', file, text('After')],
      ['readme', 'shop.md', 'After\n'],
      ['import', 'group.ts', "export const label: string = 'After'\n"],
    ] as const),
  )(
    'is refused if the newer one differs only in the %s',
    {
      tags: 'git',
    },
    async (_, name, after) => {
      const { origin, commit, clone, push } = await pipeline()
      put(join(origin, 'group.ts'), "export const label: string = 'Before'\n")
      put(join(origin, 'shop.md'), 'Before\n')
      const older = commit(text('Before'), 0)
      await push(clone(older), 10)
      const newer = commit(after, 100, name)
      expect((await push(clone(newer), 150)).item).toMatchObject({ action: 'updated' })
      expect((await push(clone(older), 160)).code).toBe(6)
    },
  )
})

describe('a newer commit', () => {
  test('is refused if the clone is too shallow to know, with the reason', {
    tags: 'git',
  }, async () => {
    const { commit, clone, push } = await pipeline()
    const older = commit(script('one'), 0)
    commit(script('two'), 30)
    await push(clone(older), 60)
    const { code, item } = await push(clone('main', '--depth', '1'), 90)
    expect(code).toBe(6)
    expect(item.hint).toContain('fetch its full history')
  })

  test('is recognised by its time if the remote script is unknown', { tags: 'git' }, async () => {
    const { url, commit, clone, push } = await pipeline()
    const first = commit(script('one'), 0)
    const { item } = await push(clone(first), 10)
    const edit = {
      method: 'PATCH',
      headers: { Authorization: 'Bearer ca_demo_alice', 'Content-Type': 'application/json' },
    }
    await fetch(`${url}/v1/scripts/${item.id}`, {
      ...edit,
      body: JSON.stringify({ description: 'by hand' }),
    })
    const before = commit(script('two'), 5)
    expect((await push(clone(before), 30)).code).toBe(6)
    const after = commit(script('three'), 40)
    expect((await push(clone(after), 50)).item).toMatchObject({ action: 'updated' })
  })
})

test('an older commit does not delete newer scripts either', { tags: 'git' }, async () => {
  const { commit, clone, push, git } = await pipeline()
  const cwd = clone(commit(script('one'), 0))
  await push(cwd, 10)
  put(join(cwd, 'other.topology.js'), script('other'))
  git(cwd, ['rm', '-q', file])
  git(cwd, ['add', '-A'])
  git(cwd, ['commit', '-qm', 'x'], at(5))
  // It came from this history, so it was deleted on purpose.
  const shown = await push(cwd, 20, ['--if-newer', '--delete', '--yes', '--dry-run'])
  expect(shown.code).toBe(0)
  expect(shown.stdout).toContain('"delete"')
  git(cwd, ['checkout', '-q', '--orphan', 'elsewhere'])
  git(cwd, ['commit', '-qm', 'x'], at(5))
  const { code, stdout } = await push(cwd, 30, ['--if-newer', '--delete', '--yes'])
  expect(code).toBe(6)
  expect(stdout).toContain('is older than the remote version')
})

test('--commit sets the commit; one that git does not know, and a folder without git, are errors', {
  tags: 'git',
}, async () => {
  const { commit, clone, push } = await pipeline()
  const older = commit(script('one'), 0)
  const newer = commit(script('two'), 100)
  const cwd = clone(newer)
  await push(clone(older), 50)
  expect((await push(cwd, 120, ['--if-newer', '--dry-run'])).code).toBe(0)
  expect(
    (await push(cwd, 120, ['--if-newer', '--dry-run', '--commit', older.slice(0, 10)])).code,
  ).toBe(0)
  expect(
    (await push(cwd, 120, ['--if-newer'], { env: { TOPO_COMMIT: 'f'.repeat(40) } })).error,
  ).toMatchObject({ code: 'TOPO_UNKNOWN_REVISION', exitCode: 2 })
  const bare = folder({ [file]: script('two') })
  expect((await push(bare, 130)).error).toMatchObject({ code: 'TOPO_NO_GIT', exitCode: 2 })
})
