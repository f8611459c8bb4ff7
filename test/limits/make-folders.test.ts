/** Creating folders: like `mkdir -p`, and without end in no file system. */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolders } from '../../src/limits/make-folders.ts'

function empty(): string {
  const folder = mkdtempSync(join(tmpdir(), 'topo-folders-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('creates all that is missing, and returns the uppermost', () => {
  const folder = empty()
  expect(makeFolders(join(folder, 'a', 'b', 'c'))).toBe(join(folder, 'a'))
  expect(existsSync(join(folder, 'a', 'b', 'c'))).toBe(true)
  expect(makeFolders(join(folder, 'a', 'b'))).toBeUndefined()
})

test('gives each created folder the mode', { tags: 'modes' }, () => {
  const folder = empty()
  makeFolders(join(folder, 'a', 'b'), 0o700)
  expect(
    [join(folder, 'a'), join(folder, 'a', 'b')].map((path) => statSync(path).mode & 0o777),
  ).toEqual([0o700, 0o700])
})

test('a file in the way is an error', { tags: 'posix' }, () => {
  const folder = empty()
  writeFileSync(join(folder, 'a'), '')
  expect(() => makeFolders(join(folder, 'a'))).toThrow(/EEXIST/)
  expect(() => makeFolders(join(folder, 'a', 'b'))).toThrow(/ENOTDIR/)
})

test.skipIf(process.platform !== 'linux')(
  'a file system that refuses with ENOENT is an error, not an endless loop',
  () => {
    expect(() => makeFolders('/proc/nohome/a/b')).toThrow(/ENOENT/)
  },
)
