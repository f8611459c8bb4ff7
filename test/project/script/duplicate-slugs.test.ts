/** Files with the same slug: case does not count, and only some of many paths are named. */
import { describe, expect, test } from 'vitest'
import {
  duplicatesIn,
  isSameSlug,
  listOf,
  reportDuplicates,
} from '../../../src/project/script/duplicate-slugs.ts'
import { loadScript } from '../../../src/project/script/load.ts'
import { makeFolder } from '../folder.ts'

const paths = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']

/** Messages about the slugs of the files, by path. */
async function reported(files: Record<string, string>, names = Object.keys(files)) {
  const { at, root } = makeFolder(files)
  const scripts = await Promise.all(names.map((name) => loadScript(at(name), { root })))
  const before = scripts.map(({ problems }) => problems.length)
  const duplicates = duplicatesIn(scripts).keys()
  await reportDuplicates(scripts)
  const messages = scripts.map(({ path, problems }, index) => [
    path,
    ...problems.slice(before[index]).map(({ message }) => message),
  ])
  return { messages, duplicates: [...duplicates].map(({ path }) => path) }
}

test.each([
  [1, 'a.ts'],
  [2, 'a.ts and b.ts'],
  [3, 'a.ts, b.ts and c.ts'],
  [4, 'a.ts, b.ts, c.ts and 1 more'],
  [5, 'a.ts, b.ts, c.ts and 2 more'],
])('%i paths are %j', (count, text) => {
  expect(listOf(paths.slice(0, count))).toBe(text)
})

test.each([
  ['shop', 'Shop', true],
  ['SHOP', 'shop', true],
  ['shop', 'shop', true],
  ['shop', 'shop-2', false],
])('%s and %s are the same slug: %s', (a, b, isSame) => {
  expect(isSameSlug(a, b)).toBe(isSame)
})

describe('a finding', () => {
  test('names the other files, in each of them', async () => {
    const files = { 'a/shop.topology.js': '', 'b/shop.topology.js': '', 'cart.topology.js': '' }
    const fault = (path: string) => `The slug \`shop\` is also the slug of ${path}.`
    expect(await reported(files)).toEqual({
      messages: [
        ['a/shop.topology.js', fault('b/shop.topology.js')],
        ['b/shop.topology.js', fault('a/shop.topology.js')],
        ['cart.topology.js'],
      ],
      duplicates: ['a/shop.topology.js', 'b/shop.topology.js'],
    })
  })

  test('also names files whose slugs differ in case only', async () => {
    const { duplicates } = await reported({ 'a/Shop.topology.js': '', 'b/shop.topology.js': '' })
    expect(duplicates).toEqual(['a/Shop.topology.js', 'b/shop.topology.js'])
  })

  test('is not for a file that was named twice', async () => {
    const path = 'shop.topology.js'
    expect(await reported({ [path]: '' }, [path, path])).toEqual({
      messages: [[path], [path]],
      duplicates: [],
    })
  })
})
