/** Lists by key. */

export function addTo<K, T>(lists: Map<K, T[]>, key: K, one: T): void {
  const list = lists.get(key)
  if (list) list.push(one)
  else lists.set(key, [one])
}

/** In the order in which each key was first met. */
export function groupedBy<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const lists = new Map<K, T[]>()
  for (const one of all) addTo(lists, keyOf(one), one)
  return lists
}
