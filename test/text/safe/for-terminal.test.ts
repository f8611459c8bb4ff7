/** Foreign text for a terminal: control sequences are removed, direction overrides become visible. */
import { expect, test } from 'vitest'
import { escapeJson, jsonText } from '../../../src/text/safe/ci-commands.ts'
import { forTerminal, forTerminalLines } from '../../../src/text/safe/for-terminal.ts'

test.each([
  ['an override', 'a\u202eb', String.raw`a\u202eb`],
  ['an isolate', '\u2067x\u2069', String.raw`\u2067x\u2069`],
  ['marks', 'a\u200eb\u200fc\u061cd', String.raw`a\u200eb\u200fc\u061cd`],
  ['control characters', 'a\u001b[2Jb\r\nc\u2028d', 'ab c d'],
])('%s', (_what, text, shown) => {
  expect(forTerminal(text)).toBe(shown)
})

test('forTerminalLines keeps line breaks and tabs', () => {
  expect(forTerminalLines('a\u202e\n\tb\r\nc')).toBe('a\\u202e\n\tb\nc')
})

test('JSON keeps its value when it is escaped', () => {
  const value = { name: 'a\u202eb\u2066 ##[x]' }
  for (const text of [jsonText(value), escapeJson(JSON.stringify(value))]) {
    expect(text).not.toMatch(/\p{Bidi_Control}/u)
    expect(JSON.parse(text)).toEqual(value)
  }
})
