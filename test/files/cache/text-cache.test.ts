/** Texts that were computed once: what is kept, and from whom nothing is accepted. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TextCache } from '../../../src/files/cache/text-cache.ts'
import { removeFolder } from '../../remove-folder.ts'

const KEY = '51f0c0ffee'
const TEXT = '{"label":"Château"}'

function cacheFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'topo texts '))
  onTestFinished(() => removeFolder(folder))
  return join(folder, 'texts')
}

/** Keeps the text, and returns the path of its file. */
function kept(folder: string): string {
  new TextCache(folder).keep(KEY, TEXT)
  expect(new TextCache(folder).find(KEY)).toBe(TEXT)
  return join(folder, KEY.slice(0, 2), KEY)
}

test.each([
  ['another letter', (text: string) => text.replace('label', 'lavel')],
  ['half of it', (text: string) => text.slice(0, text.length / 2)],
  ['nothing', () => ''],
  ['no checksum', (text: string) => text.slice(text.indexOf('\n') + 1)],
  ['more', (text: string) => `${text}\0`],
])('a damaged file is none: %s', (_what, damage) => {
  const folder = cacheFolder()
  const file = kept(folder)
  writeFileSync(file, damage(readFileSync(file, 'utf8')))
  expect(new TextCache(folder).find(KEY)).toBeUndefined()
  kept(folder)
})

test('a folder that others can write is not read, and gets nothing', { tags: 'posix' }, () => {
  const folder = cacheFolder()
  kept(folder)
  chmodSync(folder, 0o777)
  expect(new TextCache(folder).find(KEY)).toBeUndefined()
  new TextCache(folder).keep('aa1', TEXT)
  expect(readdirSync(folder)).toEqual([KEY.slice(0, 2)])
})

test('a link in the place of a text is replaced, and its target stays', { tags: 'posix' }, () => {
  const folder = cacheFolder()
  const target = join(folder, '..', 'target')
  writeFileSync(target, 'mine')
  mkdirSync(join(folder, KEY.slice(0, 2)), { recursive: true })
  symlinkSync(target, join(folder, KEY.slice(0, 2), KEY))
  kept(folder)
  expect(readFileSync(target, 'utf8')).toBe('mine')
})

test('the oldest texts make room for new ones; a very long one is not kept', () => {
  const folder = cacheFolder()
  const fill = (prefix: string, text: string) => {
    const cache = new TextCache(folder)
    for (let n = 0; n < 100; n++) cache.keep(`${prefix}${n}`, text)
    // Each run removes what is too much, once.
    new TextCache(folder).keep(`${prefix}last`, text)
    expect(cache.find(`${prefix}last`)).toBe(text)
    return readdirSync(join(folder, prefix)).length
  }
  expect(fill('aa', TEXT)).toBe(64)
  expect(fill('bb', 'n'.repeat(100_000))).toBe(10)
  const cache = new TextCache(folder)
  for (const tooLong of ['n'.repeat(600_000), '図'.repeat(200_000)]) {
    cache.keep('dd', tooLong)
    expect(cache.find('dd')).toBeUndefined()
  }
})
