// @module-tag git
/** The lines that a pull request changes. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedLines } from '../../../src/files/git/changed-lines.ts'
import { commit, git, repository } from '../../action/step.ts'

test('only lines that were added or changed count, also in a sub-folder and after a removed line', async () => {
  const cwd = repository({ 'maps/é.topology.js': 'a\nb\nc\nd\ne\nf\n' })
  const base = git(cwd, 'rev-parse', 'HEAD')
  commit(cwd, { 'maps/é.topology.js': 'a\nB\nc\ne\nnew\nnewer\nf\n' })
  const isChanged = await changedLines(join(cwd, 'maps'), base)
  const lines = [1, 2, 3, 4, 5, 6, 7].filter((line) =>
    isChanged?.(join(cwd, 'maps/é.topology.js'), line),
  )
  expect(lines).toEqual([2, 5, 6])
  expect(isChanged?.(join(cwd, 'maps/other.topology.js'), 2)).toBe(false)
  expect(await changedLines(cwd, '0'.repeat(40))).toBeUndefined()
})

test('a range of lines changed if a line in it was removed, but not at its ends', async () => {
  const cwd = repository({ 'a.md': 'a\nb\nc\nd\ne\n' })
  const base = git(cwd, 'rev-parse', 'HEAD')
  commit(cwd, { 'a.md': 'a\nb\nd\ne\n' })
  const isChanged = await changedLines(cwd, base)
  const file = join(cwd, 'a.md')
  expect([
    isChanged?.(file, 1, 2),
    isChanged?.(file, 1, 3),
    isChanged?.(file, 2, 3),
    isChanged?.(file, 3, 4),
  ]).toEqual([false, true, true, false])
})

test.each([
  'a"b.topology.js',
  'back\\slash.topology.js',
  'two\\\\slashes.topology.js',
  'a\ttab.topology.js',
  'a\nline.topology.js',
  'a\u0001\u007f.topology.js',
  'é"ü.topology.js',
  ' leading.topology.js',
  'in ner/ b .topology.js',
  '"quoted".topology.js',
])('the lines of a file with an unusual name are known: %j', { tags: 'modes' }, async (name) => {
  const cwd = repository({ [name]: 'a\n' })
  const base = git(cwd, 'rev-parse', 'HEAD')
  commit(cwd, { [name]: 'a\nb\n' })
  const isChanged = await changedLines(cwd, base)
  expect([1, 2].map((line) => isChanged?.(join(cwd, name), line))).toEqual([false, true])
})
