/** Which addresses in a text become links. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partsWithAddresses } from '../../src/text/web-addresses.ts'

const hrefs = (text: string) => partsWithAddresses(text).flatMap(({ href }) => href ?? [])

test.each([
  ['See https://example.com/a.', ['https://example.com/a']],
  ['(https://example.com/a_(b)), then', ['https://example.com/a_(b)']],
  ['"https://example.com/a", \'http://b.example\'', ['https://example.com/a', 'http://b.example']],
  ['<https://example.com>', ['https://example.com']],
  ['[runbook](https://example.com/x)', ['https://example.com/x']],
  ['Ask mailto:team@example.com!', ['mailto:team@example.com']],
  ['HTTP://Example.com:8080/?a=1&b=%20#c', ['HTTP://Example.com:8080/?a=1&b=%20#c']],
  ['http://[::1]:80/ and http://localhost', ['http://[::1]:80/', 'http://localhost']],
  ['参照https://example.com/図。', ['https://example.com/図']],
  ['https://a.example…', ['https://a.example']],
  ['two: http://a.example http://b.example', ['http://a.example', 'http://b.example']],
])('%s', (text, expected) => {
  expect(hrefs(text)).toEqual(expected)
})

test.each([
  'javascript:alert(1)',
  'javascript:https://example.com',
  'JavaScript://example.com/%0Aalert(1)',
  'data:text/html,https://example.com',
  'file:///etc/passwd',
  '//example.com/a',
  'ftp://example.com',
  'view-source:https://example.com',
  'git+https://example.com/a.git',
  'https://',
  'https://"onmouseover=alert(1)',
  'https://example.com/"onmouseover="alert(1)',
  "https://example.com/a'b",
  'https://example.com/`b`c',
  'https://example.com\\@other.example',
  'https://example.com/\u0001',
  'https://example.com/\u202Egnp',
  'https://exa\u200Bmple.com',
  'https://user:secret@example.com',
  'https://example.com@other.example',
  'https://münchen.example',
  'https://example.com/{id}/x',
  'mailto:',
  'mailto:a@b@c',
  `https://example.com/${'a'.repeat(2000)}`,
])('no link: %j', (text) => {
  expect(hrefs(text)).toEqual([])
})

describe('any text', () => {
  const pieces = fc.constantFrom(
    'https://',
    'http://',
    'mailto:',
    'javascript:',
    'data:',
    'file:',
    '//',
    'a.example',
    '@',
    '"',
    "'",
    '<',
    '>',
    '\\',
    '\u0000',
    '\n',
    '\t',
    '\u202E',
    '(',
    ')',
    '.',
    ' ',
    '%00',
    '/x',
    'é',
  )
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    fc.string({ unit: 'binary' }).map((text) => `https://a.example/${text}`),
    fc.string({ unit: 'binary' }),
  )

  test('stays as it is, and only safe addresses are links', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = partsWithAddresses(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const { text: shown, href } of parts) {
          if (href === undefined) continue
          expect(href).toBe(shown)
          expect(href).toMatch(/^(https?:\/\/|mailto:)/i)
          expect(href).not.toMatch(/["'`<>\\\s\p{C}]/u)
          expect(['http:', 'https:', 'mailto:']).toContain(new URL(href).protocol)
          expect(new URL(href).username).toBe('')
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('has at most 200 links', () => {
    expect(hrefs('http://a.example '.repeat(500))).toHaveLength(200)
  })
})
