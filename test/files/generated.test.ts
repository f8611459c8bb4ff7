/** Generated files in a checkout: other line ends are no difference, and a file keeps its own. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareGenerated } from '../../src/files/generated.ts'
import { withLineFeeds } from '../../src/text/line-ends.ts'
import { cases } from '../cases.ts'

const compare = (there: string, wanted: string) => {
  const { state, bytes } = compareGenerated(Buffer.from(there), wanted)
  return [state, bytes.toString()]
}

describe('a generated text', () => {
  test.each([
    ['\\n', 'a\nb\n', 'a\nc\nb\n'],
    ['\\r\\n', 'a\r\nb\r\n', 'a\r\nc\r\nb\r\n'],
    ['\\r', 'a\rb\r', 'a\rc\rb\r'],
    ['no last line end', 'a\nb', 'a\nc\nb'],
    ['\\r\\n and no last line end', 'a\r\nb', 'a\r\nc\r\nb'],
    ['a byte order mark', '\uFEFFa\r\nb\r\n', '\uFEFFa\r\nc\r\nb\r\n'],
    ['mostly \\r\\n', 'a\r\nb\nx\r\n', 'a\r\nc\r\nb\nx\r\n'],
    ['mostly \\n', 'a\nb\nx\r\n', 'a\nc\nb\nx\r\n'],
  ])(
    'with %s is the same with \\n, and keeps its form with another line',
    (_what, there, changed) => {
      const plain = withLineFeeds(there.replace('\uFEFF', '')).replace(/\n?$/, '\n')
      expect(compare(there, plain)).toEqual(['current', there])
      expect(compare(there, plain.replace('b', 'c\nb'))).toEqual(['stale', changed])
    },
  )

  test.each([
    ['a\nb\n', 'a\n\nb\n'],
    ['a\nb\n', 'a\nb\n\n'],
    ['a b\n', 'a\nb\n'],
    ['', 'a\n'],
    ['a\n', ''],
  ])('%j is not %j', (there, wanted) => {
    expect(compare(there, wanted)).toEqual(['stale', wanted])
  })

  test('a missing file, and one in another encoding, is written as topo writes it', () => {
    expect(compareGenerated(undefined, 'a\n')).toEqual({
      state: 'missing',
      bytes: Buffer.from('a\n'),
    })
    const foreign = Buffer.from('\uFEFFa\r\n', 'utf16le')
    expect(compareGenerated(foreign, 'a\n')).toEqual({ state: 'stale', bytes: Buffer.from('a\n') })
  })

  test('is written so that the next comparison finds it current, with the lines that were wanted', () => {
    const line = fc.constantFrom('a', 'b', '')
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 6 })
    const written = text.map((lines) => lines.flat().join(''))
    fc.assert(
      fc.property(written, written, fc.boolean(), (before, after, isCut) => {
        const there = isCut ? before.replace(/\r?\n$/, '') : before
        const { bytes } = compareGenerated(Buffer.from(there), after)
        expect(compareGenerated(bytes, after)).toEqual({ state: 'current', bytes })
        const ended = (lines: string) => withLineFeeds(lines).replace(/\n$/, '')
        expect(ended(bytes.toString())).toBe(ended(after))
      }),
      { numRuns: cases(2000) },
    )
  })
})

test('a binary file is compared byte by byte', () => {
  const wanted = new Uint8Array([137, 80, 13, 10])
  expect(compareGenerated(Buffer.from(wanted), wanted).state).toBe('current')
  expect(compareGenerated(Buffer.from([137, 80, 10]), wanted)).toEqual({
    state: 'stale',
    bytes: Buffer.from(wanted),
  })
})
