/** Columns in any encoding: the same place in the line, whatever characters are before it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseEncoding, columnAfter, toUtf16 } from '../../../src/lsp/session/position-encoding.ts'
import { cases } from '../../cases.ts'

const encodings = ['utf-8', 'utf-16', 'utf-32'] as const

test('the first supported encoding of the client is chosen', () => {
  expect(chooseEncoding(['utf-7', 'utf-32', 'utf-8'])).toBe('utf-32')
  expect(chooseEncoding(['utf-7'])).toBe('utf-16')
  expect(chooseEncoding()).toBe('utf-16')
})

describe.each(encodings)('%s', (encoding) => {
  test('a column of the text before a place leads back to it', () => {
    const line = fc.array(fc.constantFrom('a', 'é', '中', '🙂', "'"), { maxLength: 30 })
    fc.assert(
      fc.property(line, fc.nat(30), (characters, count) => {
        const before = characters.slice(0, count).join('')
        expect(toUtf16(characters.join(''), columnAfter(before, encoding), encoding)).toBe(
          before.length,
        )
      }),
      { numRuns: cases(1000) },
    )
  })

  test('a column behind the line is its end', () => {
    expect(toUtf16('a🙂', 99, encoding)).toBe(3)
  })
})

test('a column inside a character means its start', () => {
  expect(toUtf16('🙂a', 2, 'utf-8')).toBe(0)
  expect(toUtf16('🙂a', 4, 'utf-8')).toBe(2)
  expect(toUtf16('éa', 1, 'utf-8')).toBe(0)
})
