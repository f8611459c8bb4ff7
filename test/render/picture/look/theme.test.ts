/** Lines, borders and states have a contrast of at least 3:1 against every ground. `test/browser/contrast.all.test.ts` measures pictures. */
import { describe, expect, test } from 'vitest'
import { glyphOf } from '../../../../src/render/picture/icons.ts'
import { contrast, mix, parseHex } from '../../../../src/render/picture/look/contrast.ts'
import { palettes } from '../../../../src/render/picture/look/theme.ts'
import { ICONS } from '../../../../src/validator/vocabulary.ts'

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const {
    canvas,
    surface,
    frame,
    text,
    quiet,
    states,
    types,
    marks,
    hues,
    plate: _,
    ...tokens
  } = palettes[theme]
  // Three frames deep; deeper ones are not filled.
  const grounds = [parseHex(surface), parseHex(canvas)]
  for (const fill of [frame, ...hues]) {
    let ground = parseHex(canvas)
    for (let depth = 0; depth < 3; depth++) {
      ground = mix(parseHex(fill), ground, 0.04)
      grounds.push(ground)
    }
  }

  const lines = {
    ...tokens,
    ...states,
    ...types,
    ...marks,
    ...Object.fromEntries(hues.map((hue, i) => [`hue ${i}`, hue])),
  }
  test.each(Object.entries(lines))('%s is at least 3:1', (_name, color) => {
    for (const ground of grounds)
      expect(contrast(parseHex(color), ground)).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.entries({ text, quiet, ...marks }))(
    'the text %s is at least 4.5:1 where it is drawn',
    (name, color) => {
      // Texts of marks are large signs and labels in nodes.
      const required = Object.hasOwn(marks, name) ? 3 : 4.5
      for (const ground of grounds)
        expect(contrast(parseHex(color), ground)).toBeGreaterThanOrEqual(required)
    },
  )
})

test('both themes have as many hues, all different', () => {
  const light = palettes.light.hues
  const dark = palettes.dark.hues
  expect(light).toHaveLength(dark.length)
  expect([new Set(light).size, new Set(dark).size]).toEqual([light.length, dark.length])
})

test('each documented icon has a glyph of its own', () => {
  const glyphs = ICONS.map((name) => glyphOf(name))
  expect(glyphs).not.toContain(undefined)
  expect(new Set(glyphs).size).toBe(ICONS.length)
})
