/** Whose the script on the service is: what git's history and the cache of revisions prove. */
// @module-tag git
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { RepositoryOfFolder } from '../../../src/files/git/git.ts'
import type { ScriptContent } from '../../../src/project/script/content.ts'
import { contentHash } from '../../../src/project/script/content-hash.ts'
import { loadScript } from '../../../src/project/script/load.ts'
import { keepForeignScripts } from '../../../src/sync/history/foreign-scripts.ts'
import { type ConflictPolicy, resolveConflict } from '../../../src/sync/plan/conflicts.ts'
import { type ConflictStep, planSync } from '../../../src/sync/plan/plan.ts'
import { RemoteHashes } from '../../../src/sync/remote/remote-hashes.ts'
import { goodCode, workspace } from '../../project/workspace.ts'

const name = 'shop.topology.js'
const text = (label: string, headerText = '') => `${headerText}${goodCode}// ${label}\n`

/** A repository with a commit of each text, and what a push decides about a remote script of the same slug. */
async function history(texts: readonly string[], begin = true) {
  const { root, write } = await workspace({ [name]: texts[0] ?? '' })
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: root },
    }).trim()
  if (begin) git('init', '-q')
  for (const one of begin ? texts : []) {
    write(name, one)
    git('add', '-A')
    git('commit', '-qm', 'x')
  }
  const contentOf = async (one: string) => {
    write(name, one)
    return (await loadScript(`${root}/${name}`, { root })).content
  }
  const hashes = await RemoteHashes.open(root, 'http://localhost')
  const decide = async (stored: ScriptContent, policy: ConflictPolicy = 'overwrite') => {
    write(name, text('local'))
    const file = await loadScript(`${root}/${name}`, { root })
    const remote = {
      id: 'id',
      slug: 'shop',
      updatedAt: 't1',
      content: stored,
      hash: contentHash(stored),
    }
    const [conflict] = planSync({ files: [file], records: {}, remotes: [remote] })
    const steps = [resolveConflict(conflict as ConflictStep, policy)]
    const [step] = await keepForeignScripts(steps, {
      root,
      hashes,
      git: new RepositoryOfFolder(root),
    })
    return step?.action === 'conflict' ? (step.foreign ?? 'conflict') : step?.action
  }
  return { git, contentOf, decide, hashes }
}

const header = '/*---\nname: The shop\ndescription: Sells\n---*/\n'

test('each version of the file is ours, however the service tidied it', async () => {
  const { contentOf, decide } = await history([
    text('one'),
    text('two', header),
    text('three', header),
  ])
  for (const one of [text('one'), text('three', header)])
    expect(await decide(await contentOf(one))).toBe('update')
  const two = await contentOf(text('two', header))
  const tidied = {
    ...two,
    code: `${two.code.trimEnd()}   \r\n`,
    name: ' The  shop '.trim().normalize('NFD'),
  }
  expect(await decide({ ...tidied, name: 'The shop', tags: ['set-there'], isPublic: true })).toBe(
    'update',
  )
})

test('another text is not ours, nor is the same code with other metadata than the file sets', async () => {
  const { contentOf, decide } = await history([text('two', header)])
  const two = await contentOf(text('two', header))
  expect(await decide({ ...two, description: 'Set there' })).toBe('other-content')
  expect(await decide({ ...two, code: `${two.code}// by hand\n` })).toBe('other-content')
  expect(await decide(await contentOf(text('two')))).toBe('other-content')
  expect(await decide({ ...two, code: '' })).toBe('other-content')
})

test('only the policy overwrite asks whose a script is', async () => {
  const { contentOf, decide } = await history([text('one')])
  const foreign = await contentOf(text('foreign'))
  expect(await decide(foreign, 'adopt')).toBe('update')
  expect(await decide(foreign, 'skip')).toBe('skip')
  expect(await decide(foreign, 'fail')).toBe('conflict')
  expect(await decide(foreign)).toBe('other-content')
})

test('a repository without commits, and a folder without a repository, prove nothing', async () => {
  const none = await history([text('one')], false)
  const content = await none.contentOf(text('one'))
  expect(await none.decide(content)).toBe('no-repository')
  none.git('init', '-q')
  expect(await none.decide(content)).toBe('other-content')
})

test('the cache proves the content of the last sync, and none that was only read', async () => {
  const { contentOf, decide, hashes } = await history([text('one')])
  const sent = await contentOf(text('sent with an older bundler'))
  const hash = contentHash(sent)
  hashes.remember({ id: 'id', updatedAt: 't1' }, hash)
  expect(await decide(sent)).toBe('other-content')
  hashes.rememberSynced({ id: 'id', updatedAt: 't1' }, hash)
  expect(await decide(sent)).toBe('update')
  // A comment changes the revision, but not the content.
  hashes.remember({ id: 'id', updatedAt: 't2' }, hash)
  expect(await decide(sent)).toBe('update')
  const changed = await contentOf(text('sent by somebody else'))
  hashes.remember({ id: 'id', updatedAt: 't3' }, contentHash(changed))
  expect(await decide(changed)).toBe('other-content')
  // A service may tell no revisions.
  hashes.rememberSynced({ id: 'id', updatedAt: '' }, hash)
  expect(await decide(sent)).toBe('update')
  expect(hashes.of({ id: 'id', updatedAt: '' })).toBeUndefined()
  await hashes.save()
})
