/** Text of a script as it may be shown: no control characters, nothing that turns the text around it. */

/** Whatever has no glyph, or is no character of XML; the joiners of emoji and of Persian stay. */
const unseen = /[\p{Cc}\p{Cs}\u2028\u2029\uFFFE\uFFFF]|(?![\u200C\u200D])\p{Cf}/gu

/** Most are like this already, and knowing that is quick. */
const plain = /^[!-~]+(?: [!-~]+)*$/

export const forPicture = (text: string): string =>
  plain.test(text) ? text : text.replace(unseen, ' ').replace(/\s+/g, ' ').trim()

/** Null for what is not given and for what has nothing to show. */
export function forPictureOrNull(value: string | number | boolean | undefined): string | null {
  const text = value === undefined ? '' : forPicture(String(value))
  return text === '' ? null : text
}
