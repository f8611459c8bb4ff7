import { expect, test } from 'vitest'
import { base64Of } from '../../src/text/base64.ts'

test.each(['', 'a', 'Größe → ✓ 🧭', '\u0000ÿ', 'x'.repeat(200_000)])(
  'is what Node makes of it: %#',
  (text) => {
    expect(base64Of(text)).toBe(Buffer.from(text).toString('base64'))
  },
)
