/** Joins and counts words. */

/** Leaves out what is missing or empty. */
export const joined = (separator: string, ...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(separator)

/** `1 change`, `2 changes`; for nouns with a regular plural. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
