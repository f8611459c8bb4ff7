/** The package that a pipeline installs while nobody owns the name on the registry. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addressOf, packageOrigin } from '../../../src/cli/init/release.ts'
import { git, repository } from '../../action/step.ts'
import { folder } from '../topo.ts'

const line = 'npm install --global topo-cli@1.2.3'

test('a clone is installed from its commit, without credentials', { tags: 'git' }, async () => {
  const clone = repository({ 'package.json': '{}' })
  git(clone, 'remote', 'add', 'origin', 'https://alice:secret@git.example.com/acme/topo.git')
  const { pin, todo } = await packageOrigin(clone, '1.2.3')
  const source = `git+https://git.example.com/acme/topo.git#${git(clone, 'rev-parse', 'HEAD')}`
  expect([pin(line), todo.join()]).toEqual([
    `npm install --global ${source}`,
    expect.stringContaining('topo is not released yet'),
  ])
  expect(todo.join()).not.toContain('secret')
  // Installed below a project that is itself a repository, it is not a clone of topo.
  mkdirSync(join(clone, 'node_modules', 'topo-cli'), { recursive: true })
  expect((await packageOrigin(join(clone, 'node_modules', 'topo-cli'), '1.2.3')).pin(line)).toBe(
    'npm install --global ./topo-cli-1.2.3.tgz',
  )
})

test('other installations use a packed file, and explain how to create it', async () => {
  const { pin, todo } = await packageOrigin(folder({ 'package.json': '{}' }), '1.2.3')
  expect(pin(line)).toBe('npm install --global ./topo-cli-1.2.3.tgz')
  expect(todo.join()).toMatch(
    /npm pack --ignore-scripts ".*" at the top .* commit topo-cli-1\.2\.3\.tgz/,
  )
})

test.each([
  ['git@github.com:acme/topo.git', 'ssh://git@github.com/acme/topo.git'],
  ['ssh://git@git.example.com:2222/acme/topo', 'ssh://git@git.example.com:2222/acme/topo'],
  ['https://git.example.com/acme/topo', 'https://git.example.com/acme/topo'],
  ['/home/alice/topo', undefined],
  ['C:/Users/alice/topo', undefined],
  ['file:///srv/topo', undefined],
  ['https://git.example.com/a b', undefined],
  ['https://git.example.com/$(id)', undefined],
  ["https://git.example.com/';id;'", undefined],
])('%s becomes %s for a pipeline', (url, address) => {
  expect(addressOf(url)).toBe(address)
})
