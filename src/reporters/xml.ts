/** Writes XML elements, for the XML formats. */

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/** Escapes attributes and text; characters that XML does not allow become U+FFFD. */
export function xmlElement(
  name: string,
  attributes: Record<string, string | number>,
  content?: readonly string[] | string,
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  const start = `<${name}${given.join('')}`
  if (content === undefined || content.length === 0) return `${start}/>`
  if (typeof content === 'string') return `${start}>${escapeXml(content)}</${name}>`
  const inner = content.flatMap((child) => child.split('\n')).map((line) => `  ${line}`)
  return [`${start}>`, ...inner, `</${name}>`].join('\n')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Writes line ends as references, since attributes turn them into spaces; breaks `##[`, a command for some CI systems. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(/##(?=\w*\[)/g, '#&#35;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
