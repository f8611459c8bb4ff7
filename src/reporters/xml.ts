/** Elements of XML, for the formats that are written in it. */

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/** Attributes and text may hold anything; what XML cannot hold at all becomes a replacement character. */
export function xmlElement(
  name: string,
  attributes: Record<string, string | number>,
  content?: readonly string[] | string,
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  const start = `<${name}${given.join('')}`
  if (content === undefined || content.length === 0) return `${start}/>`
  if (typeof content === 'string') return `${start}>${escaped(content)}</${name}>`
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

/** Line ends are written as references, which attributes would else turn into spaces; `##[` is an order to some CI systems. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(/##(?=\w*\[)/g, '#&#35;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
