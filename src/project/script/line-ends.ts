/** Line ends: a checkout on Windows may have others than the service, and that alone is no change. */

/** The text with `\n` only. */
export const withLineFeeds = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text

/** The text with the line ends of another one, if that has only one kind. */
export function inLineEndsOf(like: string, text: string): string {
  const windows = like.match(/\r\n/g)?.length ?? 0
  const all = like.match(/\r\n?|\n/g)?.length ?? 0
  if (all === 0 || (windows > 0 && windows < all)) return text
  return windows > 0 ? withLineFeeds(text).replaceAll('\n', '\r\n') : withLineFeeds(text)
}
