/** Joins alternatives for a sentence: `a, b or c`. */
const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export const alternatives = (names: Iterable<string>): string => list.format(names)
