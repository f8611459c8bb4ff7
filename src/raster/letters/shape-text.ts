/** Turns a text into outlines: each run of one font, script and direction is shaped by HarfBuzz, as browsers do. */
import makeBidi from 'bidi-js'
import * as hb from 'harfbuzzjs'
import { valueFor } from '../../grouped.ts'
import { charactersOf, type Fonts, type Piece, type Weight } from './choose-fonts.ts'
import type { FontFile } from './font-file.ts'
import { emoji } from './missing-letters.ts'

export interface ColorGlyph {
  /** A PNG. */
  readonly image: Uint8Array
  readonly x: number
  readonly size: number
}

/** Pixels from the left end of the base line. */
interface Origin {
  readonly x: number
  readonly y: number
}

export interface UsedGlyph {
  readonly font: FontFile
  /** Its number in the font. */
  readonly glyph: number
}

export interface ShapedText {
  /** Data of an SVG path, from the baseline at 0,0. */
  readonly path: string
  readonly images: readonly ColorGlyph[]
  readonly glyphs: readonly UsedGlyph[]
  readonly width: number
  /** Characters without a font on this machine; emoji are left out, letters are drawn as a replacement character. */
  readonly missing: readonly string[]
}

interface Run {
  text: string
  readonly font: FontFile
  readonly level: number
  script: string | null
}

// The package is CommonJS, and its types describe the ES module.
const bidi = (makeBidi as unknown as typeof makeBidi.default)()
const REPLACEMENT = '\uFFFD'

/** Must be called before the first text is shaped. scripts/build.js replaces a top-level await of the package by `ready`. */
export async function loadShaper(): Promise<void> {
  await (hb as { readonly ready?: Promise<void> }).ready
}

/** @param size font size in pixels */
export function shapeText(text: string, size: number, weight: Weight, fonts: Fonts): ShapedText {
  const { pieces, missing } = withoutMissing(text, weight, fonts)
  const paths: string[] = []
  const images: ColorGlyph[] = []
  const glyphs: UsedGlyph[] = []
  let x = 0
  for (const run of inVisualOrder(runsOf(pieces))) {
    const shaped = shapeRun(run, x, size)
    paths.push(...shaped.paths)
    images.push(...shaped.images)
    for (const glyph of shaped.glyphs) glyphs.push({ font: run.font, glyph })
    x = shaped.end
  }
  return { path: paths.join(''), images, glyphs, width: x, missing }
}

function withoutMissing(
  text: string,
  weight: Weight,
  fonts: Fonts,
): { pieces: readonly Piece[]; missing: string[] } {
  const pieces = fonts.piecesOf(text, weight)
  const missing = pieces.flatMap((piece) => (piece.font === null ? charactersOf(piece.text) : []))
  if (missing.length === 0) return { pieces, missing }
  const rest = pieces
    .map((piece) => (piece.font !== null ? piece.text : replacementOf(piece.text)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return { pieces: fonts.piecesOf(rest, weight).filter(({ font }) => font !== null), missing }
}

/** Half an emoji would be worse than none. A missing word must be seen, and one sign for it fits into its box. */
const replacementOf = (text: string): string =>
  charactersOf(text)
    .filter((character) => !emoji.test(character))
    .join('')
    .replace(/\S+/g, REPLACEMENT)

/** Splits pieces by direction and script; HarfBuzz shapes a run by its first letter. */
function runsOf(pieces: readonly Piece[]): Run[] {
  const text = pieces.map((piece) => piece.text).join('')
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr')
  const runs: Run[] = []
  let at = 0
  for (const { text: content, font } of pieces) {
    const first = runs.length
    for (const character of content) {
      const level = levels[at] ?? 0
      const script = scriptOf(character)
      const last = runs.length > first ? runs.at(-1) : undefined
      if (
        last?.level === level &&
        (script === null || last.script === null || last.script === script)
      ) {
        last.text += character
        last.script ??= script
      } else runs.push({ text: character, font: font as FontFile, level, script })
      at += character.length
    }
  }
  return runs
}

const scripts = (
  'Latin Cyrillic Greek Arabic Hebrew Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu ' +
  'Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Ethiopic Georgian Armenian Hangul Han Hiragana Katakana'
)
  .split(' ')
  .map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }))

const ascii = /^[\0-\x7F]$/

/** Null for spaces, signs and scripts without contextual shapes. */
function scriptOf(character: string): string | null {
  if (ascii.test(character)) return /[A-Za-z]/.test(character) ? 'Latin' : null
  return scripts.find(({ pattern }) => pattern.test(character))?.name ?? null
}

/** Rule L2 of the bidirectional algorithm, for runs instead of characters. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...ordered.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    let from = 0
    while (from < ordered.length) {
      let to = from
      while (to < ordered.length && (ordered[to] as Run).level >= level) to++
      const reversed = ordered.slice(from, to).reverse()
      ordered.splice(from, reversed.length, ...reversed)
      from = Math.max(to, from + 1)
    }
  }
  return ordered
}

function shapeRun({ text, font: file, level }: Run, start: number, size: number) {
  const font = file.font()
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(level % 2 === 1 ? hb.Direction.RTL : hb.Direction.LTR)
  hb.shape(font, buffer)
  const scale = size / font.face.upem
  const positions = buffer.getGlyphPositions()
  const paths: string[] = []
  const images: ColorGlyph[] = []
  const glyphs: number[] = []
  let x = start
  for (const [index, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance, xOffset, yOffset } = positions[index] as hb.GlyphPosition
    glyphs.push(glyph)
    const image = file.isColor ? font.getGlyphColorPng(glyph) : undefined
    if (image) images.push({ image, x, size: xAdvance * scale })
    else {
      const origin = { x: x + xOffset * scale, y: -yOffset * scale }
      paths.push(outlineOf(font, glyph, origin, scale))
    }
    x += xAdvance * scale
  }
  return { paths, images, glyphs, end: x }
}

const outlines = new WeakMap<hb.Font, Map<number, hb.SvgPathCommand[]>>()

function outlineOf(font: hb.Font, glyph: number, { x, y }: Origin, scale: number): string {
  const knownOutlines = valueFor(outlines, font, () => new Map<number, hb.SvgPathCommand[]>())
  return valueFor(knownOutlines, glyph, () => font.glyphToJson(glyph))
    .map(({ type, values }) => {
      const moved = values.map((value, i) =>
        hundredths(i % 2 === 0 ? x + value * scale : y - value * scale),
      )
      return `${type}${moved.join(' ')}`
    })
    .join('')
}

const hundredths = (value: number): number => Math.round(value * 100) / 100
