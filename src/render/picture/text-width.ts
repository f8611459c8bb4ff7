/** Measures and wraps text without a browser. */
import stringWidth from 'string-width'
import { graphemesOf } from '../../text/safe/graphemes.ts'

/** Widths of printable ASCII characters from the space on, in hundredths of the font size: Inter, semi-bold. */
const ascii =
  '25 32 52 64 65 100 66 33 37 37 54 67 32 47 32 38 66 42 62 64 67 61 64 58 64 64 32 33 67 67 67 54 100 73 66 74 72 61 59 75 75 28 58 70 57 92 76 77 65 77 65 65 66 74 73 102 72 71 65 37 38 37 48 47 35 57 62 58 62 59 39 63 61 26 26 57 26 90 61 61 62 62 40 55 35 61 59 84 57 59 57 45 36 45 67'
    .split(' ')
    .map(Number)

const plainAscii = /^[ -~]*$/

/** Safety factor, because fallback fonts are wider. */
const safetyFactor = 1.04

export function textWidth(text: string, size: number): number {
  let hundredths = 0
  for (const character of charactersOf(text)) hundredths += widthOf(character)
  return (hundredths * safetyFactor * size) / 100
}

const charactersOf = (text: string): Iterable<string> =>
  plainAscii.test(text) ? text : graphemesOf(text)

/** Other characters count as in a terminal: zero, one or two cells, except emoji and joined letters. */
function widthOf(character: string): number {
  const width = character.length === 1 ? ascii[character.charCodeAt(0) - 32] : undefined
  if (width !== undefined) return width
  if (emoji.test(character)) return 128
  const cells = [0, 66, 104][stringWidth(character)] ?? 104
  // Letters that join, as in Devanagari, are one character but several shapes.
  const joined = character.length > 1 ? (character.match(/\p{L}/gu)?.length ?? 1) - 1 : 0
  return cells + 40 * Math.max(0, joined)
}

/** Wider than a letter in the fonts of all systems. */
const emoji = /\p{Emoji_Presentation}|\uFE0F/u

export interface Wrapped {
  readonly lines: readonly string[]
  /** True if the text was truncated with an ellipsis. */
  readonly cut: boolean
}

/** Wraps text into as few lines as possible, at most `most`; breaks words that are too long for a line. */
export function wrap(text: string, size: number, width: number, most: number): Wrapped {
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < most) {
    if (textWidth(rest, size) <= width) {
      lines.push(rest)
      rest = ''
    } else if (lines.length === most - 1) {
      lines.push(`${longestPrefix(rest, size, width - size).trimEnd()}…`)
      return { lines, cut: true }
    } else {
      const line = lineOf(rest, size, width)
      lines.push(line.trimEnd())
      rest = rest.slice(line.length).trimStart()
    }
  }
  return { lines, cut: false }
}

/** Wraps each of these texts, and keeps the breaks between them; the lines that have no room are truncated with the last one. */
export function wrapAll(
  texts: readonly string[],
  { size, width, most }: { readonly size: number; readonly width: number; readonly most: number },
): readonly string[] {
  const shown = texts.slice(0, most - 1)
  const rest = texts.slice(most - 1).join(' ')
  const all = rest === '' ? shown : [...shown, rest]
  const lines: string[] = []
  for (const [index, text] of all.entries()) {
    const textsBelow = all.length - 1 - index
    lines.push(...wrap(text, size, width, most - lines.length - textsBelow).lines)
  }
  return lines
}

/** Cuts at the last natural break, unless it is too close to the start. */
function lineOf(text: string, size: number, width: number): string {
  const whole = longestPrefix(text, size, width)
  if (text[whole.length] === ' ') return whole
  const places = [...whole.matchAll(/[\s\-–/_.:,;]+/g)].map(
    ({ index, 0: { length } }) => index + length,
  )
  const last = places.at(-1)
  return last !== undefined && last > whole.length / 3 ? whole.slice(0, last) : whole
}

/** The start of a text that fits, at least one character. */
function longestPrefix(text: string, size: number, width: number): string {
  let fits = ''
  let left = (width * 100) / (size * safetyFactor)
  for (const character of charactersOf(text)) {
    left -= widthOf(character)
    if (left < 0 && fits !== '') break
    fits += character
  }
  return fits
}
