/** Writes calls and their arguments: no text ends its literal. */

/** Calls on one thing, each on its line. */
export function chain(name: string, calls: readonly string[]): string[] {
  if (calls.length < 2) return calls.map((call) => name + call)
  return [name, ...calls.map((call) => `  ${call}`)]
}

/** The options that are set, as an object of JavaScript. */
export function optionsLiteral(given: object): string {
  const pairs = Object.entries(given).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined || value === '' || value === false) return []
    return [`${key}: ${typeof value === 'string' ? quote(value) : String(value)}`]
  })
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

/** Characters that no reader sees, and those that reorder the text around them. */
const INVISIBLE = /(?!\n)\p{Cc}|[\u2028-\u202E\u2066-\u2069\uFEFF]/gu

/** The literal of a text, which no text can end. */
export function quote(text: string): string {
  const json = JSON.stringify(text.replace(INVISIBLE, ' '))
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}
