/** Writes XML elements, for the XML formats. */
import { escapeXml } from '../text/safe/for-xml.ts'

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/** Escapes attributes and text; characters that XML does not allow become U+FFFD. */
export function xmlElement(
  name: string,
  attributes: Record<string, string | number>,
  content?: readonly string[] | string,
): string {
  const given = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(String(value))}"`,
  )
  const start = `<${name}${given.join('')}`
  if (content === undefined || content.length === 0) return `${start}/>`
  if (typeof content === 'string') return `${start}>${escaped(content)}</${name}>`
  const inner = content.flatMap((child) => child.split('\n')).map((line) => `  ${line}`)
  return [`${start}>`, ...inner, `</${name}>`].join('\n')
}

/** Line ends become references, since attributes would turn them into spaces. */
const escaped = (text: string): string =>
  escapeXml(text).replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
