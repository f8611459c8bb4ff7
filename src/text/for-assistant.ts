/** Removes invisible characters from foreign text before an assistant reads it. */

/**
 * Without what no reader would see: control characters, letters of no width, and those that turn the direction of
 * writing. Lines and tabs stay, and so do the joiners that emoji and several scripts need.
 */
export function forAssistant(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .toWellFormed()
}

/** The same for every text in a value. */
export function forAssistantThroughout<T>(value: T): T {
  if (typeof value === 'string') return forAssistant(value) as T
  if (Array.isArray(value)) return value.map(forAssistantThroughout) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [forAssistant(name), forAssistantThroughout(inner)]),
  ) as T
}
