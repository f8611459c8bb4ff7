/** Says in a sentence which letters a picture lacks, and what the machine needs. */

const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

/** @param characters those that no font of this machine has */
export function missingLetters(characters: readonly string[]): string[] {
  const pictures = characters.filter((one) => emoji.test(one))
  const letters = characters.filter((one) => !emoji.test(one))
  return [
    ...(letters.length === 0
      ? []
      : [
          `No font on this machine has ${someOf(letters)}, so the PNG shows a replacement character. Install a font such as Noto Sans for this script, or use --format svg.`,
        ]),
    ...(pictures.length === 0
      ? []
      : [
          `No font on this machine has ${someOf(pictures)}, so the PNG has no emoji. Install Noto Color Emoji, or use --format svg.`,
        ]),
  ]
}

/** @param characters those that an SVG with the bundled font does not carry; systems have a font for emoji */
export function lettersOfReader(characters: readonly string[]): string[] {
  const letters = characters.filter((one) => !emoji.test(one))
  if (letters.length === 0) return []
  return [
    `The SVG does not carry ${someOf(letters)}, because the bundled font lacks them; the fonts of the reader show them.`,
  ]
}

function someOf(characters: readonly string[]): string {
  const named = characters.slice(0, 5).join(' ')
  return characters.length > 5 ? `${named} and ${characters.length - 5} more characters` : named
}
