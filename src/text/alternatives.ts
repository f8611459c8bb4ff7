/** Joins words for a sentence. `Intl.ListFormat` would load its tables, which takes ten milliseconds. */

/** `a, b or c` */
export function alternatives(names: Iterable<string>): string {
  const all = [...names]
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} or ${last}`
}

/** `a, b, and c` */
export function enumeration(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}
