/** Shortens foreign text to one printable line for an error message. */

/** Text of a script as it may stand in a message: one line, printable, not endless. */
export function forMessage(text: string): string {
  // A megabyte of it need not be read to be cut.
  const flat = text
    .slice(0, 2_000)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
  return flat.length > 300 ? `${flat.slice(0, 299)}…` : flat
}
