/** Validates a colour of a script; other text must not reach the picture's styles. */

const hex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const word = /^[a-z]{3,24}$/i
const call = /^(?:rgb|rgba|hsl|hsla)\([\d\s.,%/]{3,40}\)$/i

export function colorOf(value: string | undefined): string | null {
  if (value === undefined) return null
  const color = value.trim()
  return hex.test(color) || word.test(color) || call.test(color) ? color.toLowerCase() : null
}
