/** Bounds the items of an answer: an assistant pays for each character, and says what it needs beyond them. */

/** Limits in characters of JSON. */
interface Bounds {
  readonly all: number
  readonly one: number
}

/** An answer has fewer than 8,000 characters, as text and as data, with its notes. */
export const ofAnswer: Bounds = { all: 5_800, one: 1_200 }

type Fields = Readonly<Record<string, unknown>>

export interface BoundedItems {
  readonly items: readonly Fields[]
  /** Null if no more items follow. */
  readonly nextOffset: number | null
}

/** Always has an item if there is one at the offset. */
export function boundedItems(
  all: readonly object[],
  offset: number,
  bounds = ofAnswer,
): BoundedItems {
  const items: Fields[] = []
  let left = bounds.all
  for (const one of all.slice(offset)) {
    const item = shortened(one as Fields, bounds.one)
    left -= JSON.stringify(item).length + 1
    if (left < 0) break
    items.push(item)
  }
  const next = offset + items.length
  return { items, nextOffset: next < all.length ? next : null }
}

/** Shortens texts, and lists more and more, until the item fits. */
function shortened(item: Fields, longest: number): Fields {
  let most = 64
  let short = item
  while (JSON.stringify(short).length > longest && most >= 1) {
    short = withShortParts(item, most)
    most = Math.floor(most / 2)
  }
  return short
}

/** Says beside a list how many of its entries are left out. */
function withShortParts(item: Fields, most: number): Fields {
  const entries = Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
    if (!Array.isArray(value)) return [[key, shortText(value)]]
    const kept = value.slice(0, most).map((one) => withShortTexts(one))
    const more: [string, unknown][] =
      value.length > most ? [[`${key}LeftOut`, value.length - most]] : []
    return [[key, kept], ...more]
  })
  return Object.fromEntries(entries)
}

const withShortTexts = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortText(one)]))
    : shortText(value)

const LONGEST_TEXT = 60

export const shortText = (value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST_TEXT
    ? `${value.slice(0, LONGEST_TEXT).toWellFormed()}…`
    : value
