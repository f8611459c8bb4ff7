/** Escapes text and attributes of SVG and HTML. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters that XML forbids, such as control characters and lone surrogates. */
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\p{Cs}\uFFFE\uFFFF]/gu

/** Fast path for most texts. */
const harmless = /^[ !#-%(-;=?-Z\]-~]*$/

export const escapeXml = (text: string): string => (harmless.test(text) ? text : entitiesIn(text))

const entitiesIn = (text: string): string =>
  text
    .replace(forbidden, '\uFFFD')
    .replace(/[&<>"']/g, (character) => entities[character] as string)
    // Also escapes direction overrides and CI commands, because logs may show the source. Draws the same.
    .replace(
      /[\u007F-\u009F\p{Bidi_Control}\u2028\u2029]/gu,
      (character) => `&#${character.codePointAt(0)};`,
    )
    .replace(/##(?=\w*\[)/g, '#&#35;')

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
}

/** Reads what `escapeXml` wrote. */
export const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|(\w{1,6}));/g, (whole, number?: string, name = '') =>
    number === undefined ? (characters[name] ?? whole) : String.fromCodePoint(Number(number)),
  )

/** XML reads a bare line break in an attribute as a space. */
const LINE_BREAK = '&#10;'

/** Null and undefined omit an attribute. */
export function tag(
  name: string,
  attributes: Readonly<Record<string, string | number | null | undefined>>,
  ...content: readonly string[]
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value)).replaceAll('\n', LINE_BREAK)}"`)
    .join('')
  return content.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${content.join('')}</${name}>`
}
