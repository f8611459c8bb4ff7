/** Puts the letters of an SVG into it, so that it looks the same everywhere: a subset of the bundled font. */
import { valueFor } from '../../grouped.ts'
import { fontFamilies } from '../../render/index.ts'
import { Fonts, type Weight } from './choose-fonts.ts'
import type { FontFile } from './font-file.ts'
import { loadShaper, shapeText } from './shape-text.ts'
import { subsetFont } from './subset-font.ts'
import { replaceTexts, type SvgText, type SvgWithLetters } from './svg-texts.ts'

interface Used {
  readonly weight: Weight
  readonly glyphs: Set<number>
  readonly codePoints: Set<number>
}

/** Without the fonts of the machine: their licences may forbid it, and each machine would write other bytes. */
const onlyBundled = new Fonts(undefined, () => [])

export async function embedFonts(svg: string, fonts = onlyBundled): Promise<SvgWithLetters> {
  await loadShaper()
  const letters = new UsedLetters(fonts)
  replaceTexts(svg, (text) => {
    letters.add(text)
    return undefined
  })
  const faces = [...letters.used].map(([font, used]) => fontFace(font, used))
  const style = `<style>${faces.sort().join('')}`
  return { svg: svg.replace('<style>', () => style), missing: letters.missing }
}

/** Collects what texts need of each font. */
class UsedLetters {
  readonly used = new Map<FontFile, Used>()
  /** Characters that no font has. */
  readonly missing = new Set<string>()
  readonly #fonts: Fonts
  /** Texts that have been shaped, with their weight. */
  readonly #shaped = new Set<string>()

  constructor(fonts: Fonts) {
    this.#fonts = fonts
  }

  add({ content, size, weight }: SvgText): void {
    // Browsers may split a line elsewhere: each letter is kept as it is alone, too.
    for (const text of [content, ...content]) this.#addGlyphs(text, size, weight)
    for (const { text, font } of this.#fonts.piecesOf(content, weight)) {
      if (font === null) continue
      const { codePoints } = this.#of(font, weight)
      for (const letter of text) codePoints.add(letter.codePointAt(0) as number)
    }
  }

  #addGlyphs(text: string, size: number, weight: Weight): void {
    const key = `${weight} ${text}`
    if (this.#shaped.has(key)) return
    this.#shaped.add(key)
    const { glyphs, missing } = shapeText(text, size, weight, this.#fonts)
    for (const { font, glyph } of glyphs) this.#of(font, weight).glyphs.add(glyph)
    for (const character of missing) this.missing.add(character)
  }

  #of(font: FontFile, weight: Weight): Used {
    return valueFor(this.used, font, () => ({
      weight,
      glyphs: new Set(),
      codePoints: new Set(),
    }))
  }
}

function fontFace(font: FontFile, { weight, glyphs, codePoints }: Used): string {
  const { face } = font.font()
  // Copies: the memory that the tables are in moves when it grows.
  const woff = subsetFont((tag) => face.referenceTable(tag)?.slice(), glyphs)
  const sorted = [...codePoints].sort((a, b) => a - b)
  const range = sorted.map((one) => `U+${one.toString(16)}`)
  return `@font-face{font-family:'${fontFamilies[weight]}';font-weight:${weight};src:url(data:font/woff;base64,${Buffer.from(woff).toString('base64')});unicode-range:${range.join()}}`
}
