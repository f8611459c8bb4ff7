/** Text widths and line breaks. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textWidth, wrap, wrapAll } from '../../../src/render/picture/text-width.ts'

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

describe('lines of an author', () => {
  const within = { size: 13, width: 100, most: 3 }

  test.each([
    [
      ['API', 'Go', ':8080'],
      ['API', 'Go', ':8080'],
    ],
    [
      ['Background worker', 'Go'],
      ['Background', 'worker', 'Go'],
    ],
    [
      ['Background worker for reconciliations', 'Go'],
      ['Background', 'worker for re…', 'Go'],
    ],
    [
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c d'],
    ],
  ])('%j', (texts, expected) => {
    expect(wrapAll(texts, within)).toEqual(expected)
  })

  test('each of them starts a line, and no text hides one below it', () => {
    const word = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 })
    const texts = fc.array(
      word.map((one) => `${one.trim()}.`),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(texts, (given) => {
        const lines = wrapAll(given, { ...within, most: 6 })
        expect(lines.length).toBeLessThanOrEqual(6)
        let next = 0
        for (const text of given) {
          const start = text.slice(0, 3)
          next = lines.findIndex((line, at) => at >= next && line.startsWith(start)) + 1
          expect(next, `a line that starts with ${start}`).toBeGreaterThan(0)
        }
      }),
    )
  })
})
