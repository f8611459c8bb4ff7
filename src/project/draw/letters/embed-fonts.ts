/** Puts the letters of an SVG into it, so that it looks the same everywhere: a subset of the bundled font. */
import { valueFor } from '../../../grouped.ts'
import { fontFamilies } from '../../../render/index.ts'
import { Fonts, type Weight } from './choose-fonts.ts'
import type { FontFile } from './font-file.ts'
import { loadShaper, shapeText } from './shape-text.ts'
import { subsetFont } from './subset-font.ts'
import { replaceTexts, type SvgWithLetters } from './svg-texts.ts'

interface Used {
  readonly weight: Weight
  readonly glyphs: Set<number>
  readonly codePoints: Set<number>
}

/** Without the fonts of the machine: their licences may forbid it, and each machine would write other bytes. */
const onlyBundled = new Fonts(undefined, () => [])

export async function embedFonts(svg: string, fonts = onlyBundled): Promise<SvgWithLetters> {
  await loadShaper()
  const missing = new Set<string>()
  const used = new Map<FontFile, Used>()
  const noteOf = (font: FontFile, weight: Weight) =>
    valueFor(used, font, () => ({ weight, glyphs: new Set(), codePoints: new Set() }))
  const seen = new Set<string>()
  replaceTexts(svg, ({ content, size, weight }) => {
    // Browsers may split a line elsewhere: each letter is kept as it is alone, too.
    for (const text of [content, ...content]) {
      if (seen.has(`${weight} ${text}`)) continue
      seen.add(`${weight} ${text}`)
      const shaped = shapeText(text, size, weight, fonts)
      for (const { font, glyph } of shaped.glyphs) noteOf(font, weight).glyphs.add(glyph)
      for (const character of shaped.missing) missing.add(character)
    }
    for (const { text, font } of fonts.piecesOf(content, weight)) {
      if (font === null) continue
      const { codePoints } = noteOf(font, weight)
      for (const letter of text) codePoints.add(letter.codePointAt(0) as number)
    }
    return undefined
  })
  const faces = [...used].map(([font, how]) => fontFace(font, how))
  return { svg: svg.replace('<style>', () => `<style>${faces.sort().join('')}`), missing }
}

function fontFace(font: FontFile, { weight, glyphs, codePoints }: Used): string {
  const { face } = font.font()
  // Copies: the memory that the tables are in moves when it grows.
  const woff = subsetFont((tag) => face.referenceTable(tag)?.slice(), glyphs)
  const range = [...codePoints].sort((a, b) => a - b).map((one) => `U+${one.toString(16)}`)
  return `@font-face{font-family:'${fontFamilies[weight]}';font-weight:${weight};src:url(data:font/woff;base64,${Buffer.from(woff).toString('base64')});unicode-range:${range.join()}}`
}
