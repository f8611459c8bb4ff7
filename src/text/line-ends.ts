/** Line ends: a checkout on Windows may have others than the service, and that alone is no change. */

/** The text with `\n` only. */
export const withLineFeeds = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text

/** Without their ends. */
export const linesIn = (text: string): string[] => text.split(/\r?\n/)

/** The line end for a line that is added to a text. */
export const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** The text with the line ends of another one, if that has only one kind. */
export function inLineEndsOf(like: string, text: string): string {
  const windows = like.match(/\r\n/g)?.length ?? 0
  const all = like.match(/\r\n?|\n/g)?.length ?? 0
  if (all === 0 || (windows > 0 && windows < all)) return text
  return windows > 0 ? withLineFeeds(text).replaceAll('\n', '\r\n') : withLineFeeds(text)
}

/** A line without its end, and the end. */
export interface EndedLine {
  text: string
  /** Empty for a last line without one. */
  end: string
}

/** The lines of CommonMark. */
export const endedLines = (text: string): EndedLine[] =>
  [...text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)]
    .filter(([whole]) => whole !== '')
    .map(([, line = '', end = '']) => ({ text: line, end }))
