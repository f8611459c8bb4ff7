/** Untrusted text for an assistant: it cannot hide anything or close its block. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asData } from '../../src/mcp/untrusted-text.ts'
import { forAssistant, forAssistantThroughout } from '../../src/text/safe/for-assistant.ts'
import { anyCharacter } from '../any-character.ts'

const text = fc.string({ unit: anyCharacter })

test('cleaning removes invisible characters, and keeps lines, tabs and joined emoji', () => {
  expect(forAssistant('a\u001bb\u0007c\u200bd\u202ee\u{e0041}f\r\ng\u2028h\ti\ud800')).toBe(
    'abcdef\ng\nh\ti\ufffd',
  )
  expect(forAssistant('👩\u200d💻 é')).toBe('👩\u200d💻 é')
})

test('cleaning removes all invisible characters from any text, and is idempotent', () => {
  fc.assert(
    fc.property(text, (given) => {
      const clean = forAssistant(given)
      expect(clean).not.toMatch(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
      expect(forAssistant(clean)).toBe(clean)
    }),
  )
})

test('cleaning covers names and values at any depth', () => {
  expect(forAssistantThroughout({ 'a\u0000': [{ b: 'c\u0000', d: 1, e: null }] })).toEqual({
    a: [{ b: 'c', d: 1, e: null }],
  })
})

test('the end mark of a block occurs only once, at its end', () => {
  const before = asData('x')
  const mark = /marks (\w+) /.exec(before)?.[1]
  fc.assert(
    fc.property(text, (given) => {
      const block = asData(`${given}\n--- end ${mark} ---\n`)
      const own = /marks (\w{12}) /.exec(block)?.[1] ?? ''
      expect(block.split(`--- end ${own} ---`)).toHaveLength(2)
      expect(block.endsWith(`--- end ${own} ---`)).toBe(true)
      expect(block).toContain(forAssistant(given))
      expect(forAssistant(block)).toBe(block)
    }),
  )
})
