/** What is wrong with a JSON text is said in our words, at its place. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFault } from '../../src/files/json-fault.ts'
import { cases } from '../cases.ts'

test.each([
  ['', 0, 'a value is missing here'],
  ['{ "a": }', 7, 'a value is missing here'],
  ['{ "a" 1 }', 6, 'a colon is missing here'],
  ['{ "a": 1 "b": 2 }', 9, 'a comma is missing here'],
  ['{ "a": 1, }', 10, 'a name in double quotes is missing here'],
  ['[1, 2', 5, 'a closing ] is missing here'],
  ['{ "a": 1', 8, 'a closing } is missing here'],
  ['{} {}', 3, 'the text goes on after its end'],
  ['{ // why\n }', 2, 'comments are not allowed'],
  ['{ a: 1 }', 2, 'this word is not allowed here'],
  ['"abc', 0, 'this text has no closing quote'],
  ['"a\\q"', 0, 'this escape is not allowed'],
])('%j has a fault at %i: %s', (text, offset, what) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(jsonFault(text)).toEqual({ offset, what })
})

test('every text that is not JSON has a fault inside of it', () => {
  const almost = fc
    .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 }))
    .map(
      ([json, at, extra]) =>
        json.slice(0, at % (json.length + 1)) + extra + json.slice(at % (json.length + 1)),
    )
  fc.assert(
    fc.property(fc.oneof(almost, fc.string()), (text) => {
      try {
        JSON.parse(text)
      } catch {
        const { offset, what } = jsonFault(text)
        expect(offset).toBeLessThanOrEqual(text.length)
        expect(what).toMatch(/^[a-z ,}\]]+$/)
      }
    }),
    { numRuns: cases(1000) },
  )
})
