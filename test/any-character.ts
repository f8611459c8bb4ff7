/** Any code point, for `fc.string({ unit: anyCharacter })`. */
import fc from 'fast-check'

/** As `'binary'` of fast-check, which first makes a table of all million code points: a second, and 110 MB in each worker. */
export const anyCharacter = fc.nat(0x10ffff).map(
  (code) => String.fromCodePoint(code),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== text)
      throw new Error('not one character')
    return code
  },
)
