import { expect, test } from 'vitest'
import { inLineEndsOf, withLineFeeds } from '../../src/text/line-ends.ts'

test.each([
  ['a\r\nb\r\n', 'x\ny', 'x\r\ny'],
  ['a\nb', 'x\r\ny\rz\n', 'x\ny\nz\n'],
  ['a\r\nb\n', 'x\ny\r\n', 'x\ny\r\n'],
  ['one line', 'x\r\ny', 'x\r\ny'],
  ['', 'x\ny', 'x\ny'],
])('in the line ends of %j, %j is %j', (like, text, expected) => {
  expect(inLineEndsOf(like, text)).toBe(expected)
  expect(withLineFeeds(expected)).toBe(withLineFeeds(text))
})
