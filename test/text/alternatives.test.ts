/** Alternatives in a sentence. */
import { expect, test } from 'vitest'
import { alternatives, enumeration } from '../../src/text/alternatives.ts'

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('%j reads as %j', (names, text) => expect(alternatives(names)).toBe(text))

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b, and c'],
])('all of %j read as %j', (names, text) => expect(enumeration(names)).toBe(text))
