/** Chooses a font for each character of a text: the bundled one, or one of the machine that has the whole character. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareTexts, valueFor } from '../../grouped.ts'
import { graphemesOf } from '../../text/safe/graphemes.ts'
import { type FontFile, readFontFile } from './font-file.ts'
import { findFontFiles, systemFontFolders } from './system-fonts.ts'

/** Created by scripts/build.js; the chunk with this code is in a folder of `dist`. */
const bundledFolder = fileURLToPath(new URL('../fonts/', import.meta.url))

export type Weight = 500 | 600

export interface Piece {
  readonly text: string
  /** Null if no font has the character. */
  readonly font: FontFile | null
}

export const charactersOf = (text: string): string[] => [...graphemesOf(text)]

const isEmoji = /\p{Emoji_Presentation}|\uFE0F/u
/** Joiners and variation selectors need no glyph. */
const unseen = /\u200C|\u200D|[\uFE00-\uFE0F]/u

export class Fonts {
  readonly #bundledFolder: string
  readonly #systemFolders: () => readonly string[]
  readonly #bundled = new Map<Weight, readonly FontFile[]>()
  readonly #files = new Map<string, FontFile | null>()
  readonly #chosen = new Map<string, FontFile | null>()
  #paths: readonly string[] | undefined

  /** @param systemFolders called for the first letter that the bundled font does not have */
  constructor(bundled = bundledFolder, systemFolders = systemFontFolders) {
    this.#bundledFolder = bundled
    this.#systemFolders = systemFolders
  }

  /** Splits a text by the font of its characters. Neighbours with the same font are one piece. */
  piecesOf(text: string, weight: Weight): Piece[] {
    const pieces: { text: string; font: FontFile | null }[] = []
    for (const character of charactersOf(text)) {
      const last = pieces.at(-1)
      const font = this.#choose(character, weight, last?.font ?? null)
      if (last && last.font === font) last.text += character
      else pieces.push({ text: character, font })
    }
    return pieces
  }

  #choose(character: string, weight: Weight, last: FontFile | null): FontFile | null {
    const codePoints = Array.from(character)
      .filter((one) => !unseen.test(one))
      .map((one) => one.codePointAt(0) as number)
    const hasAll = (font: FontFile) => codePoints.every(font.has)
    const emoji = isEmoji.test(character)
    if (!emoji) {
      const canStay = last !== null && !last.isColor && hasAll(last)
      // Spaces and signs stay with the letters before them, so that words are shaped as a whole.
      if (canStay && /^[^\p{L}\p{N}]/u.test(character)) return last
      const own = this.#bundledFonts(weight).find(hasAll)
      if (own) return own
      if (canStay) return last
    }
    return valueFor(this.#chosen, character, () => this.#find(hasAll, emoji) ?? null)
  }

  /** Emoji are drawn in colour if a font has them, everything else never. */
  #find(hasAll: (font: FontFile) => boolean, emoji: boolean): FontFile | undefined {
    this.#paths ??= findFontFiles(this.#systemFolders())
    const inColor = emoji ? this.#paths.filter((path) => /emoji/i.test(path)) : []
    for (const path of [...inColor, ...this.#paths]) {
      const font = valueFor(this.#files, path, () => readFontFile(path) ?? null)
      if (font && (!font.isColor || emoji) && hasAll(font)) return font
    }
    return undefined
  }

  #bundledFonts(weight: Weight): readonly FontFile[] {
    const folder = this.#bundledFolder
    return valueFor(this.#bundled, weight, () =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .filter((name) => name.includes(`-${weight}-normal.ttf`))
        // Latin first, because the other files repeat some of its characters.
        .sort((a, b) => latinRank(a) - latinRank(b) || compareTexts(a, b))
        .flatMap((name) => readFontFile(join(folder, name)) ?? []),
    )
  }
}

const latinRank = (name: string): number => Number(!name.includes('-latin-'))
