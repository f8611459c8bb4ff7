/** A closed checker checks nothing more. */
import { expect, test } from 'vitest'
import { checkerForFiles, checkerForStream } from '../../../src/project/check/checker.ts'
import type { Checker } from '../../../src/project/check/examine.ts'

const SCRIPT = "new TopologyBuilder(true).createNode('a', { label: 'A' })"

test.each([
  ['many files', () => checkerForFiles(1000) as Checker],
  ['a stream', () => checkerForStream()],
])('of %s', async (_, open) => {
  const checker = open()
  expect((await checker.examine(SCRIPT, {})).nodes).toEqual(['a'])
  await checker.close()
  let isChecked = false
  void checker.examine(SCRIPT, {}).then(() => {
    isChecked = true
  })
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  expect(isChecked).toBe(false)
})
