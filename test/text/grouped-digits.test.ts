/** Large numbers in sentences. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupedDigits } from '../../src/text/grouped-digits.ts'
import { cases } from '../cases.ts'

test('digits are grouped as English does', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (number) => {
      expect(groupedDigits(number)).toBe(number.toLocaleString('en-US'))
    }),
    { numRuns: cases(1000) },
  )
})
