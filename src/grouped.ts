/** Lists by key, and values that are made when a key is first met. */

interface Entries<K, T> {
  get(key: K): T | undefined
  set(key: K, value: T): unknown
}

/** The value of a key; the first call makes it. No value may be undefined. */
export function valueFor<K, T>(entries: Entries<K, T>, key: K, make: () => T): T {
  const known = entries.get(key)
  if (known !== undefined) return known
  const made = make()
  entries.set(key, made)
  return made
}

export function addTo<K, T>(lists: Map<K, T[]>, key: K, one: T): void {
  valueFor(lists, key, (): T[] => []).push(one)
}

/** In the order in which each key was first met. */
export function groupedBy<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const lists = new Map<K, T[]>()
  for (const one of all) addTo(lists, keyOf(one), one)
  return lists
}
