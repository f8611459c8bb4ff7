/** Removes invisible characters from foreign text before an assistant reads it. */
import { withLineFeeds } from '../line-ends.ts'

/**
 * Removes control characters, zero-width characters and direction overrides. Keeps line breaks, tabs, and the
 * joiners that emoji and several scripts need.
 */
export function forAssistant(text: string): string {
  return withLineFeeds(text)
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .toWellFormed()
}

/** Applies `forAssistant` to every string in a value. */
export function forAssistantThroughout<T>(value: T): T {
  if (typeof value === 'string') return forAssistant(value) as T
  if (Array.isArray(value)) return value.map(forAssistantThroughout) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      forAssistant(name),
      forAssistantThroughout(inner),
    ]),
  ) as T
}
