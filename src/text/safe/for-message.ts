/** Shortens foreign text to one printable line for an error message. */

/** At most 300 characters on one line, without control characters. */
export function forMessage(text: string): string {
  // Do not process a megabyte only to cut it.
  const flat = text
    .slice(0, 2_000)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
  return flat.length > 300 ? `${flat.slice(0, 299)}…` : flat
}
