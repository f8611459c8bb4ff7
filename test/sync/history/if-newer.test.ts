/** `--if-newer` on a service that tells no date of a script: only the history of git can decide. */
// @module-tag git
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { contentHash } from '../../../src/project/script/content-hash.ts'
import { loadScript } from '../../../src/project/script/load.ts'
import { blockStaleCommit } from '../../../src/sync/history/if-newer.ts'
import type { ResolvedStep } from '../../../src/sync/plan/conflicts.ts'
import { goodCode, workspace } from '../../project/workspace.ts'

const name = 'a.topology.js'
const text = (label: string) => `${goodCode}// ${label}\n`

async function history() {
  const { root, write, client } = await workspace({ [name]: text('first') })
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: root },
    }).trim()
  const commit = (label: string) => {
    write(name, text(label))
    git('add', '-A')
    git('commit', '-qm', label)
    return git('rev-parse', 'HEAD')
  }
  git('init', '-q')
  /** The action that is left of an update at a commit, when the service has the script as `remote`. */
  const actionAt = async (commitId: string, remote: string, updatedAt = '') => {
    write(name, text(remote))
    const { content } = await loadScript(`${root}/${name}`, { root })
    git('checkout', '-qf', commitId)
    const { content: local, hash } = await loadScript(`${root}/${name}`, { root })
    const step: ResolvedStep = {
      action: 'update',
      path: name,
      slug: 'a',
      id: 'id-a',
      reason: '',
      changed: ['code'],
      hash,
      file: { path: name, slug: 'a', content: local, hash },
      remote: { id: 'id-a', slug: 'a', updatedAt, content },
    }
    expect(contentHash(content)).not.toBe(hash)
    return (await blockStaleCommit([step], { root, client, commit: commitId }))[0]?.action
  }
  return { commit, git, actionAt }
}

test('a push goes on unless git knows that the commit is older, whatever the revision', async () => {
  const { commit, git, actionAt } = await history()
  const first = commit('first')
  const second = commit('second')
  const revisions = ['', 'W/"5"']
  for (const revision of revisions) {
    expect(await actionAt(second, 'first', revision)).toBe('update')
    expect(await actionAt(second, 'by hand', revision)).toBe('update')
    expect(await actionAt(first, 'by hand', revision)).toBe('update')
  }
  git('branch', 'main-of-origin', second)
  for (const revision of revisions) expect(await actionAt(first, 'second', revision)).toBe('older')
})
