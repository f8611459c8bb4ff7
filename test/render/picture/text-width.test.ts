/** Text widths and line breaks. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textWidth, wrap } from '../../../src/render/picture/text-width.ts'

test('textWidth measures wide, narrow and invisible characters', () => {
  expect(textWidth('iiii', 10)).toBeLessThan(textWidth('WWWW', 10))
  expect(textWidth('日本', 10)).toBeGreaterThan(20)
  // A family emoji is one character, and a combining accent has no width.
  expect(textWidth('👩‍👩‍👧‍👦', 10)).toBe(textWidth('🚀', 10))
  expect(textWidth('e\u0301', 10)).toBe(textWidth('\u00e9', 10))
})

describe('wrapped lines', () => {
  test.each([
    ['Web', ['Web']],
    ['Background worker for reconciliations', ['Background', 'worker for', 'reconciliations']],
    ['orders-service-primary-eu', ['orders-', 'service-', 'primary-eu']],
    ['決済サービスの窓口', ['決済サービスの', '窓口']],
  ])('%s', (text, expected) => {
    expect(wrap(text, 13, 100, 4).lines).toEqual(expected)
  })

  test('the last line ends with an ellipsis if text was truncated', () => {
    expect(wrap('one two three four five six', 13, 60, 2)).toEqual({
      lines: ['one two', 'three f…'],
      cut: true,
    })
  })

  test('no line is too wide, and no text is lost without truncation', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 120 }),
        fc.integer({ min: 40, max: 300 }),
        (text, width) => {
          const { lines, cut } = wrap(text, 13, width, 3)
          for (const line of lines) expect(textWidth(line, 13)).toBeLessThanOrEqual(width)
          if (!cut) expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        },
      ),
    )
  })
})
