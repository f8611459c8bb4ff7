/** Joins and counts words. */

/** Leaves out what is missing or empty. */
export const joined = (
  separator: string,
  ...parts: readonly (string | false | null | undefined)[]
): string => parts.filter(Boolean).join(separator)

/** `1 change`, `2 changes`; for nouns with a regular plural. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

/** How often each word occurs, in the order in which they first do: `12 updated, 3 created`. */
export const countedEach = (words: readonly string[]): string =>
  [...new Set(words)]
    .map((word) => `${words.filter((one) => one === word).length} ${word}`)
    .join(', ')
