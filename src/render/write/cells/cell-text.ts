/** Text in cells of a terminal: only characters whose width all terminals agree on. */
import stringWidth from 'string-width'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { graphemesOf } from '../../../text/safe/graphemes.ts'

const regionalIndicator = /[\u{1F1E6}-\u{1F1FF}]/gu
/** Modifiers of emoji and joiners: terminals draw them in zero, one or two cells. */
const modifiers =
  /\p{Emoji_Modifier}|[\u200B\u2060\uFEFF]|[\u{E0020}-\u{E007F}]|\p{Variation_Selector}|\u20E3|\u200D/gu
const joinedEmoji =
  /(\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*)(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*)+/gu

/** Terminals that know such scripts move the borders of a line, and others show their words backwards. */
export const runsRightToLeft = (text: string): boolean =>
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text)

/**
 * The content of each cell; a wide character is followed by an empty string. An emoji of several parts becomes its first part,
 * and a flag two letters.
 */
export function cellsOf(text: string, isAscii: boolean): string[] {
  const plain = forTerminal(text)
    .replace(joinedEmoji, '$1')
    .replace(modifiers, '')
    .replace(regionalIndicator, (one) =>
      String.fromCharCode((one.codePointAt(0) ?? 0) - 0x1f1e6 + 65),
    )
    .replace(/\s+/g, ' ')
    .trim()
  if (isAscii) return [...ascii(plain)]
  const cells: string[] = []
  for (const segment of graphemesOf(plain)) {
    const width = stringWidth(segment)
    // A mark without a letter would join the line beside it.
    if (width === 0 && cells.length === 0) cells.push(`\u25CC${segment}`)
    else if (width === 0) {
      const letter = cells.findLastIndex((cell) => cell !== '')
      cells[letter] += segment
    } else cells.push(segment, ...Array<string>(width - 1).fill(''))
  }
  return cells
}

/** ASCII for signs that Unicode does not split. */
const signs: Readonly<Record<string, string>> = {
  '×': 'x',
  '→': '->',
  '←': '<-',
  '↔': '<->',
  '·': '-',
  '•': '*',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
}

const ascii = (text: string): string =>
  text
    .replace(/[^ -~]/gu, (one) => signs[one] ?? one)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '?')
