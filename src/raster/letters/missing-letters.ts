/** Says in a sentence which letters a picture lacks, and what the machine needs. */

export const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

/** @param characters those that no font of this machine has */
export function missingLetters(characters: readonly string[]): string[] {
  const letters = lettersOf(characters)
  const pictures = someOf(characters.filter((one) => emoji.test(one)))
  const lines: string[] = []
  if (letters !== '')
    lines.push(
      `No font on this machine has ${letters}, so the PNG shows a replacement character. Install a font such as Noto Sans for this script, or use --format svg.`,
    )
  if (pictures !== '')
    lines.push(
      `No font on this machine has ${pictures}, so the PNG has no emoji. Install Noto Color Emoji, or use --format svg.`,
    )
  return lines
}

/** @param characters those that an SVG with the bundled font does not carry; systems have a font for emoji */
export function lettersOfReader(characters: readonly string[]): string[] {
  const letters = lettersOf(characters)
  if (letters === '') return []
  return [
    `The SVG does not carry ${letters}, because the bundled font lacks them; the fonts of the reader show them.`,
  ]
}

const lettersOf = (characters: readonly string[]) =>
  someOf(characters.filter((one) => !emoji.test(one)))

function someOf(characters: readonly string[]): string {
  const named = characters.slice(0, 5).join(' ')
  return characters.length > 5 ? `${named} and ${characters.length - 5} more characters` : named
}
