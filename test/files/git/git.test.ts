/** The repository of a folder is read once for a plan, which asks for it several times. */
// @module-tag git
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RepositoryOfFolder } from '../../../src/files/git/git.ts'
import { repository } from '../../action/step.ts'
import { makeFolder } from '../../project/folder.ts'

test('a repository is read once, also if it is gone later', async () => {
  const folder = repository({})
  const git = new RepositoryOfFolder(folder)
  const first = await git.require()
  rmSync(join(folder, '.git'), { recursive: true })
  expect([await git.require(), await git.ifAny()]).toEqual([first, first])
  expect(await git.read()).toEqual({ state: 'known', repository: first })
  expect(await new RepositoryOfFolder(folder).ifAny()).toBeUndefined()
})

test('a folder without a repository is an error only for what requires one', async () => {
  const git = new RepositoryOfFolder(makeFolder().root)
  expect(await git.ifAny()).toBeUndefined()
  await expect(git.require()).rejects.toMatchObject({ code: 'TOPO_NO_GIT' })
})

test('a repository that git cannot read is an error for both', async () => {
  const folder = repository({})
  rmSync(join(folder, '.git/HEAD'))
  const git = new RepositoryOfFolder(folder)
  await expect(git.ifAny()).rejects.toMatchObject({ code: 'TOPO_GIT' })
  await expect(git.require()).rejects.toMatchObject({ code: 'TOPO_GIT' })
})
