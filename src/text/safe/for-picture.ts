/** Cleans text of a script for pictures: no control characters, no direction overrides. */

/** Characters without a glyph or not allowed in XML; joiners stay, because emoji and Persian need them. */
const unseen = /[\p{Cc}\p{Cs}\u2028\u2029\uFFFE\uFFFF]|(?![\u200C\u200D])\p{Cf}/gu

/** Fast path for most texts. */
const plain = /^[!-~]+(?: [!-~]+)*$/

export const forPicture = (text: string): string =>
  plain.test(text) ? text : text.replace(unseen, ' ').replace(/\s+/g, ' ').trim()

/** Null if the text is undefined or has nothing visible. */
export function forPictureOrNull(value: string | number | boolean | undefined): string | null {
  const text = value === undefined ? '' : forPicture(String(value))
  return text === '' ? null : text
}

/** The lines into which the author broke the text, without empty ones. */
export const linesForPicture = (text: string): string[] =>
  text
    .split(lineBreak)
    .map(forPicture)
    .filter((line) => line !== '')

/** The same; undefined for a text of one line. */
export function brokenLines(text: string | undefined): string[] | undefined {
  const lines = linesForPicture(text ?? '')
  return lines.length > 1 ? lines : undefined
}

const lineBreak = /\r\n|\n|\r/
